"""One UF2 file that holds MicroPython, the firmware and sounds: drag it onto a board and play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pingblock.build import image, uf2
from pingblock.build.image import BLOCK_SIZE, STORAGES
from pingblock.common.micropython import PICO, Pico
from pingblock.errors import BadInput

_STEPS = range(0, BLOCK_SIZE, uf2.PAGE_SIZE)


def one_file(micropython: bytes, files: Mapping[str, bytes], pico: Pico = PICO) -> bytes:
    """Returns the UF2 file.

    Args:
        micropython: its UF2 file, as published.
        files: path on the device to content.
        pico: the kind of Pico that it is for.

    Raises:
        BadInput: that is no MicroPython for this Pico, or all does not fit.
    """
    family, storage = uf2.FAMILIES[pico.chip], STORAGES[pico.name]
    pages = dict(uf2.flash_blocks(micropython))
    other = uf2.pico_in(micropython) not in (pico, None)
    if other or uf2.family(micropython) != family or max(pages) >= storage.offset:
        raise BadInput(f"This MicroPython is not for a {pico.machine}.")
    for number, block in image.used_blocks(image.build(files, storage)).items():
        start = storage.offset + number * BLOCK_SIZE
        for at in _STEPS:
            pages[start + at] = block[at : at + uf2.PAGE_SIZE]
    return uf2.first_block(micropython) + uf2.pack(_whole_sectors(pages).items(), family)


def _whole_sectors(pages: Mapping[int, bytes]) -> dict[int, bytes]:
    """Adds what is erased with a sector anyway, so that none is written in part."""
    places = {at - at % BLOCK_SIZE + step for at in pages for step in _STEPS}
    return {at: pages.get(at, b"\xff" * uf2.PAGE_SIZE) for at in places}


def sounds_in(folder: Path) -> dict[str, bytes]:
    """Returns the sounds of a folder as a device holds them: path to content.

    Args:
        folder: each file is called like the sound whose place it takes: ``ping.wav``.

    Raises:
        BadInput: there is no such folder, one of them is no good, or they are too many.
    """
    from pingblock.sounds import sound
    from pingblock.sounds.sound_file import path_of
    from pingware.shared import own_sound

    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    paths = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    made = [sound.of_file(path, path.stem) for path in paths]
    taken = sum(each.ram_bytes for each in made)
    if taken > own_sound.RAM_BYTES_MOST:
        raise BadInput(
            f"The sounds in {folder} take {taken} bytes of memory, of {own_sound.RAM_BYTES_MOST}."
        )
    return {path_of(each.name): each.data for each in made}
