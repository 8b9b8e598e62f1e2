"""The drive that a board shows while it is in BOOTSEL mode: found and written to."""

from __future__ import annotations

import os
import string
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from pingblock.errors import NoDevice, PingblockError, WrongDevice

INFO = "INFO_UF2.TXT"  # RP2040 datasheet 2.8.4: on the drive of every board in BOOTSEL mode
BOARD_ID = "Board-ID: RPI-RP2"
OTHER_ID = "Board-ID: RP2350"  # a Pico 2
APPEARS_S, GONE_S = 20.0, 15.0
LOOK_S = 0.2
_CHUNK_BYTES = 1 << 16
_SYSTEM = 0  # its user's number

Clock = Callable[[], float]
Nap = Callable[[float], None]
Progress = Callable[[int], None]


def places() -> list[Path]:
    """Returns where this system shows the drives that are plugged in."""
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


def drives(looked_at: Iterable[Path] | None = None) -> list[Path]:
    """Returns the drives of boards in BOOTSEL mode; what another user laid there is none."""
    found = places() if looked_at is None else looked_at
    return [place for place in found if is_board(place) and _is_mounted_for_us(place)]


def _is_mounted_for_us(place: Path) -> bool:
    """Returns whether a folder is no link, and belongs to this user or to the system."""
    if not hasattr(os, "getuid"):
        return True
    return not place.is_symlink() and place.stat().st_uid in (os.getuid(), _SYSTEM)


def other_drives(looked_at: Iterable[Path] | None = None) -> list[Path]:
    """Returns the drives of boards in BOOTSEL mode that have another chip, an RP2350."""
    return [
        place for place in (places() if looked_at is None else looked_at) if _says(place, OTHER_ID)
    ]


def is_board(place: Path) -> bool:
    """Returns whether a folder is the drive of an RP2040 in BOOTSEL mode."""
    return _says(place, BOARD_ID)


def other_chip(place: Path) -> str:
    """Returns the sentence about a drive of ``other_drives``."""
    return (
        f"{place} is the drive of a board with an RP2350, such as a Pico 2: this firmware runs on "
        "a Raspberry Pi Pico with RP2040."
    )


def _says(place: Path, board_id: str) -> bool:
    with suppress(OSError, UnicodeDecodeError):
        return board_id in (place / INFO).read_text(encoding="ascii").splitlines()
    return False


def the_drive(named: Path | None = None) -> Path | None:
    """Returns the one drive to write to; None if there is none.

    Args:
        named: by the user.

    Raises:
        WrongDevice: what was named is not such a drive, or the only one is of another chip.
        NoDevice: there are several, and none was named.
    """
    if named is not None:
        if _says(named, OTHER_ID):
            raise WrongDevice(other_chip(named))
        if not is_board(named):
            raise WrongDevice(
                f"{named} is not the drive of a Pico in BOOTSEL mode: it has no {INFO} with "
                f"'{BOARD_ID}'."
            )
        return named
    found = drives()
    if len(found) > 1:
        names = ", ".join(map(str, found))
        raise NoDevice(f"Several boards are in BOOTSEL mode: {names}. Name one with --drive.")
    if not found and (others := other_drives()):
        raise WrongDevice(other_chip(others[0]))
    return found[0] if found else None


def wait_for_drive(
    named: Path | None = None, clock: Clock = time.monotonic, nap: Nap = time.sleep
) -> Path:
    """Returns the drive of a board that was just asked for it.

    Args:
        named: by the user; None takes the one that appears.
        clock: tells seconds.
        nap: lets so many seconds pass.

    Raises:
        NoDevice: none appears, or several are there.
    """
    until_s = clock() + APPEARS_S
    while clock() < until_s:
        found = the_drive() if named is None else named if is_board(named) else None
        if found:
            return found
        nap(LOOK_S)
    raise NoDevice(
        f"No drive RPI-RP2 appeared within {APPEARS_S:g} s. If this system does not show drives "
        "by itself, mount it and name it with --drive."
    )


def write(
    drive: Path,
    name: str,
    content: bytes,
    progress: Progress,
    clock: Clock = time.monotonic,
    nap: Nap = time.sleep,
) -> None:
    """Copies a UF2 file onto the drive, and waits until the board has left BOOTSEL mode with it.

    Args:
        drive: of a board.
        name: of the file there.
        content: of it.
        progress: takes the bytes of each step.
        clock: tells seconds.
        nap: lets so many seconds pass.

    Raises:
        PingblockError: it cannot be written, or the board did not take it.
    """
    if (drive / name).is_symlink():
        raise PingblockError(f"{drive / name} is a link, which no Pico has: nothing was written.")
    done = _copy(drive / name, content, progress)
    if done < len(content):
        raise PingblockError(
            f"{drive} disappeared after {done} of {len(content)} bytes: put the board into "
            "BOOTSEL mode and try again."
        )
    until_s = clock() + GONE_S
    while is_board(drive):
        if clock() > until_s:
            raise PingblockError(
                f"{name} is on {drive}, but the board did not start with it: unplug it and try "
                "again."
            )
        nap(LOOK_S)


def _no_link(path: str, flags: int) -> int:
    """Opens no link, which could lead away from the drive."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o644)


def _copy(path: Path, content: bytes, progress: Progress) -> int:
    """Returns how many bytes went; the board leaves with the last block, before all is tidy."""
    done = 0
    with suppress(OSError), open(path, "wb", 0, opener=_no_link) as file:
        while done < len(content):
            count = file.write(content[done : done + _CHUNK_BYTES])
            done += count
            progress(count)
        os.fsync(file.fileno())
    return done
