"""``pingblock flash``: a UF2 file onto a board in BOOTSEL mode."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pingblock.cli.asking import Yes, must_agree
from pingblock.cli.attached import AsJson, Port, say, tell
from pingblock.common.frozen import shipped
from pingblock.common.input_file import read_file
from pingblock.errors import BadInput, NoDevice

if TYPE_CHECKING:
    from pingblock.common.micropython import Pico
    from pingblock.connection.discovery import Found

_BYTES_MOST = 64_000_000  # a UF2 of 16 MB of flash has twice as many

File = Annotated[
    Path,
    typer.Argument(
        help="UF2 file for the board; 'pingblock image' makes one. A release's wheel has"
        " pingblock-pico.uf2 and pingblock-pico2.uf2 in it."
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
        typer.Option(help="Drive of the board in BOOTSEL mode. Default: the only one there is."),
    ] = None,
    yes: Yes = False,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Writes a UF2 file onto a Pico.

    A Pico takes it in BOOTSEL mode, as a drive. If there is no such drive, the board that is
    plugged in, or that --port names, is asked to enter that mode. Settings and sounds of
    Pingblock 0.1 are carried over to an image that runs in place.
    """
    from pingblock.cli.carrying import asked_with_files, finished, waiting, written
    from pingblock.flash.drive import check_takes, is_board, the_drive, wait_for_drive

    content, chip, pico = _read(file)
    carries = pico if _runs_in_place(content) else None
    copy = None
    is_to_come = drive is not None and port is not None and not is_board(drive)
    if place := None if is_to_come else the_drive(drive):
        check_takes(place, chip)
    name = "" if place else _board(port)
    if place and pico:
        say(_LABEL.format(file=file.name, pico=pico.machine))
    if place and carries:
        copy = waiting(carries)
    if place or not carries:
        must_agree(f"Write {file.name} onto the board? It replaces what is on it.", yes)
    asked = None if place else _at(name)
    if place is None:
        if carries:
            copy = asked_with_files(name, carries, file.name, yes)
            place = wait_for_drive(drive)
        else:
            place = _asked(name, pico, drive)
        check_takes(place, chip)
    again = written(file.name, content, place, asked, copy)
    if not again and pico and not copy:
        raise NoDevice(
            f"{_unseen(file)} Take the cable and the cells off the board, plug it in, and try "
            "'pingblock devices'."
        )
    seen = f"{file.name} is on the board, which has restarted: it is at {again}."
    fields = {"file": str(file), "drive": str(place), "bytes": len(content), "port": again or None}
    if copy:
        fields |= finished(again, copy)
    tell(fields, seen if again else f"{_unseen(file)} A program without USB has none.", as_json)


def _runs_in_place(content: bytes) -> bool:
    from pingblock.build import uf2

    return uf2.has_slots(content)


def _at(name: str) -> Found:
    """Returns the board at a port, with its serial number if USB tells it."""
    from pingblock.connection.discovery import Found, picos

    return next((each for each in picos() if each.port == name), Found(name, "", ""))


def _unseen(file: Path) -> str:
    from pingblock.flash.again import SHOWS_S

    return (
        f"{file.name} was written and the drive has gone, but the board has shown no serial port "
        f"within {SHOWS_S:g} s, so it is not known whether it started."
    )


def _read(file: Path) -> tuple[bytes, str, Pico | None]:
    """Returns a UF2 file's content, its chip, a name of ``uf2.FAMILIES``, and its kind of Pico."""
    from pingblock.build import uf2
    from pingblock.build.uf2_check import check

    ready = None if file.exists() else shipped(file.stem)
    content = read_file(ready or file, _BYTES_MOST)
    try:
        return content, check(content), uf2.pico_in(content)
    except BadInput as wrong:
        raise BadInput(f"{file}: {wrong}") from None


def _board(port: str | None) -> str:
    """Returns the port of the board to ask, which can be opened."""
    from pingblock.connection.discovery import choose
    from pingblock.connection.transport import open_port

    try:
        name = choose(port)
        open_port(name).close()
    except NoDevice as none:
        raise NoDevice(
            f"{none} Or plug the board in while holding its BOOTSEL button: it then appears "
            "as a drive.",
            none.option,
        ) from None
    return name


def _asked(name: str, pico: Pico | None, drive: Path | None) -> Path:
    from pingblock.flash.bootsel import ask
    from pingblock.flash.drive import wait_for_drive

    say(f"Asking the board at {name} to enter BOOTSEL mode.")
    ask(name, pico)
    return wait_for_drive(drive)
