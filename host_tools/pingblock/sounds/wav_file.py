"""Finds the samples in a WAV file, by the same rules as page/board/wav_file.js.

A WAV file is a sequence of chunks. Programs that write into a pipe do not know the sizes, others
forget a byte of padding, and downloads are cut. Such a file is read if it has only one meaning.
Sources: Microsoft's RIFF and WAVEFORMATEXTENSIBLE, EBU Tech 3306 (RF64), ITU-R BS.2088 (BW64).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pingblock.errors import BadInput

RATES_HZ = 1_000, 1_000_000
CHANNELS_MOST = 64
_PCM, _FLOAT, _A_LAW, _U_LAW, _EXTENSIBLE = 1, 3, 6, 7, 0xFFFE
# The library's name of a format, by its tag and the bytes of a sample.
_SUBTYPES = {
    (_PCM, 1): "PCM_U8",
    (_PCM, 2): "PCM_16",
    (_PCM, 3): "PCM_24",
    (_PCM, 4): "PCM_32",
    (_FLOAT, 4): "FLOAT",
    (_FLOAT, 8): "DOUBLE",
    (_A_LAW, 1): "ALAW",
    (_U_LAW, 1): "ULAW",
}
_OTHERS = {
    0x02: "Microsoft ADPCM", 0x11: "IMA ADPCM", 0x31: "GSM 6.10", 0x50: "MPEG", 0x55: "MP3",
    0x161: "WMA", 0xFF: "AAC", 0x6750: "Ogg Vorbis", 0x2000: "AC-3", 0x2001: "DTS",
}  # fmt: skip
# End of a sub-format's GUID after its tag: Microsoft's, and the one for Ambisonic files.
_GUID_ENDS = (
    bytes.fromhex("000000001000800000aa00389b71"),
    bytes.fromhex("00002107d3118644c8c1ca000000"),
)
_FMT_BYTES_LEAST, _FMT_BYTES_EXTENSIBLE = 14, 40
_HEAD_BYTES, _FIRST_CHUNK = 8, 12
_OPEN_FROM = 0x7FFF0000  # Programs write a size from here on if they do not know the size.
_CHUNKS_MOST = 10_000
_NEEDED = (b"fmt ", b"data")
_FREQUENT = (*_NEEDED, b"LIST", b"fact")


@dataclass(frozen=True)
class WavSamples:
    """The samples in a WAV file.

    Args:
        subtype: their coding, by the name that libsndfile gives it, such as PCM_16.
        width: bytes of each sample.
        big_endian: whether the first byte of a sample is the most significant.
        channels: number of channels, 1..``CHANNELS_MOST``.
        rate_hz: sample rate.
        data: the samples of all channels, only whole frames.
        named_bytes: bytes that the file claims to have, which can be more than it has.
    """

    subtype: str
    width: int
    big_endian: bool
    channels: int
    rate_hz: int
    data: bytes
    named_bytes: int

    def length_ms(self, count: int) -> float:
        """Returns the length in ms of this many bytes."""
        return count * 1000 / (self.width * self.channels * self.rate_hz)


class _Chunk(NamedTuple):
    name: bytes
    start: int
    size: int


class _Format(NamedTuple):
    tag: int
    channels: int
    rate_hz: int
    width: int  # bytes of each sample


def find_samples(data: bytes) -> WavSamples:
    """Returns the samples of a WAV file.

    Args:
        data: content of the file, from "RIFF", "RIFX", "RF64" or "BW64" on.

    Raises:
        BadInput: the file has no samples, or their coding is not supported.
    """
    order: Literal[">", "<"] = ">" if data.startswith(b"RIFX") else "<"
    found = _chain(data, order)
    if b"fmt " not in found or b"data" not in found:
        lack = "data" if b"fmt " in found else "fmt"
        raise BadInput(f"This WAV file has no chunk '{lack}', so there is no sound in it.")
    about = found[b"fmt "]
    coded = _format(data[about.start : about.start + about.size], order)
    subtype = _subtype(coded)
    start, size = found[b"data"].start, found[b"data"].size
    if size >= _OPEN_FROM and b"ds64" in found and data[:4] in (b"RF64", b"BW64"):
        (size,) = struct.unpack_from("<Q", data[found[b"ds64"].start :].ljust(16, b"\0"), 8)
    if size >= _OPEN_FROM or (size == 0 and not _is_chain(data, start, order)):
        size = len(data) - start
    frame = coded.channels * coded.width
    there = min(size, len(data) - start) // frame * frame
    return WavSamples(
        subtype, coded.width, order == ">", coded.channels, coded.rate_hz,
        data[start : start + there], size // frame * frame,
    )  # fmt: skip


def _chain(data: bytes, order: str) -> dict[bytes, _Chunk]:
    """Returns the first chunk of each name. In a broken file, searches for the needed chunks."""
    found: dict[bytes, _Chunk] = {}
    at = _FIRST_CHUNK
    for _ in range(_CHUNKS_MOST):
        chunk = _chunk_at(data, at, order)
        if chunk is None or all(name in found for name in _NEEDED):
            break
        found.setdefault(chunk.name, chunk)
        at = _behind(data, chunk, order)
    for name in _NEEDED:
        place = data.find(name, found[b"fmt "].start if b"fmt " in found else _FIRST_CHUNK)
        if name not in found and (chunk := _chunk_at(data, place, order)):
            found[name] = chunk
    return found


def _behind(data: bytes, chunk: _Chunk, order: str) -> int:
    """Returns the offset of the next chunk. Some programs forget the padding of an odd chunk."""
    at = chunk.start + chunk.size
    if chunk.size % 2 == 0 or data[at : at + 4] in _FREQUENT:
        return at
    if data[at + 1 : at + 5] not in _FREQUENT and (
        _chunk_at(data, at, order) and not _chunk_at(data, at + 1, order)
    ):
        return at
    return at + 1


def _chunk_at(data: bytes, at: int, order: str) -> _Chunk | None:
    """Returns the chunk at an offset, or None if no chunk can begin there."""
    if at < 0 or at + _HEAD_BYTES > len(data):
        return None
    name, size = struct.unpack_from(f"{order}4sI", data, at)
    start = at + _HEAD_BYTES
    is_name = all(0x20 <= byte < 0x7F for byte in name)
    fits = start + size <= len(data) or name == b"data"
    return _Chunk(name, start, size) if is_name and fits else None


def _is_chain(data: bytes, at: int, order: str) -> bool:
    """Returns whether only complete chunks follow."""
    for _ in range(_CHUNKS_MOST):
        if at >= len(data):
            return True
        chunk = _chunk_at(data, at, order)
        if chunk is None:
            return False
        at = chunk.start + chunk.size + chunk.size % 2
    return False


def _format(about: bytes, order: str) -> _Format:
    if len(about) < _FMT_BYTES_LEAST:
        raise BadInput(f"The chunk 'fmt' of this WAV file has {len(about)} bytes, too few.")
    tag, channels, rate_hz, bytes_a_s, align, bits = struct.unpack_from(
        f"{order}HHIIHH", about.ljust(16, b"\0")
    )
    if not 1 <= channels <= CHANNELS_MOST:
        raise BadInput(f"This WAV file has {channels} channels. It can have 1 to {CHANNELS_MOST}.")
    if not RATES_HZ[0] <= rate_hz <= RATES_HZ[1]:
        raise BadInput(
            f"This WAV file has {rate_hz} samples a second. It needs {RATES_HZ[0]} "
            f"to {RATES_HZ[1]}."
        )
    width = (bits + 7) // 8
    if align % channels == 0 and align and (not bits or bytes_a_s == rate_hz * align):
        width = align // channels
    if tag == _EXTENSIBLE:
        tag = _inner_tag(about, order, width)
    return _Format(tag, channels, rate_hz, width)


def _inner_tag(about: bytes, order: str, width: int) -> int:
    """Returns the tag of the sub-format in an extensible format."""
    # The format is cut. Samples of 4 bytes could be integers or floats.
    if len(about) < _FMT_BYTES_EXTENSIBLE:
        return _PCM if width <= 3 else _EXTENSIBLE
    (tag,) = struct.unpack_from(f"{order}H", about, 24)
    return int(tag) if about[26:40] in _GUID_ENDS else _EXTENSIBLE


def _subtype(coded: _Format) -> str:
    if found := _SUBTYPES.get((coded.tag, coded.width)):
        return found
    if coded.tag in (_PCM, _FLOAT):
        kind = "whole numbers" if coded.tag == _PCM else "floating point numbers"
        how = f"{kind} of {8 * coded.width} bits"
    else:
        how = _OTHERS.get(coded.tag, f"the format {coded.tag:#06x}")
    raise BadInput(
        f"The sound in this WAV file is coded as {how}, which cannot be read: save it "
        f"as 16-bit PCM."
    )
