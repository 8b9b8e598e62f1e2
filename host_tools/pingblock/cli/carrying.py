"""Carries a Pico's settings and sounds over to an image that runs firmware in place.

They are copied to this computer before anything is erased, written in the same UF2 file as the
image, and read back. If a command is interrupted, the copy stays, and the next command continues.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pingblock.care.carry import board
from pingblock.care.carry.board import Holding
from pingblock.care.carry.copies import Copy, of_board, the_waiting
from pingblock.care.flash import again
from pingblock.care.flash import drive as drives
from pingblock.care.flash.bootsel import BOOTLOADER
from pingblock.care.install.prompt import Prompt
from pingblock.cli.asking import must_agree
from pingblock.cli.attached import say
from pingblock.cli.bar import bar
from pingblock.common.micropython import Pico
from pingblock.connection import discovery
from pingblock.connection.discovery import Found
from pingblock.errors import NoDevice, WrongDevice
from pingblock.image.one_file import one_file

_NAMES_MOST = 8  # maximum file names in a sentence
_NOT_SEEN = (
    "A board in BOOTSEL mode does not show its files. If Pingblock 0.1 is on it, its settings "
    "and sounds are lost with this image. To keep them, plug the board in without BOOTSEL and "
    "try again."
)


def waiting(pico: Pico) -> Copy | None:
    """Returns the copy for a Pico in BOOTSEL mode, and prints what happens to its files."""
    copy = the_waiting(pico)
    say(
        (
            f"The saved settings and sounds of the board {copy.uid} are in {copy.place}: they are "
            "written to this one."
        )
        if copy
        else _NOT_SEEN
    )
    return copy


def to_bootsel(prompt: Prompt, holding: Holding, name: str, yes: bool) -> Copy | None:
    """Copies the files of a Pico, asks the user, and puts the Pico into BOOTSEL mode.

    Args:
        prompt: the prompt of the Pico.
        holding: the files of the Pico.
        name: name of the image for people.
        yes: whether the user has already agreed.

    Returns:
        The copy, or None if the Pico keeps its files.

    Raises:
        Refused, BadInput: the user does not agree.
    """
    must_agree(f"Write {name} onto this board?", yes)
    copy = None if holding.in_place else copied(prompt, holding)
    if holding.in_place and (before := of_board(holding.uid)):
        _read_back(prompt, before, fresh=False)
    say(f"Asking the board at {prompt.port} to enter BOOTSEL mode.")
    prompt.leave(BOOTLOADER)
    return copy


def announce(port: str, holding: Holding) -> None:
    """Prints what an image replaces on a Pico at a port.

    Args:
        port: the port of the Pico.
        holding: the files of the Pico.

    Raises:
        BadInput: settings and sounds do not fit.
    """
    if not holding.in_place:
        board.check_fits(holding)
    say(_replaced(port, holding))


def copied(prompt: Prompt, holding: Holding) -> Copy:
    """Copies the files of a Pico to this computer.

    If the Pico no longer has Pingblock, for example after an interruption, an earlier copy stays.
    """
    wanted = {**holding.carried, **holding.others}
    with bar("copying", sum(wanted.values())) as step:
        found = board.read(prompt, wanted, step)
    carried = {path: found[path] for path in holding.carried}
    others = {path: found[path] for path in holding.others}
    before = of_board(holding.uid)
    if before and not holding.is_pingblock:
        carried, others = {**before.carried, **carried}, {**before.others, **others}
    copy = Copy(holding.uid, holding.pico, carried, others)
    copy.save()
    return copy


def at_port(name: str) -> Found:
    """Returns the Pico at a port, with its serial number if USB reports it."""
    return next((each for each in discovery.picos() if each.port == name), Found(name, "", ""))


def written(
    name: str,
    content: bytes,
    drive: Path,
    asked: Found | None,
    copy: Copy | None,
) -> str:
    """Writes an image and the files of a copy onto a drive.

    Args:
        name: name of the file on the drive.
        content: content of the image.
        drive: drive of the Pico.
        asked: the Pico, if it was at a port before.
        copy: the copy of its files. None writes only the image.

    Returns:
        The port at which the Pico appears, or "".
    """
    if copy and copy.carried:
        content = one_file(content, copy.carried, copy.pico)
    say(f"Writing {name} onto {drive}.")
    before = discovery.picos()
    with bar("writing", len(content)) as step:
        drives.write(drive, name, content, step)
    return again.seen_again(drive, before, asked)


def finished(port: str, copy: Copy) -> dict[str, object]:
    """Reads the files of a copy back from the Pico. If all are there, removes the copy.

    Args:
        port: port of the Pico, or "" if it did not appear.
        copy: the copy of its files.

    Returns:
        Fields for ``tell``.

    Raises:
        NoDevice, WrongDevice: the Pico is missing, or this is another Pico. The copy stays.
    """
    stays = f"The copy of its settings and sounds stays in {copy.place}"
    if not port:
        raise NoDevice(f"The board has no serial port yet: try again when it has one. {stays}.")
    with Prompt(port) as prompt:
        if board.look(prompt).uid != copy.uid:
            raise WrongDevice(f"{port} is not the board {copy.uid}. {stays}.")
        kept = _read_back(prompt, copy)
    return {"carried": sorted(copy.carried), "copy": str(kept) if kept else None}


def _read_back(prompt: Prompt, copy: Copy, fresh: bool = True) -> Path | None:
    """Checks that a Pico has the files of a copy, then removes the copy.

    Args:
        prompt: the prompt of the Pico.
        copy: the copy of its files.
        fresh: False if the owner may have changed the files on the Pico in the meantime.

    Returns:
        The file with the owner's other files, or None.
    """
    if lost := board.missing(prompt, copy.carried, changed=not fresh):
        board.restore(prompt, {path: copy.carried[path] for path in lost})
    kept = copy.done()
    if copy.carried:
        say(f"Settings and sounds are on the board, and were read back: {_named(copy.carried)}.")
    if kept:
        say(f"A copy of your own files that were on the board is in {kept}.")
    return kept


def _replaced(port: str, holding: Holding) -> str:
    """Returns sentences about what the image replaces, and about the files."""
    which = f"{port} ({holding.uid}, MicroPython {holding.release})"
    if holding.in_place:
        return f"{which}: its settings and sounds stay where they are."
    what = "MicroPython and Pingblock" if holding.is_pingblock else "MicroPython"
    said = [f"{which}: {what} will be replaced."]
    if holding.carried:
        said.append(f"These files are kept: {_named(holding.carried)}.")
    if holding.others:
        kB = sum(holding.others.values()) / 1000
        said.append(
            f"These files of yours, {kB:.1f} kB, are erased there, and a copy stays on this"
            f" computer: {_named(holding.others)}."
        )
    return " ".join(said)


def _named(paths: Iterable[str]) -> str:
    names = sorted(paths)
    more = f" and {len(names) - _NAMES_MOST} more" if len(names) > _NAMES_MOST else ""
    return ", ".join(names[:_NAMES_MOST]) + more
