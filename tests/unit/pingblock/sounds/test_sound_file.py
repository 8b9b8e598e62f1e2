"""A sound's file: packed data can be unpacked, and files a device would refuse are not made."""

from array import array
from zlib import crc32

import pytest

from pingblock.errors import BadInput
from pingblock.sounds.sound import of_name
from pingblock.sounds.sound_file import pack, path_of, unpack

NONE = array("H")


def test_packed_sound_unpacks_unchanged():
    program, recording = of_name("laugh").program, array("H", [32_768, 1, 2, 3])
    assert unpack(pack(program, recording)) == (program, recording)
    assert path_of("laugh") == "/sounds/laugh.snd"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "it is damaged"),
        (lambda data: data[:-4], "it is damaged"),
        (lambda data: b"", "it is cut off"),
        (lambda data: b"RIFF" + data[4:], "it is not a sound"),
    ],
)
def test_damaged_file_is_refused_with_reason(spoil, why):
    with pytest.raises(BadInput, match=f"could not play this sound: {why}"):
        unpack(spoil(of_name("laugh").data))


def test_file_of_wrong_length_with_right_checksum_is_refused():
    program = of_name("laugh").program
    whole = pack(program, array("H", [1, 2]))
    shorter = bytearray(whole)
    shorter[10:12] = b"\0\0"
    shorter[4:8] = crc32(shorter[8:]).to_bytes(4, "little")
    with pytest.raises(BadInput, match="its length is wrong"):
        unpack(bytes(shorter))


def test_sound_that_device_would_refuse_is_not_packed():
    program = of_name("laugh").program[:]
    program[1] = 2
    with pytest.raises(BadInput, match="its length is impossible"):
        pack(program, NONE)
    with pytest.raises(BadInput, match="it is too big"):
        pack(of_name("laugh").program, array("H", bytes(40_000)))
