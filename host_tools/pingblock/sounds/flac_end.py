"""Checks the end of FLAC files without a length in the header, as they come from a pipe.

The last frame ends with a checksum, so an incomplete frame does not match it.
page/board/flac_end.js does the same. Source: RFC 9639 8.2, 9.1 and 9.3.
"""

from __future__ import annotations

_LENGTH_AT, _NO_LENGTH_END = 21, 26  # its 36 bits
_SYNC = (b"\xff\xf8", b"\xff\xf9")
_HEAD_MOST = 16  # bytes of a frame's header
_FRAME_MOST = 1 << 20  # bytes that are searched
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
    """Returns whether the last frame is incomplete, or False if the header names a length."""
    length = int.from_bytes(content[_LENGTH_AT:_NO_LENGTH_END], "big") & 0xFFFFFFFFF
    start = 0 if length else _last_frame(content)
    return start > 0 and not _is_whole(content[start : start + _FRAME_MOST])


def _last_frame(content: bytes) -> int:
    """Returns where the last frame begins, or 0 if it finds no frame."""
    end = len(content)
    while (end := max(content.rfind(sync, 0, end) for sync in _SYNC)) > _NO_LENGTH_END:
        if _has_head(content[end : end + _HEAD_MOST]):
            return end
    return 0


def _has_head(begin: bytes) -> bool:
    """Returns whether these bytes are the header of a frame, which has its own checksum."""
    if len(begin) < _HEAD_MOST:
        return False
    size, rate = begin[2] >> 4, begin[2] & 15
    number = max(1, 8 - (begin[4] ^ 0xFF).bit_length())  # bytes, coded as in UTF-8
    at = 4 + number + {6: 1, 7: 2}.get(size, 0) + {12: 1, 13: 2, 14: 2}.get(rate, 0)
    crc = 0
    for byte in begin[: at + 1]:
        crc = _CRC_8[crc ^ byte]
    return size > 0 and rate < 15 and at < _HEAD_MOST and crc == 0


def _is_whole(frame: bytes) -> bool:
    """Returns whether the frame ends here, or before a tag or filling bytes."""
    crc = 0
    for at, byte in enumerate(frame, 1):
        crc = (crc << 8 & 0xFFFF) ^ _CRC_16[crc >> 8 ^ byte]
        if crc == 0 and at > _HEAD_MOST:
            rest = frame[at : at + 500]
            if not rest.strip(rest[:1]) or rest.startswith(_TAGS):
                return True
    return False
