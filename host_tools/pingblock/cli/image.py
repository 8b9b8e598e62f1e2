"""``pingblock image``: one UF2 file of MicroPython, firmware and sounds."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Annotated

import typer

from pingblock.cli.asking import Force
from pingblock.cli.attached import AsJson, tell
from pingblock.cli.offers import BOARDS, offer
from pingblock.common.output_file import check_place, write_file
from pingblock.connection.plain_text import plain

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
    use 'pingblock flash'. This erases settings and files that were on the board.
    """
    from pingblock.build.board import BOARD, with_chip
    from pingblock.build.image import device_files
    from pingblock.build.one_file import one_file
    from pingblock.build.uf2 import micropython_for
    from pingblock.common.firmware import firmware_dir
    from pingblock.common.micropython import pico_named
    from pingblock.sounds.sound import of_folder

    pico = pico_named(board)
    check_place(out, force)
    own, left_out = of_folder(sounds) if sounds else ({}, ())
    files = device_files(firmware_dir(), own, with_chip(BOARD, pico.chip, pico.radio))
    write_file(out, content := one_file(micropython_for(pico.name).read_bytes(), files, pico))
    names = ", ".join(sorted(PurePosixPath(path).stem for path in own))
    yours = f", with sounds of your own: {names}" if own else ""
    others = ", ".join(map(plain, left_out))
    without = f" Left out, as they are not sounds: {others}." if others else ""
    text = f"{out}: {len(content) / 1000:.0f} kB{yours}.{without}"
    fields = {"file": str(out), "bytes": len(content), "sounds": sorted(own)}
    tell({**fields, "left_out": list(left_out)}, text, as_json)
