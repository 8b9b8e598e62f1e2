"""Recognizes the files that can be made into sounds."""

from __future__ import annotations

import re
from pathlib import Path

from pingblock.errors import BadInput
from pingblock.sounds.file_kind import TAKEN, FileKind, kind_in
from pingblock.sounds.sound_file import ENDING
from pingware.shared import own_sound

TUNE, RTTTL, MADE = "tune", "rtttl", "snd"
_ENDINGS = {".tune": TUNE, ".rtttl": RTTTL, ".rtx": RTTTL}
_OF_SOUNDS = (".wav", ".wave", ".bwf", ".rf64", ".mp3", ".ogg", ".oga", ".opus", ".flac")
_BEGIN_BYTES = 400
_BOM_16 = (b"\xff\xfe", b"\xfe\xff")
BYTES_MOST = 64 * 1024 * 1024  # maximum bytes of a file
_TEXT_BYTES_MOST = 64 * 1024
# A line with two colons before any comment, or with a setting at its start.
_RINGTONE = re.compile(r"^[^:#\n]*:[^:\n]*:|^\W*[dobDOB]\s*=|^BEGIN:IMELODY", re.MULTILINE)
_TUNE_LINE = re.compile(
    r"^(\d+ +\w+ +\S+ +\d+ +\d+|instrument +\w+ +\w+=|repeat_every_ms +\d)", re.MULTILINE
)
# Characters that occur in no text of any encoding: controls, except white space and the end mark
# of DOS.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")


def kind_of(path: Path, data: bytes) -> FileKind:
    """Returns the kind of a file by its content. For a text, the file name's extension decides.

    Raises:
        BadInput: the kind is not supported.
    """
    if data.startswith(own_sound.MAGIC):
        return FileKind(MADE, "a device's own file")
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


def is_sound(path: Path, is_name: bool) -> bool:
    """Returns whether a file in a folder is meant as a sound, even if its kind is not supported.

    Args:
        path: the file.
        is_name: whether the file has the name of a sound. Otherwise a text, such as a read-me, is
            not a sound.
    """
    if path.name.startswith(".") or not path.is_file():
        return False
    if path.suffix.lower() in (*_ENDINGS, *_OF_SOUNDS, ENDING):
        return True
    try:
        with path.open("rb") as file:
            data = file.read(_BEGIN_BYTES)
    except OSError:
        return is_name  # The reader of this sound reports the reason.
    found = kind_in(data)
    if found.name:
        return found.is_sound
    text = _decoded(data)
    return is_name and bool(_RINGTONE.search(text) or _TUNE_LINE.search(text))


def text_of(data: bytes) -> str:
    """Returns the text of a file in UTF-8, UTF-16 or an 8-bit encoding.

    In an 8-bit encoding, only ASCII characters are certain.

    Raises:
        BadInput: the content is not text.
    """
    if len(data) > _TEXT_BYTES_MOST:
        raise BadInput(f"It has {len(data)} bytes, far too many for a tune: is it the right file?")
    text = _decoded(data).rstrip("\0")  # Some programs fill the last block with null characters.
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
