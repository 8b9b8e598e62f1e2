"""The private line's bytes."""

import struct

import pytest

from pingblock.virtual.desk import messages
from pingblock.virtual.desk.messages import Record

RECORDS = [Record("R", 10**15), Record("s", -1, b"abc"), Record("p", 0, b"\x0e\xff")]


def test_packed_records_unpack_unchanged():
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
def test_only_seamless_samples_are_joined(second, joins):
    first = samples(0, b"aabb")
    expected = [samples(0, b"aabbcc")] if joins else [first, second]
    assert list(messages.joined([first, second])) == expected


@pytest.mark.parametrize(
    ("size", "data", "levels"),
    [
        (2, b"\x01\x00\x02\x01", [[1, 258], [1, 258]]),
        (4, struct.pack("<HHHH", 1, 2, 3, 4), [[1, 3], [2, 4]]),
        (1, b"\x02", [[0x0202], [0x0202]]),
    ],
    ids=["half words for both channels", "a word has one for each", "a byte fills all lanes"],
)
def test_block_returns_levels_of_its_channel(size, data, levels):
    for channel in (0, 1):
        head = struct.pack("<IIHBB", 45360, 1, 944, size, channel)
        period_us, found, top = messages.block(head + data)
        assert (period_us, found.tolist(), top) == (45.36, levels[channel], 944)
