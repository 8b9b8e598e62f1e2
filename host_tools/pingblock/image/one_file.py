"""Makes one UF2 file with MicroPython, firmware and files, to drag onto a Pico."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.common.micropython import PICO, Pico
from pingblock.errors import BadInput
from pingblock.image import file_system, uf2
from pingblock.image.file_system import BLOCK_SIZE

_STEPS = range(0, BLOCK_SIZE, uf2.PAGE_SIZE)


def one_file(micropython: bytes, files: Mapping[str, bytes], pico: Pico = PICO) -> bytes:
    """Returns one UF2 file with these parts.

    Args:
        micropython: the published UF2 file, or an image that runs firmware in place.
        files: path on the device to content.
        pico: the kind of Pico that the file is for.

    Raises:
        BadInput: the UF2 file is not a MicroPython for this Pico, or the files do not fit.
    """
    family = uf2.FAMILIES[pico.chip]
    storage = file_system.storage_of(pico, uf2.has_slots(micropython))
    pages = dict(uf2.flash_blocks(micropython))
    made_for = uf2.pico_in(micropython)
    other = made_for is not None and not pico.takes(made_for)
    if other or uf2.family(micropython) != family or max(pages) >= storage.offset:
        raise BadInput(f"This MicroPython is not for a {pico.machine}.")
    for number, block in file_system.used_blocks(file_system.build(files, storage)).items():
        start = storage.offset + number * BLOCK_SIZE
        for at in _STEPS:
            pages[start + at] = block[at : at + uf2.PAGE_SIZE]
    return uf2.first_block(micropython) + uf2.pack(_whole_sectors(pages).items(), family)


def _whole_sectors(pages: Mapping[int, bytes]) -> dict[int, bytes]:
    """Adds the rest of each flash sector, because a sector is always erased as a whole."""
    places = {at - at % BLOCK_SIZE + step for at in pages for step in _STEPS}
    return {at: pages.get(at, b"\xff" * uf2.PAGE_SIZE) for at in places}
