"""Finds the drive of a Pico in BOOTSEL mode, and writes to it."""

from __future__ import annotations

import errno
import os
import string
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pingblock.connection.cures import HOLD_BOOTSEL
from pingblock.errors import NoDevice, PingblockError, WrongDevice

# Each drive in BOOTSEL mode has this file: RP2040 datasheet 2.8.4, RP2350 datasheet 5.5.
INFO = "INFO_UF2.TXT"
# line of the file -> chip
BOARD_IDS = {"Board-ID: RPI-RP2": "rp2040", "Board-ID: RP2350": "rp2350"}
APPEARS_S, GONE_S = 20.0, 15.0
_AGAIN = f"Unplug the board, {HOLD_BOOTSEL}, and try again."
LOOK_S = 0.2
_CHUNK_BYTES = 1 << 16
_SYSTEM = 0  # user number of the system (root)

Progress = Callable[[int], None]


def places() -> list[Path]:
    """Returns the folders in which this operating system shows drives."""
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in string.ascii_uppercase[2:]]
    if sys.platform == "darwin":
        return _inside(Path("/Volumes"))
    user = os.environ.get("USER", "")
    roots = (Path("/media", user), Path("/run/media", user), Path("/media"), Path("/mnt"))
    return [place for root in dict.fromkeys(roots) for place in _inside(root)]


def _inside(root: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(root.iterdir())
    return []


def drives() -> list[Path]:
    """Returns the drives of Picos in BOOTSEL mode. It ignores the folders of other users."""
    return [place for place in places() if is_board(place) and _is_mounted_for_us(place)]


def _is_mounted_for_us(place: Path) -> bool:
    """Returns whether a folder is not a link, and belongs to this user or to the system."""
    if not hasattr(os, "getuid"):
        return True
    return not place.is_symlink() and place.stat().st_uid in (os.getuid(), _SYSTEM)


def is_board(place: Path) -> bool:
    """Returns whether a folder is the drive of a Pico or a Pico 2 in BOOTSEL mode."""
    return chip_at(place) != ""


def chip_at(place: Path) -> str:
    """Returns the chip of a drive in BOOTSEL mode: rp2040, rp2350 or ""."""
    with suppress(OSError, UnicodeDecodeError):
        lines = (place / INFO).read_text(encoding="ascii").splitlines()
        return next((chip for line, chip in BOARD_IDS.items() if line in lines), "")
    return ""


def check_takes(place: Path, chip: str) -> None:
    """Checks that the Pico of a drive has the chip that a file is for.

    Raises:
        WrongDevice: the Pico has another chip.
    """
    if chip_at(place) != chip:
        raise WrongDevice(
            f"The file is for the {chip.upper()}, but {place} is the drive of a board with an "
            f"{chip_at(place).upper()}.",
            "To make a file for this board, type 'pingblock image --board NAME'.",
        )


def the_drive(named: Path | None = None) -> Path | None:
    """Returns the only drive to write to, or None if there is none.

    Args:
        named: the drive that the user named, if any.

    Raises:
        WrongDevice: the named folder is not such a drive.
        NoDevice: there are several drives, and the user did not name one.
    """
    if named is not None:
        if not is_board(named):
            raise WrongDevice(
                f"{named} is not the drive of a Pico in BOOTSEL mode: it has no {INFO} with "
                f"{' or '.join(map(repr, BOARD_IDS))}."
            )
        return named
    found = drives()
    if len(found) > 1:
        names = ", ".join(map(str, found))
        raise NoDevice(
            f"Several boards are in BOOTSEL mode: {names}. Name the drive of one.",
            "--drive names a drive.",
        )
    return found[0] if found else None


def wait_for_drive(named: Path | None = None) -> Path:
    """Waits until a Pico in BOOTSEL mode shows its drive, and returns the drive.

    Args:
        named: the drive that the user named. None takes the first that appears.

    Raises:
        NoDevice: no drive appears, or several drives do.
    """
    until_s = time.monotonic() + APPEARS_S
    while time.monotonic() < until_s:
        found = the_drive() if named is None else named if is_board(named) else None
        if found:
            return found
        time.sleep(LOOK_S)
    raise NoDevice(
        f"No drive RPI-RP2 or RP2350 appeared within {APPEARS_S:g} s. If this system does not "
        "show drives by itself, mount the drive and name it.",
        "--drive names a drive.",
    )


def write(drive: Path, name: str, content: bytes, progress: Progress) -> None:
    """Copies a UF2 file onto the drive, and waits until the drive disappears.

    The drive disappears with the last block, before the file is closed. So an error at the end is
    a failure only if the drive still exists. ``flash.again`` then checks that the Pico runs.

    Args:
        drive: the drive of a Pico.
        name: name of the file on the drive.
        content: content of the file.
        progress: called with the bytes of each step.

    Raises:
        PingblockError: the file cannot be written, or the Pico did not accept it.
    """
    if (drive / name).is_symlink():
        raise PingblockError(
            f"{drive / name} is a link, which a Pico does not have, so nothing was written."
        )
    done, fault = _copy(drive / name, content, progress)
    if done < len(content) and not is_board(drive):
        raise PingblockError(
            f"{drive} disappeared after {done} of {len(content)} bytes: put the board into "
            "BOOTSEL mode and try again."
        )
    until_s = time.monotonic() + (LOOK_S if fault else GONE_S)
    while is_board(drive):
        if time.monotonic() > until_s:
            stays = f"{name} is on {drive}, but the board did not start with it. {_AGAIN}"
            raise PingblockError(_kept(drive, done, len(content), fault) if fault else stays)
        time.sleep(LOOK_S)


def _kept(drive: Path, done: int, count: int, fault: OSError) -> str:
    """Returns the reason why a drive that still exists did not accept a file."""
    why = fault.strerror or str(fault)
    if fault.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"{drive} cannot be written ({why}): mount it so that you may write to it."
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"{drive} is full ({why}) after {done} of {count} bytes, but a Pico in BOOTSEL mode "
            f"has room for any image. {_AGAIN}"
        )
    return f"{drive} did not accept the file ({why}) after {done} of {count} bytes. {_AGAIN}"


def _no_link(path: str, flags: int) -> int:
    """Opens a file, but refuses a link, which can lead away from the drive."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o644)


def _copy(path: Path, content: bytes, progress: Progress) -> tuple[int, OSError | None]:
    """Returns how many bytes were written, and the error about the rest, if any."""
    done = 0
    try:
        with open(path, "wb", 0, opener=_no_link) as file:
            while done < len(content):
                count = file.write(content[done : done + _CHUNK_BYTES])
                done += count
                progress(count)
            os.fsync(file.fileno())
    except OSError as fault:
        return done, fault
    return done, None
