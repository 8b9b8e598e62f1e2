"""``pingblock image``: one UF2 file of MicroPython, firmware and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.offers import BOARDS, offer
from pingblock.common.output_file import check_place, write_file
from pingblock.common.plain_text import plain

if TYPE_CHECKING:
    from pingblock.common.micropython import Pico

OUT = Path("pingblock.uf2")


def image(
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write.")] = OUT,
    board: Annotated[
        str,
        typer.Option(
            help="Board for which the file is made: pico, pico2, picow or pico2w.",
            autocompletion=offer(*BOARDS),
        ),
    ] = "pico",
    sounds: Annotated[
        Path | None, typer.Option(help="Folder with your own sounds, such as ping.wav.")
    ] = None,
    erase: Annotated[
        bool,
        typer.Option(
            "--erase", help="Erase all settings and sounds of the board, including a mute lock."
        ),
    ] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Makes a UF2 file with MicroPython, firmware and sounds, which you can drag onto a Pico.

    Remove the batteries. Hold BOOTSEL while you plug the board in, then copy the file onto the
    drive that appears, or use 'pingblock flash'. If the board already has such an image, and you
    use neither --sounds nor --erase, its settings and sounds are kept. Otherwise the file erases
    all files of the board.
    """
    from pingblock.common.micropython import pico_named
    from pingblock.sounds.sound import of_folder

    pico = pico_named(board)
    check_place(out, force)
    own, left_out = of_folder(sounds) if sounds else ({}, ())
    content = _made(pico, own, erase or bool(own))
    write_file(out, content)
    fields = {"file": str(out), "sounds": sorted(own), "board": pico.name} | _inside(content)
    fields["erases"] = erase or bool(own)
    fields |= {"left_out": list(left_out)}
    tell(fields, _written(fields, pico.label), as_json)


def _made(pico: Pico, own: Mapping[str, bytes], erases: bool) -> bytes:
    """Returns a UF2 file with MicroPython, the firmware, and custom sounds.

    With ``erases``, it also contains a file system with only those sounds.
    """
    from pingblock.image.one_file import one_file
    from pingblock.image.ready_slots import download

    content = download(pico).read_bytes()
    return one_file(content, own, pico) if erases else content


def _inside(content: bytes) -> dict[str, Any]:
    """Returns the size of a file, and the versions of its contents."""
    from pingblock import __version__
    from pingblock.image.uf2 import micropython_in

    versions = {"version": __version__, "micropython": micropython_in(content)}
    return {"bytes": len(content), **versions}


def _written(fields: Mapping[str, Any], label: str) -> str:
    """Returns a sentence about the file."""
    names = ", ".join(PurePosixPath(path).stem for path in fields["sounds"])
    yours = f", with your own sounds: {names}" if names else ""
    stay = " Settings and sounds of a board whose firmware runs in place stay."
    if fields["erases"]:
        stay = " It erases all other files of the board, with the settings and the mute lock."
    others = ", ".join(map(plain, fields["left_out"]))
    left_out = f" Left out, as they are not sounds: {others}." if others else ""
    return (
        f"{fields['file']}: {fields['bytes'] / 1000:.0f} kB for a {label}, with Pingblock "
        f"{fields['version']} and MicroPython {fields['micropython']}{yours}."
        f"{stay}{left_out}"
    )
