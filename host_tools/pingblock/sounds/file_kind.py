"""Recognizes kinds of sound files by their first bytes, as page/board/sound_kind.js does."""

from __future__ import annotations

from typing import NamedTuple

WAV, MP3, OGG, FLAC = "wav", "mp3", "ogg", "flac"
TAKEN = "a WAV, MP3, Ogg or FLAC file"
_RIFF = (b"RIFF", b"RIFX", b"RF64", b"BW64")
_AIFF = ("AIFF", "AIFC")
_TAG = b"ID3"
# Size of the head of an APEv2 tag, which the size in the tag does not include.
_APE_TAG, _APE_HEAD_BYTES = b"APETAGEX", 32
_TAG_HEAD_BYTES, _TAG_HAS_FOOTER = 10, 0x10  # ID3v2.4 3.1
_FRAME_HEAD_BYTES = 4

# The first bytes of other files that people have. Sources: RFC 3533, RFC 9639, MIDI 1.0 file
# format, AIFF 1.3, ASF 2.1, RFC 4867 5.1, Matroska's EBML head. A phone's M4A has its length
# before "ftyp" (ISO/IEC 14496-12 4.3).
_BEGINS = {
    b"OggS": (OGG, "an Ogg file"),
    b"fLaC": (FLAC, "a FLAC file"),
    b"MThd": ("", "a MIDI file"),
    b"caff": ("", "a CAF file"),
    b".snd": ("", "an AU file"),
    b"riff\x2e\x91\xcf\x11": ("", "a Wave64 file"),
    b"\x30\x26\xb2\x75": ("", "a WMA file"),
    b"#!AMR": ("", "an AMR file"),
    b"\x1a\x45\xdf\xa3": ("", "a WebM or Matroska file"),
    b"PK\x03\x04": ("", "a ZIP archive"),
}
_NO_SOUNDS = ("a ZIP archive", "a web page", "an ID3 tag without a sound")
_WEB_PAGE = (b"<!doctype html", b"<html")


class FileKind(NamedTuple):
    """The kind of a file.

    Args:
        kind: ``WAV``, ``MP3``, ``OGG`` or ``FLAC``, or "" if it is not supported.
        name: name for people, such as "an AIFF file", or "" if the kind is not known.
        at: offset in bytes at which the sound begins, behind tags.
    """

    kind: str
    name: str
    at: int = 0

    @property
    def is_sound(self) -> bool:
        """True for any sound file, supported or not."""
        return bool(self.name) and self.name not in _NO_SOUNDS


def kind_in(data: bytes) -> FileKind:
    """Returns the kind of a file with this content."""
    at = _behind_tags(data)
    begin = data[at : at + 16]
    if begin[:4] in _RIFF:
        if begin[8:12] == b"WAVE":
            return FileKind(WAV, "a WAV file", at)
        inner = begin[8:12].decode("ascii", "replace").strip()
        return FileKind("", f"a RIFF file of the kind '{inner}'", at)
    for start, (kind, name) in _BEGINS.items():
        if begin.startswith(start):
            return FileKind(kind, name, at)
    if begin.startswith(b"FORM"):
        inner = begin[8:12].decode("ascii", "replace").strip()
        of_kind = "an AIFF file" if inner in _AIFF else f"an IFF file of the kind '{inner}'"
        return FileKind("", of_kind, at)
    if begin[4:8] == b"ftyp":
        return FileKind("", "an M4A or MP4 file", at)
    if data[:400].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_WEB_PAGE):
        return FileKind("", "a web page")
    return _mpeg(data, at)


def _behind_tags(data: bytes) -> int:
    """Returns where the sound begins behind tags, which programs put before files of any kind."""
    at = 0
    if data.startswith(_APE_TAG):
        at = _APE_HEAD_BYTES + int.from_bytes(data[12:16], "little")
    while data[at : at + 3] == _TAG and len(data) > at + _TAG_HEAD_BYTES:
        size = 0
        for byte in data[at + 6 : at + 10]:
            size = size << 7 | byte & 0x7F
        footer = _TAG_HEAD_BYTES if data[at + 5] & _TAG_HAS_FOOTER else 0
        at += _TAG_HEAD_BYTES + size + footer
    return at


def _mpeg(data: bytes, at: int) -> FileKind:
    """Returns the kind of a file that begins with a frame (ISO/IEC 11172-3, 13818-7)."""
    begin = data[at : at + _FRAME_HEAD_BYTES]
    if len(begin) == _FRAME_HEAD_BYTES and begin[0] == 0xFF and begin[1] & 0xE0 == 0xE0:
        layer, rate = begin[1] >> 1 & 3, begin[2] >> 2 & 3
        if begin[1] & 0xF6 == 0xF0:
            return FileKind("", "an AAC file", at)
        if layer == 1 and begin[1] >> 3 & 3 != 1 and begin[2] >> 4 != 15 and rate != 3:
            return FileKind(MP3, "an MP3 file", at)
        if layer == 2:
            return FileKind("", "an MP2 file", at)
    if at >= len(data):
        return FileKind("", "an ID3 tag without a sound" if at else "")
    # The size in a tag can be wrong, but the MP3 reader looks for the first frame.
    return FileKind(MP3, "an MP3 file") if at else FileKind("", "")
