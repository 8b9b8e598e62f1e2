"""Hostile lines, generated from the requests' grammar, then changed, cut, mixed and damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any
from zlib import crc32

from pingware.games.block.options import REQUESTS
from pingware.shared import schema
from pingware.shared.service_requests import SERVICE_REQUESTS as SELDOM

# Small integers have 31 bits on the chip and end at 2^30. With words of 64 bits they end at 2^62.
EDGES = (
    *(-1, 0, 1, 2**30 - 1, 2**30, 2**31 - 1, 2**31),
    *(2**32 - 1, 2**32, -(2**30) - 1, 2**62, 10**30),
)
_ODD: tuple[Any, ...] = (
    *(None, True, False, 1.5, -0.0, 1e300, "", "x" * 50),
    *([], {}, [[]], {"a": {}}),
)
_TEXTS = ("", "a", "é", "😀", '"\\/\b\f\n\r\t', "\x00", "block", "/sounds/x", "/", "..", "coins")
JSON_MARKS = tuple(bytes([each]) for each in b'"\\{}[],:')
_SPICES: tuple[bytes, ...] = (*JSON_MARKS, b"0", b"-", b"e", b".", b"\xff", b"\\u")
_SPICES += (b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x02", b"\r", b" ", b"null", b"*")

_DECLARED: dict[str, Any] = {
    name: each for all_ in (REQUESTS, SELDOM) for name, each in all_.items()
}
NAMES = sorted(_DECLARED)


def _arguments(do: str) -> dict[str, schema.Rule]:
    declared = _DECLARED[do]
    found: dict[str, schema.Rule] = declared[0] if type(declared) is tuple else declared
    return found


def _text(rule: schema.Rule, chance: Random) -> str:
    word = chance.choice(_TEXTS) * chance.randint(1, 3)
    return (word or "a")[: rule.most].ljust(rule.least or 0, "z")


def _right(rule: schema.Rule, chance: Random) -> Any:
    """Returns a value that a rule allows, mostly at its limits."""
    kind, of = rule.kind, rule.of
    if kind == schema.WHOLE:
        return chance.choice((rule.least, rule.most, chance.randint(rule.least, rule.most)))
    if kind == schema.ONE_OF:
        return chance.choice(of)
    if kind == schema.SWITCH:
        return chance.random() < 0.5
    if kind == schema.TEXT:
        return _text(rule, chance)
    if kind == schema.LIST:
        count = chance.choice((rule.least, rule.most, chance.randint(rule.least, rule.most)))
        return [_right(of, chance) for _ in range(count)]
    if kind == schema.OBJECT:
        names = [_text(schema.text(8, 1), chance) for _ in range(chance.randint(0, 3))]
        return {name: _any(chance) if of is None else _right(of, chance) for name in names}
    if kind == schema.EITHER:
        return _right(chance.choice(of), chance)
    return _right(of[0] if kind == schema.SUCH_THAT else of, chance)


def _any(chance: Random) -> Any:
    return chance.choice((*EDGES, *_ODD, *_TEXTS))


def request(id: object, chance: Random) -> dict[str, Any]:
    """Returns a valid request, or one with a single wrong value."""
    do = chance.choice(NAMES)
    message: dict[str, Any] = {"id": id, "do": do}
    for name, rule in _arguments(do).items():
        if rule.kind == schema.NEEDED or chance.random() < 0.6:
            message[name] = _right(rule, chance)
    if chance.random() < 0.5 and len(message) > 2:
        message[chance.choice(sorted(message)[1:])] = _any(chance)
    if chance.random() < 0.1:
        message[chance.choice(("x", "do", "path", "é"))] = _any(chance)
    return message


def seal(body: bytes) -> bytes:
    """Returns the bytes of a message as a line."""
    return body + b"*%08x\n" % crc32(body)


def body_of(message: dict[str, Any], chance: Random) -> bytes:
    """Returns the JSON of a message in one of the ways in which programs write it."""
    tight = (",", ":") if chance.random() < 0.5 else None
    return json.dumps(message, ensure_ascii=chance.random() < 0.5, separators=tight).encode()


def _spiced(body: bytes, chance: Random) -> bytes:
    data = bytearray(body)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data) + 1)
        what = chance.choice((*_SPICES, bytes([chance.randrange(256)]), b""))
        data[place : place + chance.randrange(3)] = what
    return bytes(data).replace(b"\n", b" ").replace(b"\r", b" ")


def _deep(chance: Random) -> bytes:
    depth = chance.randint(1, 400)
    return b'{"id":1,"do":"settings","set":{"a":' + b"[" * depth + b"]" * depth + b"}}"


def _escapes(chance: Random) -> bytes:
    return b'{"id":1,"do":"' + b"\\u0041" * chance.randint(1, 160) + b'"}'


def _message(chance: Random) -> bytes:
    other: dict[str, Any] = {chance.choice(("event", "ok", "error", "do")): _any(chance)}
    return body_of({"id": _any(chance), **other}, chance)


def line(id: object, chance: Random) -> bytes:
    """Returns a hostile line with its end.

    Args:
        id: id of the request, if it is one.
        chance: random source.
    """
    kind = chance.random()
    if kind < 0.1:
        body = body_of(request(id, chance), chance)
        return body + b"*%08x\n" % (crc32(body) ^ 1 << chance.randrange(32))
    if kind < 0.55:
        return seal(body_of(request(id, chance), chance))
    if kind < 0.85:
        body = _spiced(body_of(request(id, chance), chance), chance)
        return seal(body) if chance.random() < 0.8 else body + b"*%08x\n" % chance.getrandbits(32)
    make: Callable[[Random], bytes] = chance.choice((_deep, _escapes, _message))
    return seal(make(chance))


def noise(chance: Random) -> bytes:
    """Returns bytes that are not a line: control bytes, a file block, half a line, a long one."""
    kind = chance.randrange(5)
    if kind == 0:
        return bytes(chance.randrange(32) for _ in range(chance.randint(1, 60)))
    if kind == 1:
        size = chance.randint(0, 300)
        head = bytes([2]) + size.to_bytes(2, "little") + chance.randbytes(4)
        return head + chance.randbytes(size)
    if kind == 2:
        whole = line(1, chance)
        return whole[: chance.randrange(len(whole))]
    if kind == 3:
        return b"x" * chance.randint(1000, 3000)
    return chance.randbytes(chance.randint(1, 200))
