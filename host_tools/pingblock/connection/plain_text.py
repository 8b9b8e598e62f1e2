"""Text from a device as a terminal may show it: nothing in it moves the cursor or the colours."""

from __future__ import annotations

import unicodedata

_PICTURES = 0x2400  # Unicode's pictures of the control characters: U+241B shows ESC
_DELETE, _DELETE_PICTURE = 0x7F, "\u2421"
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_LINE_ENDS = "\n\t"
# They turn the order of what follows round. Source: Unicode standard annex 9, table 4.
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def plain(text: str, lines: bool = False) -> str:
    """Returns a text with a picture in the place of each control character; as long as before.

    Args:
        text: from a device.
        lines: whether it is of several lines: then line ends and tabs stay.
    """
    if text.isprintable():
        return text
    return "".join(char if lines and char in _LINE_ENDS else _plain(char) for char in text)


def _plain(char: str) -> str:
    if ord(char) < ord(" "):
        return chr(_PICTURES + ord(char))
    if ord(char) == _DELETE:
        return _DELETE_PICTURE
    odd = unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")
    return _UNKNOWN if odd or unicodedata.bidirectional(char) in _TURNING else char
