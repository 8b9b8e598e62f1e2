"""The tests' boot drive waits for the same blocks as a Pico, and rejects others."""

import pytest
from tests import boot_drive

from pingblock.image import uf2

PAGES = [(0, b"\x01" * 256), (256, b"\x02" * 256), (8192, b"\x03" * 256)]


def test_pages_are_in_erased_sectors():
    flash = boot_drive.dropped(uf2.pack(PAGES), bytes(len(boot_drive.ERASED)))
    assert flash[:512] == b"\x01" * 256 + b"\x02" * 256
    assert flash[512:4096] == b"\xff" * 3584
    assert flash[4096:8192] == bytes(4096)
    assert flash[8192:8448] == b"\x03" * 256


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (uf2.pack(PAGES)[:-512], "1 blocks are missing"),
        (uf2.pack(PAGES, 0xE48BFF59), "0 blocks are missing"),
        (uf2.pack([(1 << 24, bytes(256))]), "for 0x11000000"),
    ],
    ids=["cut", "another chip", "beyond the flash"],
)
def test_board_does_not_restart_with_a_bad_file(content, fault):
    with pytest.raises(ValueError, match=fault):
        boot_drive.dropped(content)
