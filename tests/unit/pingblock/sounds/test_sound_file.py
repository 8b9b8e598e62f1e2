"""The file of a sound: packed data comes back, and files that a device refuses are not made."""

from array import array
from zlib import crc32

import pytest

from pingblock.errors import BadInput
from pingblock.sounds.sound import of_name
from pingblock.sounds.sound_file import pack, path_of, unpack

NONE = array("H")


def test_what_is_packed_comes_back():
    program, recording = of_name("laugh").program, array("H", [32_768, 1, 2, 3])
    assert unpack(pack(program, recording)) == (program, recording)
    assert path_of("laugh") == "/sounds/laugh.snd"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "it is damaged"),
        (lambda data: data[:-4], "it is damaged"),
        (lambda data: b"", "it is cut off"),
        (lambda data: b"RIFF" + data[4:], "it is no sound"),
    ],
)
def test_a_spoilt_file_is_told(spoil, why):
    with pytest.raises(BadInput, match=f"could not play this sound: {why}"):
        unpack(spoil(of_name("laugh").data))


def test_a_longer_file_with_a_right_sum_is_told():
    program = of_name("laugh").program
    whole = pack(program, array("H", [1, 2]))
    shorter = bytearray(whole)
    shorter[10:12] = b"\0\0"
    shorter[4:8] = crc32(shorter[8:]).to_bytes(4, "little")
    with pytest.raises(BadInput, match="its length is wrong"):
        unpack(bytes(shorter))


def test_what_a_device_would_refuse_is_not_packed():
    program = of_name("laugh").program[:]
    program[1] = 2
    with pytest.raises(BadInput, match="its length is impossible"):
        pack(program, NONE)
    with pytest.raises(BadInput, match="it is too big"):
        pack(of_name("laugh").program, array("H", bytes(40_000)))
