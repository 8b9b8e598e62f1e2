"""Kinds of files that a sound can come in."""

from __future__ import annotations

import re
from pathlib import Path

from pingblock.common.input_file import read_file
from pingblock.errors import BadInput
from pingblock.sounds.file_kind import TAKEN, FileKind, kind_in

TUNE, RTTTL = "tune", "rtttl"
_ENDINGS = {".tune": TUNE, ".rtttl": RTTTL, ".rtx": RTTTL}
_OF_SOUNDS = (".wav", ".wave", ".bwf", ".rf64", ".mp3", ".ogg", ".oga", ".opus", ".flac")
_BEGIN_BYTES = 400
_BOM_16 = (b"\xff\xfe", b"\xfe\xff")
_BYTES_MOST = 64 * 1024 * 1024
_TEXT_BYTES_MOST = 64 * 1024
# A line with two colons before any comment, or one that begins with a setting.
_RINGTONE = re.compile(r"^[^:#\n]*:[^:\n]*:|^\W*[dobDOB]\s*=|^BEGIN:IMELODY", re.MULTILINE)
# What no text has, whatever its code: controls other than white space and the end mark of DOS.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")


def content(path: Path) -> bytes:
    """Returns what a file holds. Raises BadInput: it cannot be read, or is far too big."""
    return read_file(path, _BYTES_MOST)


def kind_of(path: Path, data: bytes) -> FileKind:
    """Returns the kind of a file: by what it holds, and a text's by its ending.

    Raises:
        BadInput: it is of a kind that is not taken.
    """
    found = kind_in(data)
    if found.kind:
        return found
    if found.name:
        raise BadInput(f"This is {found.name}. Save the sound as {TAKEN}.")
    ending = path.suffix.lower()
    if ending in _ENDINGS:
        return FileKind(_ENDINGS[ending], "")
    if not data:
        raise BadInput("This file is empty.")
    if ending in _OF_SOUNDS:
        raise BadInput(f"This is not {TAKEN}: it begins with {data[:8]!r}.")
    return FileKind(RTTTL if _RINGTONE.search(_decoded(data[:_BEGIN_BYTES])) else TUNE, "")


def text_of(data: bytes) -> str:
    """Returns the text of a file: UTF-8, UTF-16, or any code of 8 bits, of which ASCII is sure.

    Raises:
        BadInput: it holds no text.
    """
    if len(data) > _TEXT_BYTES_MOST:
        raise BadInput(f"It has {len(data)} bytes, far too many for a tune: is it the right file?")
    text = _decoded(data)
    if wrong := _CONTROL.search(text):
        line = text[: wrong.start()].count("\n") + 1
        raise BadInput(f"line {line}: this is not text, so it is not a tune.")
    return text


def _decoded(data: bytes) -> str:
    if data[:2] in _BOM_16 or b"\0" in data[:2]:
        wide = "utf-16" if data[:2] in _BOM_16 else "utf-16-le" if data[1] == 0 else "utf-16-be"
        return data.decode(wide, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
