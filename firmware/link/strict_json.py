"""Strict JSON in one line: the same answer on every Python, also for broken input.

The device's own ``json`` reads ``{"a"1}`` as if nothing were wrong and writes junk for objects it
does not know. Here everything that is not plainly right is a ``ValueError``. On purpose smaller
than JSON: integers of up to 10 digits only, no control characters, no surrogate escapes, no
name twice, at most ``MAX_DEPTH`` brackets deep.
"""

MAX_DEPTH = 5
_MAX_DIGITS = 10
_WORDS = (("true", True), ("false", False), ("null", None))
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def loads(text):
    """Reads one value.

    Args:
        text: str, the whole line.
    Returns:
        dict, list, str, int, bool or None.
    Raises:
        ValueError: with a sentence that names the character where reading stopped.
    """
    if text and min(text) < " ":
        raise ValueError("A control character is in the line.")
    reader = _Reader(text)
    value = reader.value(0)
    if reader.peek():
        reader.fail("nothing more")
    return value


def dumps(value):
    """Writes a value as one line of ASCII or UTF-8 JSON, names in order.

    Raises:
        ValueError: the value holds something that JSON (or the link) has no word for.
    """
    return _write(value, 0)


def _write(value, depth):
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if type(value) is int and len(str(abs(value))) <= _MAX_DIGITS:
        return str(value)
    if type(value) is str:
        return _quoted(value)
    if depth < MAX_DEPTH and isinstance(value, (list, tuple)):
        return "[" + ", ".join([_write(item, depth + 1) for item in value]) + "]"
    if depth < MAX_DEPTH and isinstance(value, dict):
        return "{" + ", ".join([_pair(name, value, depth + 1) for name in _names(value)]) + "}"
    raise ValueError("The link has no word for a %s like this." % type(value).__name__)


def _names(value):
    for name in value:
        if type(name) is not str:
            raise ValueError("A name in an object must be text.")
    return sorted(value)


def _pair(name, value, depth):
    return _quoted(name) + ": " + _write(value[name], depth)


def _quoted(text):
    if '"' not in text and "\\" not in text and (not text or min(text) >= " "):
        return '"' + text + '"'
    return '"' + "".join([_escaped(char) for char in text]) + '"'


def _escaped(char):
    if char in '"\\':
        return "\\" + char
    return char if char >= " " else "\\u%04x" % ord(char)


class _Reader:
    """A place in a text, and how to go on from there."""

    def __init__(self, text):
        self._text = text
        self._at = 0

    def fail(self, wanted):
        raise ValueError("Expected %s at character %d." % (wanted, self._at + 1))

    def peek(self):
        """Returns the next character that is no space; empty at the end."""
        while self._text[self._at : self._at + 1] == " ":
            self._at += 1
        return self._text[self._at : self._at + 1]

    def take(self, char):
        """Returns True, and goes past it, if ``char`` comes next."""
        found = self.peek() == char
        if found:
            self._at += 1
        return found

    def expect(self, char):
        if not self.take(char):
            self.fail(char)

    def value(self, depth):
        first = self.peek()
        if first == '"':
            return self.string()
        if first in ("{", "["):
            if depth == MAX_DEPTH:
                self.fail("fewer brackets")
            return self._object(depth + 1) if first == "{" else self._list(depth + 1)
        for word, meaning in _WORDS:
            if self._text[self._at : self._at + len(word)] == word:
                self._at += len(word)
                return meaning
        return self._integer()

    def _object(self, depth):
        self.expect("{")
        found = {}
        if self.take("}"):
            return found
        while True:
            if self.peek() != '"':
                self.fail('"')
            name = self.string()
            if name in found:
                self.fail("each name once")
            self.expect(":")
            found[name] = self.value(depth)
            if self.take("}"):
                return found
            self.expect(",")

    def _list(self, depth):
        self.expect("[")
        found = []
        if self.take("]"):
            return found
        while True:
            found.append(self.value(depth))
            if self.take("]"):
                return found
            self.expect(",")

    def _integer(self):
        start = self._at
        if self._text[start : start + 1] == "-":
            self._at += 1
        first = self._at
        while "0" <= self._text[self._at : self._at + 1] <= "9":
            self._at += 1
        digits = self._text[first : self._at]
        if not digits or len(digits) > _MAX_DIGITS or (digits[0] == "0" and len(digits) > 1):
            self._at = start
            self.fail("a value")
        return int(self._text[start : self._at])

    def string(self):
        self.expect('"')
        read = ""
        while True:
            end = self._text.find('"', self._at)
            if end < 0:
                self.fail("the end of the text")
            slash = self._text.find("\\", self._at, end)
            read += self._text[self._at : end if slash < 0 else slash]
            if slash < 0:
                self._at = end + 1
                return read
            self._at = slash + 1
            read += self._escape()

    def _escape(self):
        mark = self._text[self._at : self._at + 1]
        self._at += 1
        if mark in _ESCAPES:
            return _ESCAPES[mark]
        digits = self._text[self._at : self._at + 4]
        if mark != "u" or len(digits) < 4 or digits.strip("0123456789abcdefABCDEF"):
            self.fail("an escape")
        code = int(digits, 16)
        if 0xD800 <= code < 0xE000:  # half a character: Pythons differ in what they make of it
            self.fail("a whole character")
        self._at += 4
        return chr(code)
