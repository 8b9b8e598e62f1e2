"""UF2 files of made-up programs."""

from pingblock.image import uf2

_SECTOR = 4096


def of_binary(content: bytes, chip: str) -> bytes:
    """Returns a UF2 file of a program at the start of flash, for a name of ``uf2.FAMILIES``."""
    steps = range(0, -(-len(content) // _SECTOR) * _SECTOR, uf2.PAGE_SIZE)
    pages = ((at, content[at : at + uf2.PAGE_SIZE].ljust(uf2.PAGE_SIZE, b"\xff")) for at in steps)
    return uf2.of_pages(pages, chip)
