"""Heads, states and addresses of firmware in a slot, and the device's C with the same format."""

import re
import struct
from binascii import crc32

import pytest
from tools.micropython_build import NATIVE

from pingblock.errors import BadInput
from pingblock.image import file_system, slot_image, uf2
from pingblock.image.slot_image import SIZE, SlotImage

BASE = bytes(range(32))
FIRST = struct.pack("<4I", 0x10080210, 5, 0x100FFFFC, 0x10001234)
SECOND = struct.pack("<4I", 0x100C0210, 5, 0x1013FFFC, 0x10001234)
PLACES = (0, 8)


def test_content_of_the_second_slot_differs_in_its_addresses():
    made = SlotImage(BASE, FIRST, slot_image.moved(FIRST, SECOND))
    assert made == SlotImage(BASE, FIRST, PLACES)
    assert (made.content_at(0), made.content_at(1)) == (FIRST, SECOND)
    assert [made.crc32(slot) for slot in (0, 1)] == [crc32(FIRST), crc32(SECOND)]


def in_uf2(slot, program=uf2.SLOTS_MODULE):
    pages = slot_image.pages([(0, program), (slot_image.FIRST, slot)])
    return slot_image.in_uf2(uf2.of_pages(pages, "rp2040"))


@pytest.mark.parametrize("extra", [b"", b"1", b"123"])
def test_uf2_file_holds_the_firmware_for_both_slots(extra):
    made = SlotImage(BASE, FIRST + extra, PLACES)
    assert in_uf2(made.factory()) == made
    assert in_uf2(made.factory(), b"another program") is None


@pytest.mark.parametrize("at", [0, 4, 40, 44, 512, 527, 528, 532, 536, 540])
def test_damaged_firmware_in_a_uf2_file_is_refused(at):
    slot = bytearray(SlotImage(BASE, FIRST, PLACES).factory())
    slot[at] ^= 0x81
    with pytest.raises(BadInput, match="is damaged: fetch the file again"):
        in_uf2(bytes(slot))


def test_firmware_too_large_with_its_addresses_is_refused():
    with pytest.raises(BadInput, match=rf"Slot 0 needs \d+ bytes, but it has {SIZE}\."):
        SlotImage(BASE, bytes(SIZE - 512), PLACES).factory()


def test_upload_has_whole_pages_and_the_head_last():
    made = SlotImage(BASE, FIRST, PLACES)
    sent = made.stream(1)
    assert sent[:256] == SECOND.ljust(256, b"\xff")
    assert sent[256:] == made.at(1, 7)[:256]
    assert len(sent) == 512


@pytest.mark.parametrize("wrong", [SECOND[:-1] + b"\x11", SECOND + b"\0\0\0\0", SECOND[:12]])
def test_content_with_other_differences_is_refused(wrong):
    with pytest.raises(BadInput, match="differs in more than its addresses"):
        slot_image.moved(FIRST, wrong)


def test_slot_has_the_expected_head_state_and_content():
    pages = SlotImage(BASE, FIRST, PLACES).at(1, 7, confirmed=False)
    fields = struct.pack("<4sI32sII", b"PBSL", 1, BASE, 16, crc32(SECOND))
    assert pages[:256] == (fields + struct.pack("<I", crc32(fields))).ljust(256, b"\xff")
    assert pages[256:512] == struct.pack("<2I", 7, 0xFFFFFFFF - 7).ljust(256, b"\xff")
    assert pages[512:] == SECOND
    confirmed = SlotImage(BASE, FIRST, PLACES).at(0, 7)
    assert confirmed[264:276] == struct.pack("<3I", 0xFFFFFFFF, 0, 0xFFFFFFFF)


def test_firmware_that_is_too_large_is_refused_with_both_sizes():
    most = SIZE - 512
    SlotImage(BASE, bytes(most), ())
    with pytest.raises(BadInput, match=rf"has {most + 4} bytes, but a slot holds {most}:"):
        SlotImage(BASE, bytes(most + 4), ())


def test_pages_fill_whole_sectors():
    found = dict(slot_image.pages([(0, b"\x01" * 4097), (0x80000, b"\x02")]))
    assert sorted(found) == [*range(0, 8192, 256), *range(0x80000, 0x81000, 256)]
    assert found[4096] == b"\x01".ljust(256, b"\xff")
    assert found[0x80000] == b"\x02".ljust(256, b"\xff")
    assert {len(page) for page in found.values()} == {256}


def test_c_source_has_the_same_slot_format():
    defined = dict(re.findall(r"#define (SLOT\w*) \((\w+)\)", (NATIVE / "slot.h").read_text()))
    magic = int(defined["SLOT_MAGIC"], 0).to_bytes(4, "little")
    assert (magic, int(defined["SLOT_FORMAT"])) == (slot_image._MAGIC, slot_image._FORMAT)
    assert int(defined["SLOTS"]) == slot_image.COUNT
    assert int(defined["SLOT_BASE"], 0) == slot_image.FIRST
    assert int(defined["SLOT_BYTES"], 0) == SIZE
    assert file_system.SLOTS.offset == slot_image.FIRST + 2 * SIZE
    assert file_system.SLOTS.offset + file_system.SLOTS.size == 2 * 1024 * 1024


@pytest.mark.parametrize(
    ("program", "files"),
    [(b"", uf2.SLOTS_MODULE), (b"start/factory.py\0" + uf2.SLOTS_MODULE, b"")],
    ids=["as files", "frozen"],
)
def test_slots_module_outside_the_base_does_not_count(program, files):
    pages = slot_image.pages([(0, program), (file_system.PICO.offset, files)])
    content = uf2.of_pages(pages, "rp2040")
    assert not uf2.has_slots(content)
    assert slot_image.in_uf2(content) is None
