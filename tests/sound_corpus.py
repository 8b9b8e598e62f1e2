"""Sound files of many kinds, with the samples that both readers must find in them.

``pingblock sounds`` reads them on a computer, and the page reads them in a browser: see
test_audio_file.py and tests/page/test_sound_files.py. All are made here from one fading tone.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

HZ, RATE_HZ, LASTS_MS = 587.0, 44_100, 250
EXACT, COARSE, CODED = 1e-4, 0.012, 0.03
MICROSOFT = bytes.fromhex("000000001000800000aa00389b71")
AMBISONIC = bytes.fromhex("00002107d3118644c8c1ca000000")
PIPED = 0xFFFFFFFF
EMPTY, NO_SOUND = "The file is empty", "There is no sound in the file"


@dataclass(frozen=True)
class Case:
    """A file, and the answer that each reader of sound files must give.

    Args:
        name: name of the case.
        data: content of the file.
        samples: number of samples that are read from it, or None if it is refused.
        rate_hz: their sample rate.
        near: largest difference of a sample.
        said: words in the one sentence about it, or "" if there is no sentence.
        refused: beginning of the sentence that refuses it.
        ending: extension of the file's name.
    """

    name: str
    data: bytes
    samples: np.ndarray | None = None
    rate_hz: int = RATE_HZ
    near: float = EXACT
    said: str = ""
    refused: str = ""
    ending: str = ".wav"


def tone(rate_hz: int = RATE_HZ, lasts_ms: int = LASTS_MS) -> np.ndarray:
    """Returns a fading tone, -0.6..0.6."""
    at = np.arange(rate_hz * lasts_ms // 1000) / rate_hz
    return 0.6 * np.sin(2 * np.pi * HZ * at) * np.exp(-3 * at)


def whole(samples: np.ndarray, width: int, order: str = "<") -> bytes:
    """Returns PCM samples as bytes."""
    if width == 1:
        return np.round(samples * 127 + 128).astype(np.uint8).tobytes()
    wide = np.round(samples * (2 ** (8 * width - 1) - 1)).astype(f"{order}i8").view(np.uint8)
    part = wide.reshape(-1, 8)
    return (part[:, :width] if order == "<" else part[:, -width:]).tobytes()


def chunk(name: bytes, body: bytes, size: int | None = None, order: str = "<", pad=True) -> bytes:
    """Returns a chunk. ``size`` can claim another size."""
    length = len(body) if size is None else size
    return name + struct.pack(f"{order}I", length) + body + b"\0" * (pad and len(body) % 2)


def fmt(tag=1, channels=1, rate_hz=RATE_HZ, bits=16, more=b"", align=None, order="<", **other):
    """Returns the chunk of a format."""
    align = channels * ((bits + 7) // 8) if align is None else align
    a_second = other.pop("a_second", rate_hz * align)
    head = struct.pack(f"{order}HHIIHH", tag, channels, rate_hz, a_second, align, bits)
    return chunk(b"fmt ", head + more, order=order, **other)


def extensible(tag: int, end: bytes = MICROSOFT, valid: int = 16, **other) -> bytes:
    """Returns the chunk of an extensible format."""
    more = struct.pack("<HHI", 22, valid, 0) + struct.pack("<H", tag) + end
    return fmt(0xFFFE, more=more, **other)


def riff(*chunks: bytes, size: int | None = None, name=b"RIFF", order="<") -> bytes:
    """Returns a file of chunks."""
    body = b"WAVE" + b"".join(chunks)
    return name + struct.pack(f"{order}I", len(body) if size is None else size) + body


def id3(size: int = 300, footer: bool = False) -> bytes:
    """Returns an ID3v2 tag of ``size`` bytes."""
    coded = bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x04\0" + (b"\x10" if footer else b"\0") + coded + bytes(size + 10 * footer)


def a_law(samples: np.ndarray) -> bytes:
    """Codes samples by ITU-T G.711."""
    found = []
    for value in np.round(samples * 32767).astype(int):
        low = min(abs(int(value)), 32767) >> 4
        step = max(0, low.bit_length() - 4)
        mantissa = (low >> (step - 1) if step else low) & 15
        found.append(((0x80 if value >= 0 else 0) | step << 4 | mantissa) ^ 0x55)
    return bytes(found)


def u_law(samples: np.ndarray) -> bytes:
    """Codes samples by ITU-T G.711."""
    found = []
    for value in np.round(samples * 32635).astype(int):
        biased = min(abs(int(value)), 32635) + 132
        step = biased.bit_length() - 8
        sign = 0x80 if value < 0 else 0
        found.append(~(sign | step << 4 | biased >> (step + 3) & 15) & 0xFF)
    return bytes(found)


def beside(*columns: np.ndarray) -> np.ndarray:
    """Returns channels as frames."""
    return np.stack(columns, axis=1).reshape(-1)


TONE = tone()
S16 = whole(TONE, 2)
LIST = chunk(b"LIST", b"INFOISFT" + struct.pack("<I", 14) + b"Lavf60.3.100\0\0")


def data(body: bytes = S16, size: int | None = None) -> bytes:
    """Returns the chunk of samples."""
    return chunk(b"data", body, size)


def _codings() -> Iterator[Case]:
    for width in (1, 2, 3, 4):
        near = COARSE if width == 1 else EXACT
        body = data(whole(TONE, width))
        yield Case(f"{8 * width} bits", riff(fmt(bits=8 * width), body), TONE, near=near)
    float32, double = TONE.astype("<f4").tobytes(), TONE.astype("<f8").tobytes()
    fact = chunk(b"fact", struct.pack("<I", len(TONE)))
    yield Case("float", riff(fmt(3, bits=32, more=b"\0\0"), fact, data(float32)), TONE)
    yield Case("double", riff(fmt(3, bits=64), data(double)), TONE)
    loud = (TONE * 32768).astype("<f4")
    loud[7], loud[9] = np.nan, np.inf
    held = TONE / np.abs(TONE).max()
    held[[7, 9]] = 0
    yield Case(
        "float that is loud and not finite", riff(fmt(3, bits=32), data(loud.tobytes())), held
    )
    yield Case("A-law", riff(fmt(6, bits=8), data(a_law(TONE))), TONE, near=CODED)
    yield Case("u-law", riff(fmt(7, bits=8), data(u_law(TONE))), TONE, near=CODED)
    yield Case("12 bits in 16", riff(fmt(bits=12, align=2), data()), TONE)
    yield Case("20 bits in 24", riff(fmt(bits=20, align=3), data(whole(TONE, 3))), TONE)
    yield Case("24 bits in 32", riff(fmt(bits=24, align=4), data(whole(TONE, 4))), TONE)
    yield Case("no bits named", riff(fmt(bits=0, align=2), data()), TONE)
    wrong = fmt(align=4, a_second=2 * RATE_HZ)
    yield Case("a wrong size of frames", riff(wrong, data()), TONE)
    yield Case("extensible", riff(extensible(1), data()), TONE)
    wide = extensible(1, channels=2, bits=24, valid=24)
    yield Case("extensible, stereo, 24 bits", riff(wide, data(whole(beside(TONE, TONE), 3))), TONE)
    yield Case("extensible float", riff(extensible(3, bits=32, valid=32), data(float32)), TONE)
    yield Case(
        "extensible A-law", riff(extensible(6, bits=8), data(a_law(TONE))), TONE, near=CODED
    )
    yield Case("Ambisonic", riff(extensible(1, AMBISONIC), data()), TONE)
    yield Case("extensible, cut", riff(fmt(0xFFFE, more=b"\0\0"), data()), TONE)
    for bits in (16, 24):
        big = chunk(b"data", whole(TONE, bits // 8, ">"), order=">")
        file = riff(fmt(bits=bits, order=">"), big, name=b"RIFX", order=">")
        yield Case(f"big endian, {bits} bits", file, TONE)
    for rate_hz in (4_000, 8_000, 11_025, 22_254, 96_000, 192_000, 384_000):
        samples = tone(rate_hz)
        file = riff(fmt(rate_hz=rate_hz), data(whole(samples, 2)))
        yield Case(f"{rate_hz} a second", file, samples, rate_hz)


def _sizes() -> Iterator[Case]:
    for size in (0, PIPED, PIPED - 36, 0x7FFFFFFF, 0x7FFFFFDB, 0x80000000):
        yield Case(f"a pipe's size {size:#x}", riff(fmt(), LIST, data(size=size), size=size), TONE)
    yield Case("no size of all", riff(fmt(), data(), size=0), TONE)
    yield Case("a size that is 8 too small", riff(fmt(), data(), size=len(S16)), TONE)
    yield Case("a size that is 16 too big", riff(fmt(), data(size=len(S16) + 16)), TONE)
    long = chunk(b"ds64", struct.pack("<QQQI", 99, len(S16), len(TONE), 0))
    for name in (b"RF64", b"BW64"):
        file = riff(long, fmt(), data(size=PIPED), LIST, name=name, size=PIPED)
        yield Case(name.decode(), file, TONE)
    half = TONE[: len(TONE) // 2]
    file = riff(fmt(), data(size=2 * len(S16)))
    yield Case("cut in the middle", file, TONE, said="it has 250 of the 500 ms that its header")
    file = riff(fmt(), data())[: 44 + 2 * len(half) + 1]
    yield Case("cut in a sample", file, half, said="it has 125 of the 250 ms that its header")
    at_8k = tone(8_000)[:1764]  # a length of 220.5 ms
    file = riff(fmt(rate_hz=8_000), data(whole(at_8k, 2), size=2 * 1804))
    yield Case("cut in a millisecond", file, at_8k, 8_000, said="it has 221 of the 226 ms")


def _chunks() -> Iterator[Case]:
    odd = chunk(b"note", b"abc")
    unpadded = chunk(b"note", b"abc", pad=False)
    yield Case("chunks before and after", riff(LIST, odd, fmt(), odd, LIST, data(), LIST), TONE)
    yield Case("an odd chunk without padding", riff(unpadded, fmt(), unpadded, data()), TONE)
    yield Case(
        "padded by a space", riff(chunk(b"note", b"abc", pad=False) + b" ", fmt(), data()), TONE
    )
    broken = chunk(b"LIST", b"INFO", size=9_000_000)
    yield Case("a chunk with a wrong size", riff(fmt(), broken, data()), TONE)
    yield Case("a format longer than it says", riff(fmt(more=b"\0\0", size=16), data()), TONE)
    yield Case("a format shorter than it says", riff(fmt(size=18), data()), TONE)
    yield Case("samples before the format", riff(data(), fmt()), TONE)
    yield Case("a second chunk of samples", riff(fmt(), data(), data(bytes(400))), TONE)
    yield Case("a big chunk in front", riff(chunk(b"bext", bytes(602)), fmt(), data()), TONE)
    yield Case("a tag in front", id3() + riff(fmt(), data()), TONE)
    yield Case("a tag with a footer", id3(17, footer=True) + riff(fmt(), data()), TONE)
    yield Case("a tag in it", riff(fmt(), data(), chunk(b"id3 ", id3())), TONE)
    yield Case("a tag behind it", riff(fmt(), data()) + b"TAG" + bytes(125), TONE)


def _channels() -> Iterator[Case]:
    def of(*columns: np.ndarray) -> bytes:
        return riff(fmt(channels=len(columns)), data(whole(beside(*columns), 2)))

    none = np.zeros(len(TONE))
    yield Case("stereo", of(TONE, TONE), TONE)
    yield Case("the left one only", of(TONE, none), TONE / 2)
    yield Case("opposite phase", of(0.9 * TONE, -TONE), -TONE, said="Only channel 2 of 2 is used")
    yield Case("nearly opposite", of(TONE, -0.9 * TONE), TONE, said="Only channel 1 of 2 is used")
    six = of(none, none, TONE, none, none, none)
    yield Case("one of six", six, TONE, said="Only channel 3 of 6 is used")
    yield Case("a constant part", riff(fmt(), data(whole(0.1 * TONE + 0.5, 2))), 0.1 * TONE)


def _refused() -> Iterator[Case]:
    coded = "The sound in this WAV file is coded as "
    body = data(bytes(4000))
    for tag, bits, how in (
        (0x11, 4, "IMA ADPCM"),
        (2, 4, "Microsoft ADPCM"),
        (0x55, 0, "MP3"),
        (0x1234, 8, "the format 0x1234"),
        (1, 64, "whole numbers of 64 bits"),
        (3, 16, "floating point numbers of 16 bits"),
        (0xFFFE, 32, "the format 0xfffe"),
    ):
        file = riff(fmt(tag, bits=bits), body)
        yield Case(f"format {tag:#x} of {bits} bits", file, refused=coded + how)
    yield Case("a foreign GUID", riff(extensible(1, bytes(14)), body), refused=coded)
    for name, file, refused in (
        ("no channels", riff(fmt(channels=0, align=2), data()), "This WAV file has 0 channels"),
        ("no rate", riff(fmt(rate_hz=0), data()), "This WAV file has 0 samples a second"),
        ("no format", riff(data()), "This WAV file has no chunk 'fmt'"),
        ("no samples", riff(fmt()), "This WAV file has no chunk 'data'"),
        ("a short format", riff(chunk(b"fmt ", bytes(6)), data()), "The chunk 'fmt' of this WAV"),
        ("only a head", b"RIFF\0\0\0\0WAVE", "This WAV file has no chunk 'fmt'"),
        ("empty", riff(fmt(), data(b""), LIST), EMPTY),
        ("cut before the samples", riff(fmt(), data())[:44], EMPTY),
        ("silent", riff(fmt(bits=8), data(b"\x80" * 4000)), NO_SOUND),
        ("constant", riff(fmt(), data(struct.pack("<h", 9000) * 4000)), NO_SOUND),
        ("too long", riff(fmt(rate_hz=1000, bits=8), data(b"\x10\xf0" * 31_000)),
         "The sound lasts longer than 60 s"),
        ("nothing", b"", "This file is empty."),
        ("a web page", b" \n<!DOCTYPE html><title>404</title>", "This is a web page."),
        ("AIFF", b"FORM\0\0\0\x40AIFFCOMM" + bytes(60), "This is an AIFF file."),
        ("8SVX", b"FORM\0\0\0\x408SVXVHDR" + bytes(60), "This is an IFF file of the kind '8SVX'."),
        ("Wave64", bytes.fromhex("726966662e91cf11a5d628db04c10000"), "This is a Wave64 file."),
        ("M4A", b"\0\0\0\x1cftypM4A " + bytes(60), "This is an M4A or MP4 file."),
        ("AVI", b"RIFF\x40\0\0\0AVI LIST" + bytes(60), "This is a RIFF file of the kind 'AVI'."),
        ("MIDI", b"MThd\0\0\0\6" + bytes(60), "This is a MIDI file."),
        ("AAC", b"\xff\xf1\x50\x80" + bytes(60), "This is an AAC file."),
        ("MP2", b"\xff\xfd\x90\x04" + bytes(60), "This is an MP2 file."),
        ("a ZIP archive", b"PK\x03\x04" + bytes(60), "This is a ZIP archive."),
        ("a tag without a sound", id3(), "This is an ID3 tag without a sound."),
        ("a text", b"no sound at all", "This is not "),
    ):  # fmt: skip
        yield Case(name, file, refused=refused)


def wav_cases() -> list[Case]:
    """Returns files that no browser need decode."""
    return [*_codings(), *_sizes(), *_chunks(), *_channels(), *_refused()]


def check_samples(case: Case, samples: np.ndarray, rate_hz: float) -> None:
    """Makes sure that the samples of a file were read, without their constant part."""
    assert case.samples is not None
    assert rate_hz == case.rate_hz
    assert len(samples) == len(case.samples)
    assert np.abs(samples - (case.samples - case.samples.mean())).max() <= case.near


def check_tone(case: Case, samples: np.ndarray, rate_hz: float) -> None:
    """Checks that the decoded tone sounds like the original tone."""
    assert len(samples)
    if case.samples is not None:
        assert abs(len(samples) / rate_hz - len(case.samples) / RATE_HZ) < 0.03
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 17))
    assert abs(float(np.argmax(spectrum)) * rate_hz / (1 << 17) - HZ) < 6
