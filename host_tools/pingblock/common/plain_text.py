"""Makes strangers' text safe for a terminal: it cannot move the cursor or change colours."""

from __future__ import annotations

import sys
import unicodedata

_PICTURES = 0x2400  # Unicode's pictures of the control characters. For example, U+241B shows ESC.
_DELETE, _DELETE_PICTURE = 0x7F, "\u2421"
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_LINE_ENDS = "\n\t"
# These characters reverse the order of the text after them. Source: Unicode standard annex 9,
# table 4.
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def plain(text: str, lines: bool = False) -> str:
    """Replaces each control character with a symbol for it. The length of the text stays the same.

    Args:
        text: text from a device, a file or a link.
        lines: whether the text can have several lines. Then line ends and tabs stay.
    """
    if text.isprintable():
        return text
    return "".join(char if lines and char in _LINE_ENDS else _plain(char) for char in text)


def say(text: str) -> None:
    """Prints the program's name and a sentence for the person at the terminal.

    The sentence can contain text from a stranger's file or device. Bytes of a name that are not
    text are shown as ``\\udcff``.
    """
    shown = text.encode(errors="backslashreplace").decode()
    print(f"pingblock: {plain(shown, lines=True)}", file=sys.stderr, flush=True)


def _plain(char: str) -> str:
    if ord(char) < ord(" "):
        return chr(_PICTURES + ord(char))
    if ord(char) == _DELETE:
        return _DELETE_PICTURE
    odd = unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")
    return _UNKNOWN if odd or unicodedata.bidirectional(char) in _TURNING else char
