"""Kinds of files that a sound can come in."""

from __future__ import annotations

import re
from pathlib import Path

from pingblock.errors import BadInput

TUNE, RTTTL, WAV = "tune", "rtttl", "wav"
_ENDINGS = {".tune": TUNE, ".rtttl": RTTTL, ".rtx": RTTTL, ".wav": WAV}
_BYTES_MOST = 64 * 1024 * 1024
_TEXT_BYTES_MOST = 64 * 1024
_RINGTONE = re.compile(r"[^:\n]*:[^:\n]*[dobDOB]\s*=")


def content(path: Path) -> bytes:
    """Returns what a file holds. Raises BadInput: it cannot be read, or is far too big."""
    try:
        if path.stat().st_size > _BYTES_MOST:
            raise BadInput(f"{path} is too big for a sound.")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def kind_of(path: Path, data: bytes) -> str:
    """Returns "tune", "rtttl" or "wav": by the ending, else by what the file holds."""
    if path.suffix.lower() in _ENDINGS:
        return _ENDINGS[path.suffix.lower()]
    if data[:4] == b"RIFF":
        return WAV
    start = data[:400].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    return RTTTL if _RINGTONE.match(start) else TUNE


def text_of(data: bytes) -> str:
    """Returns the text of a file. Raises BadInput: it is none."""
    if len(data) > _TEXT_BYTES_MOST:
        raise BadInput(f"It has {len(data)} bytes, far too many for a tune.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise BadInput(f"line {line}: this is no text (UTF-8), so it is no tune.") from None
