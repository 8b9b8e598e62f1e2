"""The file format of custom sounds on a device. ``shared.own_sound`` describes it."""

from __future__ import annotations

import struct
from array import array
from binascii import crc32

from pingblock.errors import BadInput
from pingware.shared import own_sound

FOLDER = "/sounds"
ENDING = ".snd"


def path_of(name: str) -> str:
    """Returns the path on a device of the sound that replaces tune ``name``."""
    return f"{FOLDER}/{name}{ENDING}"


def pack(program: array[int], recording: array[int]) -> bytes:
    """Returns the content of a sound file.

    Args:
        program: a program from ``pingblock.tunes.sequencer``, which plays the sound once.
        recording: samples with an even number, 32768 = zero, or empty if the sound is only a
            program.

    Raises:
        BadInput: a device would refuse the sound.
    """
    words = struct.pack(f"<HH{len(program)}i", len(program), len(recording), *program)
    rest = words + struct.pack(f"<{len(recording)}H", *recording)
    data = bytes(own_sound.MAGIC + struct.pack("<I", crc32(rest)) + rest)
    unpack(data)
    return data


def unpack(data: bytes) -> tuple[array[int], array[int]]:
    """Returns the program and the recording in a sound file, checked like on a device.

    Raises:
        BadInput: the reason why a device would refuse it.
    """
    try:
        crc, words, halfwords = own_sound.read_head(data[: own_sound.HEAD_BYTES])
        start = own_sound.HEAD_BYTES + 4 * words
        if crc32(data[own_sound.CRC_FROM :]) != crc:
            raise ValueError("it is damaged")
        if len(data) != start + 2 * halfwords:
            raise ValueError("its length is wrong")
        program = array("i", data[own_sound.HEAD_BYTES : start])
        own_sound.aim(program, halfwords, own_sound.RECORDINGS_AT)
    except ValueError as wrong:
        raise BadInput(f"The device could not play this sound: {wrong}.") from None
    return program, array("H", data[start:])
