"""Reads the frames of an MP3 file and the pages of an Ogg file, to check that it is complete.

page/board/coded_file.js follows the same rules. libsndfile guesses the length of an MP3 file if no
header gives it, and cannot read ffmpeg's FLAC in Ogg. So both kinds are rewritten for libsndfile.
Sources: ISO/IEC 11172-3 2.4.2.3 and 13818-3, RFC 3533 6, the mapping of FLAC to Ogg 1.0.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from pingblock.sounds.file_kind import MP3, OGG
from pingblock.sounds.flac_end import ends_early

_KBITS = {
    1: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_HEAD_BYTES = 4
# Bits of a frame's header that are equal in all frames of a file: version, layer and rate.
_SAME = 0xFFFE0C00
# The added frame has this bit rate, so that it has room for the number of frames.
_BITS_OF_RATE, _INFO_RATE = 0x0000F200, 0x00009000
_INFO = (b"Xing", b"Info", b"VBRI")
_PAGE, _PAGE_HEAD_BYTES, _FIRST, _LAST = b"OggS", 27, 2, 4
_OGG_FLAC, _OGG_FLAC_BYTES = b"\x7fFLAC", 9  # before "fLaC" in the first packet
_FLAC = b"fLaC\0\0\0\x22"  # RFC 9639 8.2: a description of the stream follows, in 34 bytes


class Part(NamedTuple):
    """The first recording in a file.

    Args:
        data: its bytes, which libsndfile can read completely.
        is_cut: whether the end is missing.
        is_first: whether another recording follows.
    """

    data: bytes
    is_cut: bool = False
    is_first: bool = False


def first_part(content: bytes, kind: str) -> Part:
    """Returns the first recording of an MP3, Ogg or FLAC file."""
    if kind == MP3:
        return _counted_mp3(content)
    if kind == OGG:
        return _first_ogg(content)
    next_at = content.find(_FLAC, len(_FLAC))
    if next_at > 0:
        return Part(content[:next_at], is_first=True)
    return Part(content, is_cut=ends_early(content))


def _counted_mp3(content: bytes) -> Part:
    """Returns an MP3 file from its first frame on, and adds a frame with the frame count."""
    content = content[max(0, _next_frame(content, 0, 0)) :]
    frames, is_cut = _frames(content)
    if not frames:
        return Part(content, is_cut)
    first = frames[0]
    at = next((first.find(name) for name in _INFO if name in first[:64]), -1)
    if at < 0:
        return Part(_info(first, len(frames)) + b"".join(frames), is_cut)
    named = struct.unpack_from(">I", first.ljust(at + 12, b"\0"), at + 8)[0]
    if first[at:].startswith(b"VBRI") or not first[at + 7] & 1 or named < len(frames) - 1:
        return Part(_info(first, len(frames) - 1) + b"".join(frames[1:]), is_cut)
    return Part(content, is_cut)


def _info(like: bytes, count: int) -> bytes:
    """Returns a silent frame that contains the number of the following frames."""
    head = int.from_bytes(like[:_HEAD_BYTES], "big") & ~_BITS_OF_RATE | _INFO_RATE | 0x10000
    is_mono, is_first = head >> 6 & 3 == 3, head >> 19 & 3 == 3
    side = (17 if is_mono else 32) if is_first else (9 if is_mono else 17)
    body = bytes(side) + b"Xing" + struct.pack(">2I", 1, count)
    return (head.to_bytes(_HEAD_BYTES, "big") + body).ljust(_length(head), b"\0")


def _frames(content: bytes) -> tuple[list[bytes], bool]:
    """Returns the frames, and whether the last one is incomplete."""
    frames: list[bytes] = []
    at = _next_frame(content, 0, 0)
    like = _head_at(content, at)
    while at >= 0:
        head = _head_at(content, at)
        if not _length(head) or (head ^ like) & _SAME:
            at = _next_frame(content, at, like)
            continue
        frame = content[at : at + _length(head)]
        if len(frame) < _length(head):
            return frames, True
        frames.append(frame)
        at += len(frame)
    return frames, False


def _next_frame(content: bytes, at: int, like: int) -> int:
    """Returns the offset of the next frame that another frame follows, or -1."""
    while (at := content.find(b"\xff", at)) >= 0:
        head = _head_at(content, at)
        follows = _head_at(content, at + _length(head))
        if _length(head) and _length(follows) and not (head ^ (like or follows)) & _SAME:
            return at
        at += 1
    return -1


def _head_at(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + _HEAD_BYTES], "big") if at >= 0 else 0


def _length(head: int) -> int:
    """Returns a layer 3 frame's length in bytes, or 0 for other headers and free bit rates."""
    version, rate, kbits = head >> 19 & 3, head >> 10 & 3, head >> 12 & 15
    if head >> 21 != 0x7FF or version == 1 or head >> 17 & 3 != 1 or rate == 3 or kbits == 15:
        return 0
    is_first = version == 3
    rate_hz = (44_100, 48_000, 32_000)[rate] // (4, 1, 2, 1)[version]
    a_second = 1000 * _KBITS[1 if is_first else 2][kbits]
    return (144 if is_first else 72) * a_second // rate_hz + (head >> 9 & 1) if a_second else 0


def _first_ogg(content: bytes) -> Part:
    """Returns the first recording of an Ogg file. Removes the Ogg pages around FLAC."""
    pages: list[_Page] = []
    is_first = False
    for page in _pages(content):
        # Streams that sound together also begin together: RFC 3533 4.
        if is_first := bool(page.flags & _FIRST and pages and not pages[-1].flags & _FIRST):
            break
        pages.append(page)
    is_cut = not is_first and not (pages and pages[-1].flags & _LAST)
    if _OGG_FLAC in content[:64]:
        return Part(b"".join(page.body for page in pages)[_OGG_FLAC_BYTES:], is_cut, is_first)
    return Part(content[: pages[-1].end] if is_first else content, is_cut, is_first)


class _Page(NamedTuple):
    flags: int
    body: bytes
    end: int


def _pages(content: bytes) -> Iterator[_Page]:
    """Yields the pages of an Ogg file, up to the first incomplete one."""
    at = 0
    while content.startswith(_PAGE, at) and len(content) >= at + _PAGE_HEAD_BYTES:
        sizes_at = at + _PAGE_HEAD_BYTES
        body_at = sizes_at + content[at + 26]
        end = body_at + sum(content[sizes_at:body_at])
        if end > len(content):
            return
        yield _Page(content[at + 5], content[body_at:end], end)
        at = end
