"""A UF2 file with everything: its block numbers, place in the flash, and what it leaves out."""

import struct

import pytest

from pingblock.common.micropython import PICO, PICO_2, PICO_2_W, PICO_W
from pingblock.errors import BadInput
from pingblock.image import file_system, one_file, slot_image, uf2

FILES = {"main.py": b"print(1)\n", "a/app.mpy": bytes(9000), "start/app.mpy": b"x"}


def micropython(pages=20, family=uf2.RP2040):
    return uf2.pack(((at * 256, bytes([at]) * 256) for at in range(pages)), family)


@pytest.fixture
def content():
    return one_file.one_file(micropython(), FILES)


def in_flash(content, size):
    flash = bytearray(size)
    for at, page in uf2.flash_blocks(content):
        flash[at : at + len(page)] = page
    return bytes(flash)


def test_blocks_are_numbered_and_name_the_chip(content):
    made = [content[at : at + 512] for at in range(0, len(content), 512)]
    heads = [struct.unpack_from("<8I", block) for block in made]
    assert [head[5] for head in heads] == list(range(len(made)))
    assert {(head[2], head[6], head[7]) for head in heads} == {(0x2000, len(made), 0xE48BFF56)}
    addresses = [head[3] for head in heads]
    assert addresses == sorted(set(addresses))
    assert all(block[-4:] == struct.pack("<I", 0x0AB16F30) for block in made)


def test_every_sector_is_whole_and_micropython_is_unchanged(content):
    pages = dict(uf2.flash_blocks(content))
    assert all(at - at % 4096 + step in pages for at in pages for step in range(0, 4096, 256))
    assert [pages[at * 256] for at in range(20)] == [bytes([at]) * 256 for at in range(20)]


def test_only_used_blocks_are_written_over_older_content(content):
    start = file_system.PICO.offset
    flash = in_flash(content, 2 * 1024 * 1024)
    assert file_system.read(flash[start : start + file_system.PICO.size]) == FILES
    assert len(content) < 200_000


def test_unwritten_halves_of_pairs_are_in_the_file():
    made = file_system.build(FILES)
    used = file_system.used_blocks(made)
    assert {0, 1} <= used.keys()
    empty = [number for number, block in used.items() if not block.strip(b"\xff")]
    assert empty, "each folder has a spare block"
    parts = [
        made[at : at + file_system.BLOCK_SIZE]
        for at in range(0, file_system.PICO.size, file_system.BLOCK_SIZE)
    ]
    written = {number for number, part in enumerate(parts) if part.strip(b"\xff")}
    assert written <= used.keys()


def test_micropython_for_another_chip_is_refused():
    with pytest.raises(BadInput, match="not for a Raspberry Pi Pico with RP2040"):
        one_file.one_file(micropython(family=0xE48BFF59), FILES)
    with pytest.raises(BadInput, match="not for a Raspberry Pi Pico2 with RP2350"):
        one_file.one_file(micropython(), FILES, PICO_2)


def test_pico_2_file_keeps_the_first_block_and_its_storage():
    """RP2350 datasheet, erratum E10: MicroPython's files begin with a block for any chip."""
    any_chip = bytearray(uf2.pack([(0xFFFF00, bytes(256))]))
    any_chip[28:32] = struct.pack("<I", 0xE48BFF57)
    made = one_file.one_file(bytes(any_chip) + micropython(family=0xE48BFF59), FILES, PICO_2)
    assert made[:512] == bytes(any_chip)
    assert uf2.family(made) == 0xE48BFF59
    assert file_system.read(in_flash(made, 4 * 1024 * 1024)[0x100000:]) == FILES


def named(pico):
    """Returns a MicroPython that names its board in the flash, across the end of a page."""
    said = bytes(250) + pico.machine.encode() + bytes(250)
    pages = [(at, said[at : at + 256].ljust(256, b"\0")) for at in range(0, 512, 256)]
    return uf2.pack(pages, uf2.FAMILIES[pico.chip])


@pytest.mark.parametrize(("plain", "radio"), [(PICO, PICO_W), (PICO_2, PICO_2_W)])
def test_w_board_takes_micropython_of_its_pico_not_vice_versa(plain, radio):
    for board in (plain, radio):
        assert uf2.pico_in(one_file.one_file(named(plain), FILES, board)) == plain
    with pytest.raises(BadInput, match=f"not for a {plain.machine}"):
        one_file.one_file(named(radio), FILES, plain)


@pytest.mark.parametrize(
    ("pico", "offset"),
    [(PICO, 0xA0000), (PICO_2, 0x100000), (PICO_W, 0xA0000), (PICO_2_W, 0x100000)],
)
def test_files_are_where_micropython_of_the_board_mounts_them(pico, offset):
    plain = PICO if pico.chip == PICO.chip else PICO_2
    pages = dict(uf2.flash_blocks(one_file.one_file(named(plain), FILES, pico)))
    assert min(at for at in pages if at >= 4096) == offset


@pytest.mark.parametrize("content", [b"", b"x" * 512, b"UF2\n"])
def test_file_that_is_not_uf2_has_no_family(content):
    with pytest.raises(BadInput, match="not a UF2 file"):
        uf2.family(content)


def test_in_place_image_keeps_its_firmware_and_gets_files():
    firmware = slot_image.SlotImage(bytes(32), b"code" * 9, (4,))
    program = uf2.SLOTS_MODULE + PICO.machine.encode()
    parts = [(0, program), (slot_image.FIRST, firmware.factory())]
    content = uf2.of_pages(slot_image.pages(parts), "rp2040")
    made = one_file.one_file(content, {"sounds/a.snd": b"1"})
    assert slot_image.in_uf2(made) == firmware
    flash = bytearray(b"\xff" * (2 << 20))
    for at, page in uf2.flash_blocks(made):
        flash[at : at + len(page)] = page
    assert file_system.read(bytes(flash[file_system.SLOTS.offset :])) == {"sounds/a.snd": b"1"}
