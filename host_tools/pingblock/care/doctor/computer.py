"""Collects facts about this computer: rules, programs, files of the package, engines."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pingblock.common.firmware import firmware_dir
from pingblock.errors import PingblockError

RULE_FOLDERS = tuple(
    map(Path, ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d"))
)
PROC = Path("/proc")
PACKAGE = Path(__file__).resolve().parents[2]
VENDOR = "2e8a"
# One file of each kind that commands need.
PACKAGE_FILES = ("py.typed", "cards/strings.json")
FIRMWARE_FILES = (
    "root/main.py",
    "pingware/app/requests/link.py",
    "pingware/games/block/tunes/ping.tune",
    "pingware/boards/chosen.py",
)


def has_rule() -> bool:
    """Returns whether a udev rule names the Pico's vendor and gives the user access."""
    return any(_lets_in(path) for folder in RULE_FOLDERS for path in folder.glob("*.rules"))


def _lets_in(path: Path) -> bool:
    with suppress(OSError):
        lines = path.read_text("utf-8", "replace").lower().splitlines()
        rules = [line for line in lines if not line.lstrip().startswith("#")]
        return any(VENDOR in line and ("uaccess" in line or "mode=" in line) for line in rules)
    return False


def runs(name: str) -> bool:
    """Returns whether a program of this name runs, or False if the system does not report it."""
    return any(_name(place) == name for place in PROC.glob("[0-9]*"))


def _name(place: Path) -> str:
    with suppress(OSError):
        return (place / "comm").read_text().strip()
    return ""


def missing_files() -> tuple[str, ...]:
    """Returns the files that commands need and that are missing."""
    lacking = [name for name in PACKAGE_FILES if not (PACKAGE / name).is_file()]
    try:
        firmware = firmware_dir()
    except PingblockError:
        return (*lacking, "firmware")
    return (*lacking, *(name for name in FIRMWARE_FILES if not (firmware / name).is_file()))


def engines() -> dict[str, str]:
    """Returns the reason why each virtual engine cannot run here, or "" if it can."""
    from pingblock.virtual.engines import NEEDS
    from pingblock.virtual.virtual_device import open_bench

    found = {}
    for name in NEEDS:
        try:
            open_bench(name).close()
            found[name] = ""
        except PingblockError as lack:
            found[name] = str(lack)
    return found
