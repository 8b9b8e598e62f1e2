"""The private line's bytes."""

import struct

from pingblock.virtual.desk import messages
from pingblock.virtual.desk.messages import Record

RECORDS = [Record("R", 10**15), Record("s", -1, b"abc"), Record("p", 0, b"\x0e\xff")]


def test_a_batch_comes_back_as_it_went():
    batch = messages.pack(RECORDS)
    assert messages.body_length(batch[:4]) == len(batch) - 4
    assert messages.unpack(batch[4:]) == RECORDS


def block(size: int, channel: int, data: bytes) -> list[int]:
    head = struct.pack("<IIHBB", 45360, 1, 944, size, channel)
    period_us, levels, top = messages.block(head + data)
    assert (period_us, top) == (45.36, 944)
    return levels.tolist()


def test_half_words_are_the_levels_of_both_channels():
    assert block(2, 0, b"\x01\x00\x02\x01") == [1, 258]
    assert block(2, 1, b"\x01\x00\x02\x01") == [1, 258]


def test_a_word_holds_one_level_for_each_channel():
    data = struct.pack("<HHHH", 1, 2, 3, 4)
    assert block(4, 0, data) == [1, 3]
    assert block(4, 1, data) == [2, 4]


def test_a_byte_fills_all_lanes():
    assert block(1, 0, b"\x02") == [0x0202]
