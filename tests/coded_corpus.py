"""Coded sound files of common kinds, with the tone of ``tests/sound_corpus.py``."""

from __future__ import annotations

import io
import struct

import numpy as np
from tests.sound_corpus import RATE_HZ, TONE, Case, id3, tone

SEVERAL = "The file holds several recordings: only the first is used."

NO_PIECE = "This looks like an Ogg file, but it ends before its sound begins"


def _ape(flags: int, size: int) -> bytes:
    """Returns the head or the end of an APEv2 tag."""
    return b"APETAGEX" + struct.pack("<4I8x", 2000, size, 1, flags)


_PICTURE = struct.pack("<2I", 24, 2) + b"Cover Art\0" + b"\xff\xfb\x90\x64" * 6
APE_TAG = _ape(0xA0000000, len(_PICTURE) + 32) + _PICTURE + _ape(0x80000000, len(_PICTURE) + 32)
ID3_AT_END = b"TAG" + bytes(125)
ENDS = {
    "an ID3v1 tag": ID3_AT_END,
    "an APE tag": APE_TAG,
    "both tags": APE_TAG + ID3_AT_END,
    "zeros": bytes(4000),
    "three zeros": bytes(3),
    "ones": b"\xff" * 500,
}


def _varied_mp3(noise: np.ndarray) -> bytes:
    """Returns an MP3 of variable bit rate without a first frame that contains its length."""
    import soundfile

    held = io.BytesIO()
    soundfile.write(
        held, np.concatenate([0 * noise, noise, noise]) + np.tile(0.3 * tone(lasts_ms=600), 3),
        RATE_HZ, format="MP3", subtype="MPEG_LAYER_III", bitrate_mode="VARIABLE",
        compression_level=0.3,
    )  # fmt: skip
    data = held.getvalue()
    return data[data.find(data[:2], 100) :]


def flac_in_ogg(flac: bytes) -> bytes:
    """Returns an Ogg file with a FLAC file of one frame, one packet on each page."""
    blocks, at, is_last = [], 4, False
    while not is_last:
        is_last = bool(flac[at] & 0x80)
        end = at + 4 + int.from_bytes(flac[at + 1 : at + 4], "big")
        blocks.append(flac[at:end])
        at = end
    first = b"\x7fFLAC\1\0" + (len(blocks) - 1).to_bytes(2, "big") + b"fLaC" + blocks[0]
    packets = [first, *blocks[1:], flac[at:]]
    samples = int.from_bytes(blocks[0][17:22], "big") & 0xFFFFFFFFF
    return b"".join(
        _page(packet, number, len(packets), samples) for number, packet in enumerate(packets)
    )


def _page(packet: bytes, number: int, count: int, samples: int) -> bytes:
    flags = 2 if number == 0 else 4 if number == count - 1 else 0
    sizes = b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255])
    place = samples if number == count - 1 else 0
    head = struct.pack("<4sBBqIIIB", b"OggS", 0, flags, place, 7, number, 0, len(sizes)) + sizes
    page = head + packet
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc >> 31 else 0)) & 0xFFFFFFFF
    return page[:22] + crc.to_bytes(4, "little") + page[26:]


def coded_cases() -> list[Case]:
    """Returns files that the browser decodes: MP3, Ogg and FLAC."""
    import soundfile

    def coded(
        kind: str, subtype: str, samples: np.ndarray = TONE, rate_hz: int = RATE_HZ
    ) -> bytes:
        held = io.BytesIO()
        soundfile.write(held, samples, rate_hz, format=kind, subtype=subtype)
        return held.getvalue()

    noise = tone(lasts_ms=600) + 0.05 * np.random.default_rng(1).standard_normal(26_460)
    mp3, flac = coded("MP3", "MPEG_LAYER_III"), coded("FLAC", "PCM_16")
    vorbis = coded("OGG", "VORBIS")
    long = coded("FLAC", "PCM_16", noise)
    bare = _varied_mp3(noise)
    vorbis_long = coded("OGG", "VORBIS", np.tile(noise, 3))
    opus, ten = coded("OGG", "OPUS", tone(48_000), 48_000), np.tile(noise, 3)
    missing = "its end is missing."
    lame = coded("MP3", "MPEG_LAYER_III", noise)
    stereo = coded("FLAC", "PCM_24", np.stack([TONE, -TONE], 1))
    unnamed = flac[:21] + bytes([flac[21] & 0xF0, 0, 0, 0, 0]) + flac[26:]
    piped = long[:21] + bytes([long[21] & 0xF0, 0, 0, 0, 0]) + long[26:]
    early = "The file ends early: it has 279 of the 600 ms"
    return [
        Case("MP3", mp3, TONE, ending=".mp3"),
        Case("MP3 behind a tag", id3() + mp3, TONE, ending=".mp3"),
        Case("MP3 with another ending", mp3, TONE),
        Case("Ogg Vorbis", vorbis, TONE, ending=".ogg"),
        Case("Ogg Vorbis behind a tag", id3() + vorbis, TONE, ending=".ogg"),
        Case("Ogg Opus", opus, TONE, ending=".opus"),
        Case("FLAC", flac, TONE, ending=".flac"),
        Case("FLAC behind a tag", id3() + flac, TONE, ending=".flac"),
        Case("FLAC of a pipe", unnamed, TONE, ending=".flac"),
        Case("a cut FLAC of a pipe", piped[: len(piped) // 2], None, said=missing, ending=".flac"),
        *(
            Case(f"FLAC of a pipe before {after}", piped + end, noise, ending=".flac")
            for after, end in ENDS.items()
        ),
        Case("FLAC in opposite phase", stereo, TONE, said="Only channel 1", ending=".flac"),
        Case("a cut FLAC", long[: len(long) // 2], noise[:12288], said=early, ending=".flac"),
        Case("a cut MP3", lame[: len(lame) // 2], None, said="The file ends early", ending=".mp3"),
        Case("MP3 of a pipe", bare, ten, ending=".mp3"),
        Case("a cut MP3 of a pipe", bare[: len(bare) // 2], None, said=missing, ending=".mp3"),
        Case("a cut Ogg", vorbis_long[: len(vorbis_long) // 2], None, said=missing, ending=".ogg"),
        Case(
            "FLAC in Ogg",
            flac_in_ogg(coded("FLAC", "PCM_16", TONE[:4000])),
            TONE[:4000],
            ending=".oga",
        ),
        Case("a chained Ogg", vorbis + vorbis_long, TONE, said=SEVERAL, ending=".ogg"),
        Case(
            "a chained Ogg that is cut", vorbis + vorbis[:-300], TONE, said=SEVERAL, ending=".ogg"
        ),
        Case("a chained Opus", opus + opus, TONE, said=SEVERAL, ending=".opus"),
        Case("two FLACs", flac + long, TONE, said=SEVERAL, ending=".flac"),
        Case("Ogg before zeros", vorbis + bytes(500), TONE, ending=".ogg"),
        Case("FLAC before zeros", flac + bytes(500), TONE, ending=".flac"),
        *(
            Case(f"{of} before {after}", mp3 + end, samples, ending=".mp3")
            for of, mp3, samples in (("MP3", mp3, TONE), ("MP3 of a pipe", bare, ten))
            for after, end in ENDS.items()
        ),
        Case("MP3 behind an APE tag", APE_TAG + mp3, TONE, ending=".mp3"),
        Case("a damaged FLAC", flac[:60], refused="This looks like a FLAC file", ending=".flac"),
        Case("a damaged Ogg", vorbis[:60], refused=NO_PIECE, ending=".ogg"),
        Case("an Ogg cut in its only page", vorbis[:-300], refused=NO_PIECE, ending=".ogg"),
        Case(
            "MP3 behind a tag of a wrong size", id3()[:-1] + bytes(900) + mp3, None, ending=".mp3"
        ),
        Case("a damaged MP3", id3() + b"no sound" * 40, refused="This looks like an MP3 file"),
    ]
