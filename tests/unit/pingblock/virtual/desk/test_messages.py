"""The private line's bytes."""

import struct

import pytest

from pingblock.virtual.desk import messages
from pingblock.virtual.desk.messages import Record

RECORDS = [Record("R", 10**15), Record("s", -1, b"abc"), Record("p", 0, b"\x0e\xff")]


def test_a_batch_comes_back_as_it_went():
    assert messages.unpack(messages.pack(RECORDS)) == RECORDS


def samples(at_ns: int, data: bytes, top: int = 944) -> Record:
    return Record("B", at_ns, struct.pack("<IIHBB", 45360, 1, top, 2, 0) + data)


@pytest.mark.parametrize(
    ("second", "joins"),
    [
        (samples(90_720, b"cc"), True),
        (samples(90_721, b"cc"), False),
        (samples(90_720, b"cc", top=943), False),
        (Record("P", 90_720, b"\x01\x01"), False),
    ],
    ids=["seamless", "gap", "other scale", "no samples"],
)
def test_samples_that_follow_each_other_are_one_run(second, joins):
    first = samples(0, b"aabb")
    expected = [samples(0, b"aabbcc")] if joins else [first, second]
    assert list(messages.joined([first, second])) == expected


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
