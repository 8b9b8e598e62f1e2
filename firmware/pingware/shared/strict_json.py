"""Strict JSON in one line of bytes: the same result on every Python, also for broken input.

The device's ``json`` accepts ``{"a"1}`` without an error and writes junk for unknown objects. Here
invalid input is always a ``ValueError``. It is smaller than JSON on purpose: integers of up to 10
digits only, no control characters, no surrogate escapes, no duplicate names, at most ``MAX_DEPTH``
brackets deep.
"""

import json
import sys
from typing import Any, NoReturn

MAX_DEPTH = 5
LINE_WORK, ANY_WORK = 230, 1 << 20
_VALUE_WORK, _NAME_WORK, _LIST_WORK = 3, 4, 6
INTEGER_MAX = 9_999_999_999
_MAX_DIGITS = 10
_SPACE = 0x20
_QUOTE = 0x22  # "
_COMMA = 0x2C
_MINUS = 0x2D
_ZERO = 0x30
_NINE = 0x39
_COLON = 0x3A
_OPEN_LIST = 0x5B  # [
_CLOSE_LIST = 0x5D  # ]
_OPEN = 0x7B  # {
_CLOSE = 0x7D  # }
_END = 0  # appended to the text, which cannot contain it
# first byte: (the word, its meaning)
_WORDS = {ord("t"): (b"true", True), ord("f"): (b"false", False), ord("n"): (b"null", None)}
_ESCAPES = b'"\\/bfnrt'
_UNICODE = ord("u")
_HEXADECIMAL = b"0123456789abcdefABCDEF"
_SHORT: "dict[str, Any]" = {"separators": (",", ":")}  # a line has few bytes
if sys.implementation.name == "cpython":  # CPython would write surrogates beyond U+FFFF.
    _SHORT["ensure_ascii"] = False


def loads(raw: bytes, work: int = ANY_WORK) -> object:
    """Reads one value.

    Args:
        raw: bytes, UTF-8, the whole line.
        work: int, limit of the work: 3 a value, 6 a list or object, 4 a name, 1 an escape, 2 one
            by number. ``LINE_WORK`` takes the device 25 ms at most, and other tasks wait
            meanwhile.
    Returns:
        dict, list, str, int, bool or None.
    Raises:
        ValueError: invalid input. The sentence names the byte where reading stopped.
    """
    if raw and min(raw) < _SPACE:
        raise ValueError("The line has a control character.")
    reader = _Reader(raw, work)
    value = reader.value(0)
    if reader._peek() != _END:
        reader._fail("nothing more")
    return value


def dumps(value: object) -> bytes:
    """Writes a value as one line of JSON (bytes, UTF-8).

    Raises:
        ValueError: the value holds an object that JSON (or the link) cannot express.
    """
    _check((value,), -1)
    return json.dumps(value, **_SHORT).encode()


def _check(values: "Any", depth: int) -> None:
    """Checks the items of a container ``depth`` brackets deep. Uses a loop: calls are slow."""
    named = type(values) is dict
    for item in values:
        if named:
            if type(item) is not str:
                raise ValueError("A name in an object must be text.")
            item = values[item]
        kind = type(item)
        if kind is str or kind is bool or item is None:
            continue
        if kind is int and abs(item) <= INTEGER_MAX:
            continue
        if depth + 1 == MAX_DEPTH or kind not in (dict, list, tuple):
            raise ValueError("A value of type %s cannot be sent." % kind.__name__)
        _check(item, depth + 1)


class _Reader:
    """A position in the bytes, and methods to read on from there."""

    def __init__(self, raw: bytes, work: int) -> None:
        self._raw = raw + b"\x00"
        self._at = 0
        self._escapes = raw.count(b"\\")
        self._work = work - self._escapes - raw.count(b"\\u")

    def _fail(self, wanted: str) -> "NoReturn":
        raise ValueError("Expected %s at byte %d." % (wanted, self._at + 1))

    def _peek(self) -> int:
        """Moves to the next byte that is not a space and returns it, or ``_END`` at the end."""
        raw = self._raw
        at = self._at
        while raw[at] == _SPACE:
            at += 1
        self._at = at
        return raw[at]

    def value(self, depth: int) -> object:
        first = self._peek()
        self._work -= _LIST_WORK if first in (_OPEN, _OPEN_LIST) else _VALUE_WORK
        if self._work < 0:
            self._fail("less in one line")
        if first == _QUOTE:
            return self._string()
        if first in (_OPEN, _OPEN_LIST):
            if depth == MAX_DEPTH:
                self._fail("fewer brackets")
            self._at += 1
            return self._object(depth + 1) if first == _OPEN else self._list(depth + 1)
        return self._word(first) if first in _WORDS else self._integer()

    def _object(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        byte = self._peek()
        if byte == _CLOSE:
            self._at += 1
            return found
        while True:
            if byte != _QUOTE:
                self._fail('"')
            self._work -= _NAME_WORK
            name = self._string()
            if name in found:
                self._fail("each name once")
            if self._peek() != _COLON:
                self._fail(":")
            self._at += 1
            found[name] = self.value(depth)
            if self._ends(_CLOSE):
                return found
            byte = self._peek()

    def _list(self, depth: int) -> list[object]:
        found: list[object] = []
        if self._peek() == _CLOSE_LIST:
            self._at += 1
            return found
        while True:
            found.append(self.value(depth))
            if self._ends(_CLOSE_LIST):
                return found

    def _ends(self, byte: int) -> bool:
        """Returns whether ``byte`` comes next, else requires a comma, and moves past it."""
        found = self._peek()
        if found != byte and found != _COMMA:
            self._fail(",")
        self._at += 1
        return found == byte

    def _word(self, first: int) -> bool | None:
        word, meaning = _WORDS[first]
        end = self._at + len(word)
        if self._raw[self._at : end] != word:
            self._fail("a value")
        self._at = end
        return meaning

    def _integer(self) -> int:
        raw = self._raw
        start = self._at
        at = first = start + 1 if raw[start] == _MINUS else start
        while _ZERO <= raw[at] <= _NINE:
            at += 1
        if not 1 <= at - first <= _MAX_DIGITS or (raw[first] == _ZERO and at - first > 1):
            self._fail("a value")
        self._at = at
        return int(raw[start:at])

    def _string(self) -> str:
        """Checks the escapes here and leaves them to ``json``, because each takes 0.9 ms here."""
        raw = self._raw
        start = at = self._at
        at += 1
        end = raw.find(b'"', at)
        slash = raw.find(b"\\", at, max(end, at)) if self._escapes else -1
        escaped = slash >= 0
        while slash >= 0:
            at = slash + 2
            mark = raw[slash + 1]
            digits = raw[at : at + 4] if mark == _UNICODE else b""
            self._at = at
            if mark not in _ESCAPES and (len(digits) < 4 or digits.strip(_HEXADECIMAL)):
                self._fail("an escape")
            # Pythons treat single surrogates differently
            if digits and 0xD800 <= int(digits, 16) < 0xE000:
                self._fail("a whole character")
            at += len(digits)
            if at > end:
                end = raw.find(b'"', at)
            slash = raw.find(b"\\", at, max(end, at))
        if end < 0:
            self._at = at
            self._fail("the end of the text")
        self._at = end + 1
        if not escaped:
            return str(raw[at:end], "utf-8")
        text: str = json.loads(raw[start : end + 1])
        return text
