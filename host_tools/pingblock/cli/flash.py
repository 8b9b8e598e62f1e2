"""``pingblock flash``: writes a UF2 file onto a Pico in BOOTSEL mode."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pingblock.cli.asking import Yes, must_agree
from pingblock.cli.attached import AsJson, Port, say, tell
from pingblock.cli.offers import BOARDS
from pingblock.common.frozen import shipped
from pingblock.common.input_file import read_file
from pingblock.common.micropython import pico_named
from pingblock.errors import BadInput, NoDevice

if TYPE_CHECKING:
    from pingblock.care.carry.copies import Copy
    from pingblock.common.micropython import Pico

# A UF2 file has two bytes for each byte of flash, of which a Pico has at most 16 MB.
_BYTES_MOST = 64_000_000

File = Annotated[
    Path,
    typer.Argument(
        help="UF2 file for the board, for example from 'pingblock image'. Or the kind of board"
        " (pico, pico2, picow or pico2w), to write the firmware of this installation."
    ),
]
_LABEL = (
    "{file} is for a {pico}. A board in BOOTSEL mode does not say whether it is a W: its label "
    "does."
)


def flash(
    file: File,
    drive: Annotated[
        Path | None,
        typer.Option(help="Drive of the board in BOOTSEL mode. Default: the only connected one."),
    ] = None,
    yes: Yes = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Writes a UF2 file onto a Pico.

    A Pico in BOOTSEL mode is a drive that accepts the file. If there is no such drive, the command
    puts the connected board (or the board that --port names) into that mode. If the board has
    Pingblock 0.1, its settings and sounds are kept.
    """
    from pingblock.care.flash.drive import check_takes, is_board, the_drive
    from pingblock.cli.carrying import at_port, finished, written

    file = _found(file)
    content, chip, pico = _read(file)
    carries = pico if pico and _leaves_files(content, pico) else None
    is_to_come = drive is not None and port is not None and not is_board(drive)
    if place := None if is_to_come else the_drive(drive):
        check_takes(place, chip)
    name = "" if place else _board(port)
    asked = None if place else at_port(name)
    copy = _agreed(file.name, name, pico, carries, yes)
    if place is None:
        place = _asked("" if carries else name, pico, drive)
        check_takes(place, chip)
    again = written(file.name, content, place, asked, copy)
    fields = {"file": str(file), "drive": str(place), "bytes": len(content), "port": again or None}
    if copy:
        fields |= finished(again, copy)
    tell(fields, _said(file, again, pico), as_json)


def _said(file: Path, again: str, pico: Pico | None) -> str:
    """Returns a sentence about a Pico onto which a file was written.

    Args:
        file: the file that was written.
        again: the port at which the Pico appears, or "".
        pico: the kind that the file is for, or None if it has no MicroPython.

    Raises:
        NoDevice: MicroPython was written, but the Pico does not appear.
    """
    if again:
        return f"{file.name} is on the board, which has restarted: it is at {again}."
    if pico:
        raise NoDevice(
            f"{_unseen(file)} Unplug the cable, remove the batteries, plug the board in again, "
            "and try 'pingblock devices'."
        )
    return f"{_unseen(file)} A program that does not use USB has no serial port."


def _leaves_files(content: bytes, pico: Pico) -> bool:
    """Returns whether an image runs firmware in place and contains no files, such as sounds."""
    from pingblock.image import uf2
    from pingblock.image.file_system import storage_of

    end = max(at for at, _page in uf2.flash_blocks(content))
    return uf2.has_slots(content) and end < storage_of(pico, in_place=True).offset


def _unseen(file: Path) -> str:
    from pingblock.care.flash.again import SHOWS_S

    return (
        f"{file.name} was written and the drive has disappeared, but the board has shown no "
        f"serial port within {SHOWS_S:g} s, so it is not known whether it started."
    )


def _found(file: Path) -> Path:
    """Returns the file that the user means by a path or a name."""
    from pingblock.image.ready_slots import download

    if file.exists():
        return file
    if str(file) in BOARDS:
        return download(pico_named(str(file)))
    return shipped(file.stem) or file


def _read(file: Path) -> tuple[bytes, str, Pico | None]:
    """Returns a UF2 file's content, its chip, a name of ``uf2.FAMILIES``, and its kind of Pico."""
    from pingblock.care.flash.uf2_check import check
    from pingblock.image import uf2

    content = read_file(file, _BYTES_MOST)
    try:
        return content, check(content), uf2.pico_in(content)
    except BadInput as wrong:
        raise BadInput(f"{file}: {wrong}") from None


def _board(port: str | None) -> str:
    """Returns the port of the Pico to ask, which must be possible to open."""
    from pingblock.connection.cures import HOLD_BOOTSEL
    from pingblock.connection.discovery import choose
    from pingblock.connection.transport import open_port

    try:
        name = choose(port)
        open_port(name).close()
    except NoDevice as none:
        raise NoDevice(
            f"{none} Or for a board without Pingblock: {HOLD_BOOTSEL}. It then appears as a "
            "drive.",
            none.option,
        ) from None
    return name


def _agreed(
    what: str, name: str, pico: Pico | None, carries: Pico | None, yes: bool
) -> Copy | None:
    """Asks the user. Copies the files of a Pico that are carried over, if any.

    Args:
        what: what will be written.
        name: name of the port, if the Pico is not in BOOTSEL mode.
        pico: the kind that the file is for.
        carries: the kind of Pico whose files are carried over. This function puts it into BOOTSEL
            mode.
        yes: whether the user has already agreed.
    """
    from pingblock.care.carry.board import look
    from pingblock.care.install.prompt import Prompt
    from pingblock.cli.carrying import announce, to_bootsel, waiting
    from pingblock.common.micropython import check_kind

    if carries and name:
        with Prompt(name) as prompt:
            holding = look(prompt)
            check_kind(name, holding.pico, carries)
            announce(name, holding)
            return to_bootsel(prompt, holding, what, yes)
    if pico and pico.radio and not name:
        say(_LABEL.format(file=what, pico=pico.machine))
    copy = waiting(carries) if carries else None
    must_agree(f"Write {what} onto the board? It replaces what is on it.", yes)
    return copy


def _asked(name: str, pico: Pico | None, drive: Path | None) -> Path:
    """Returns the drive of the Pico at a port. If needed, puts it into BOOTSEL mode."""
    from pingblock.care.flash.bootsel import ask
    from pingblock.care.flash.drive import wait_for_drive

    if name:
        say(f"Asking the board at {name} to enter BOOTSEL mode.")
        ask(name, pico)
    return wait_for_drive(drive)
