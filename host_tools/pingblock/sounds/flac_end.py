"""Checks the end of FLAC files whose header has no length, for example because a pipe wrote them.

The last frame ends with a checksum, which an incomplete frame does not match.
page/board/flac_end.js does the same. Source: RFC 9639 8.2, 9.1 and 9.3.
"""

from __future__ import annotations

_LENGTH_AT, _NO_LENGTH_END = 21, 26  # place of the length, which has 36 bits
_SYNC = (b"\xff\xf8", b"\xff\xf9")
_HEAD_MOST = 16  # maximum bytes of a frame's header
_FRAME_MOST = 1 << 20  # bytes at the end that are searched for the last frame
_TAGS = (b"TAG", b"APETAGEX", b"ID3")


def _table(polynomial: int, bits: int) -> list[int]:
    found = []
    for value in range(256):
        rest = value << (bits - 8)
        for _ in range(8):
            rest = rest << 1 ^ (polynomial if rest >> (bits - 1) else 0)
            rest &= (1 << bits) - 1
        found.append(rest)
    return found


_CRC_8, _CRC_16 = _table(0x07, 8), _table(0x8005, 16)


def ends_early(content: bytes) -> bool:
    """Returns whether the last frame is incomplete. If the header has a length, returns False."""
    length = int.from_bytes(content[_LENGTH_AT:_NO_LENGTH_END], "big") & 0xFFFFFFFFF
    start = 0 if length else _last_frame(content)
    return start > 0 and not _is_whole(content[start : start + _FRAME_MOST])


def _last_frame(content: bytes) -> int:
    """Returns the offset of the last frame, or 0 if no frame is found."""
    end = len(content)
    while (end := max(content.rfind(sync, 0, end) for sync in _SYNC)) > _NO_LENGTH_END:
        if _has_head(content[end : end + _HEAD_MOST]):
            return end
    return 0


def _has_head(begin: bytes) -> bool:
    """Returns whether these bytes begin with a frame's header, which has its own checksum."""
    if len(begin) < _HEAD_MOST:
        return False
    size, rate = begin[2] >> 4, begin[2] & 15
    # bytes of the frame's number, coded as in UTF-8
    number = max(1, 8 - (begin[4] ^ 0xFF).bit_length())
    at = 4 + number + {6: 1, 7: 2}.get(size, 0) + {12: 1, 13: 2, 14: 2}.get(rate, 0)
    crc = 0
    for byte in begin[: at + 1]:
        crc = _CRC_8[crc ^ byte]
    return size > 0 and rate < 15 and at < _HEAD_MOST and crc == 0


def _is_whole(frame: bytes) -> bool:
    """Returns whether the frame ends at the end of these bytes, or before a tag or padding."""
    crc = 0
    for at, byte in enumerate(frame, 1):
        crc = (crc << 8 & 0xFFFF) ^ _CRC_16[crc >> 8 ^ byte]
        if crc == 0 and at > _HEAD_MOST:
            rest = frame[at : at + 500]
            if not rest.strip(rest[:1]) or rest.startswith(_TAGS):
                return True
    return False
