"""``pingblock image``: one UF2 file of MicroPython, firmware and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.offers import BOARDS, offer
from pingblock.common.output_file import check_place, write_file

if TYPE_CHECKING:
    from pingblock.common.micropython import Pico

OUT = Path("pingblock.uf2")


def image(
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write.")] = OUT,
    board: Annotated[
        str,
        typer.Option(
            help="Board that the file is for: pico, pico2, picow or pico2w.",
            autocompletion=offer(*BOARDS),
        ),
    ] = "pico",
    sounds: Annotated[
        Path | None, typer.Option(help="Folder with sounds of your own, such as ping.wav.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Makes one UF2 file of MicroPython, firmware and sounds, to drag onto a Pico.

    Hold BOOTSEL while plugging the board in, then copy the file onto the drive that appears, or
    use 'pingblock flash'. This erases settings and files that were on the board, unless the
    installation came with a file for it: then that one is written, and they stay.
    """
    from pingblock.common.frozen import shipped
    from pingblock.common.micropython import pico_named
    from pingblock.sounds.sound import of_folder

    pico = pico_named(board)
    check_place(out, force)
    own = of_folder(sounds) if sounds else {}
    ready = None if sounds else shipped(f"pingblock-{pico.name}")
    content = ready.read_bytes() if ready else _made(pico, own)
    write_file(out, content)
    names = ", ".join(sorted(PurePosixPath(path).stem for path in own))
    yours = f", with sounds of your own: {names}" if own else ""
    stay = " Settings and sounds that are on the board stay." if ready else ""
    text = f"{out}: {len(content) / 1000:.0f} kB{yours}.{stay}"
    fields = {"file": str(out), "bytes": len(content), "sounds": sorted(own)}
    tell({**fields, "frozen": ready is not None}, text, as_json)


def _made(pico: Pico, own: Mapping[str, bytes]) -> bytes:
    """Returns a UF2 file of MicroPython, the firmware as files, and sounds of the user's."""
    from pingblock.build.board import BOARD, with_chip
    from pingblock.build.image import device_files
    from pingblock.build.one_file import one_file
    from pingblock.build.uf2 import micropython_for
    from pingblock.common.firmware import firmware_dir

    files = device_files(firmware_dir(), own, with_chip(BOARD, pico.chip, pico.radio))
    return one_file(micropython_for(pico.name).read_bytes(), files, pico)
