"""Kinds of files that a sound can come in."""

from __future__ import annotations

import re
from pathlib import Path

from pingblock.common.input_file import read_file
from pingblock.errors import BadInput

TUNE, RTTTL, WAV = "tune", "rtttl", "wav"
_ENDINGS = {".tune": TUNE, ".rtttl": RTTTL, ".rtx": RTTTL, ".wav": WAV}
_BYTES_MOST = 64 * 1024 * 1024
_TEXT_BYTES_MOST = 64 * 1024
# First bytes of what people have instead (ID3v2.4 3.1; ISO/IEC 11172-3 2.4.2.3; RFC 3533; FLAC 8;
# RFC 7845; MIDI 1.0 file format; AIFF 1.3). A phone's M4A has its length before "ftyp"
# (ISO/IEC 14496-12 4.3).
_NOT_TAKEN = {
    b"ID3": "an MP3 file",
    **{bytes((0xFF, low)): "an MP3 file" for low in (0xF2, 0xF3, 0xFA, 0xFB)},
    b"OggS": "an Ogg file",
    b"fLaC": "a FLAC file",
    b"MThd": "a MIDI file",
    b"FORM": "an AIFF file",
}
_RINGTONE = re.compile(r"[^:\n]*:[^:\n]*[dobDOB]\s*=")


def content(path: Path) -> bytes:
    """Returns what a file holds.

    Raises:
        BadInput: it cannot be read, is far too big, or is of a kind that is not taken.
    """
    data = read_file(path, _BYTES_MOST)
    brand = {data[:8]: "an M4A or MP4 file"} if data[4:8] == b"ftyp" else {}
    for begin, name in (_NOT_TAKEN | brand).items():
        if data.startswith(begin):
            raise BadInput(f"{path} is {name}. Save the sound as a WAV file (16-bit PCM).")
    return data


def kind_of(path: Path, data: bytes) -> str:
    """Returns "tune", "rtttl" or "wav": by the ending, else by what the file holds."""
    if path.suffix.lower() in _ENDINGS:
        return _ENDINGS[path.suffix.lower()]
    if data[:4] == b"RIFF":
        return WAV
    start = data[:400].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    return RTTTL if _RINGTONE.match(start) else TUNE


def text_of(data: bytes) -> str:
    """Returns the text of a file. Raises BadInput: it holds no text."""
    if len(data) > _TEXT_BYTES_MOST:
        raise BadInput(f"It has {len(data)} bytes, far too many for a tune: is it the right file?")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise BadInput(f"line {line}: this is no text (UTF-8), so it is no tune.") from None
