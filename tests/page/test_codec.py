"""Compares the page's codec of the link with Python's, on shared vectors and random lines."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from binascii import crc32
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from reliability.hostile_lines import JSON_MARKS

from pingblock.common.declared import DECLARATIONS
from pingblock.make_page.page import page_dir
from pingware.shared import protocol

HERE = Path(__file__).parent / "codec"
VECTORS = json.loads((HERE / "vectors.json").read_text(encoding="utf-8"))
NODE = shutil.which("node")
# Only the device checks these, because the page gets no requests. It reads an echo of one as text.
OF_REQUESTS = ("unknown_request", "missing_field", "bad_value")
LINES, LINES_OF_ALL = 5_000, 100_000

Verdict = dict[str, Any]


def _python(line: bytes) -> Verdict:
    try:
        return {"message": protocol.decode(line, DECLARATIONS)}
    except protocol.ProtocolError as wrong:
        return {"code": wrong.code}


def _javascript(lines: Sequence[bytes]) -> list[Verdict]:
    if NODE is None:
        pytest.skip("the page's codec needs node here: install Debian's package nodejs")
    packed = b"\n".join(map(b64encode, lines))
    module = page_dir() / "link" / "lines.js"
    command = (NODE, str(HERE / "answer.mjs"), str(module))
    ran = subprocess.run(command, input=packed + b"\n", capture_output=True, check=True)
    return [json.loads(each) for each in ran.stdout.split(b"\n")]


def _same(theirs: Verdict, ours: Verdict) -> bool:
    if "do" in ours.get("message", {}) and theirs.get("code") in OF_REQUESTS:
        return True
    if theirs.get("code") != ours.get("code"):
        return False
    return "code" in ours or _text(theirs["message"]) == _text(ours["message"])


def _text(value: object) -> str:
    """Returns a value as text, because 1 and true are equal in Python."""
    return json.dumps(value, sort_keys=True)


def _line(vector: Verdict) -> bytes:
    return str(vector["line"]).encode("latin-1")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["about"])
def test_firmware_codec_reads_each_vector_as_expected(vector: Verdict) -> None:
    found = _python(_line(vector))
    assert {name: _text(each) for name, each in found.items()} == {
        name: _text(each) for name, each in vector.items() if name in ("message", "code")
    }


def test_page_codec_reads_each_vector_as_expected() -> None:
    answers = _javascript([_line(vector) for vector in VECTORS])
    told = {
        vector["about"]: answer
        for vector, answer in zip(VECTORS, answers, strict=True)
        if not _same(vector, answer)
    }
    assert told == {}


@pytest.mark.parametrize("count", [LINES, pytest.param(LINES_OF_ALL, marks=pytest.mark.long)])
def test_both_codecs_agree_on_random_lines(count: int) -> None:
    """The device also reads the page's lines with their intended meaning."""
    lines = list(_by_chance(Random(count), count))
    kinds: dict[str, int] = {}
    for line, answer in zip(lines, _javascript(lines), strict=True):
        expected = _python(line)
        assert _same(expected, answer), line
        kinds[expected.get("code", "message")] = kinds.get(expected.get("code", "message"), 0) + 1
        if answer.get("line"):
            assert _text(protocol.decode(b64decode(answer["line"]))) == _text(answer["message"])
    seen = ["bad_crc", "bad_id", "bad_json", "bad_value", "message", "missing_field", "no_crc"]
    seen += ["not_an_object", "not_utf8", "too_long", "unknown_request"]
    assert sorted(kinds) == sorted(seen)
    assert kinds["message"] > count // 5


_NAMES = ("id", "ok", "event", "error", "do", "code", "say", "a", "__proto__", "1", "ä", "")
_TEXTS = ("press", "", "ä€😀", "a\u2028b", "x" * 16, "y" * 17, '"\\/', "\x7f", "😀" * 16)
_WHOLES = (0, 1, -1, 9_999_999_999, -9_999_999_999, 10_000_000_000, 4096)
_PIECES: tuple[bytes, ...] = (
    *JSON_MARKS,
    *rb"\u00e9 \ud83d \n -0 01 1.5 1e3".split(),
    b" ",
    b"\t",
)
_PIECES += (b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"nul")
_PIECES += (b"true", b"*", b"\xed\xa0\x80", b"\xc0\x80")


def _by_chance(chance: Random, count: int) -> Iterator[bytes]:
    for _ in range(count):
        body = json.dumps(_message(chance), ensure_ascii=chance.random() < 0.2).encode()
        for _ in range(chance.choice((0, 0, 0, 1, 1, 3))):
            at, piece = chance.randrange(len(body) + 1), chance.choice(_PIECES)
            body = body[:at] + piece + body[at + chance.choice((0, 0, 1, 2)) :]
        line = body + b"*%08x" % crc32(body)
        yield _spoiled(chance, line) if chance.random() < 0.1 else line


def _spoiled(chance: Random, line: bytes) -> bytes:
    kind = chance.randrange(6)
    at = chance.randrange(len(line))
    if kind == 0:
        return line[:at]
    if kind == 1:
        return b" \t" + line.upper() + b"\r\n\x0b\x0c"
    if kind == 2:
        return line[:-10] + b" " * chance.choice((950, 1000, 1100)) + line[-10:]
    if kind == 3:
        return chance.choice((b"HELP", b"press\n", b"presses", b"", b"*00000000", b"\xa0help"))
    return line[:at] + bytes([line[at] ^ 1 << chance.randrange(8)]) + line[at + 1 :]


def _message(chance: Random) -> object:
    if chance.random() < 0.03:
        return _value(chance, 0)
    found: dict[str, object] = {"id": chance.choice((1, "a7-1", None, True, *_TEXTS))}
    found["id"] = chance.choice((7, "ab12cd-3", found["id"]))
    kind = chance.choice(("ok", "event", "error", "do", "ok", "event"))
    plain = {"ok": {}, "event": "press", "error": {"code": "busy", "say": "Busy."}, "do": "press"}
    found[kind] = plain[kind] if chance.random() < 0.8 else _value(chance, 0)
    place = found[kind]
    if isinstance(place, dict):
        found[kind] = {**place, **{chance.choice(_NAMES): _value(chance, 0) for _ in range(3)}}
    elif chance.random() < 0.3:
        found |= {chance.choice(_NAMES): _value(chance, 0) for _ in range(3)}
    if chance.random() < 0.1:
        found.pop(chance.choice(list(found)))
    return found


def _value(chance: Random, depth: int) -> object:
    kind = chance.randrange(8)
    if kind < 2:
        return chance.choice(_TEXTS)
    if kind < 5 or depth > 5:
        return chance.choice((*_WHOLES, True, False, None))
    if kind == 5:
        return [_value(chance, depth + 1) for _ in range(chance.randrange(3))]
    return {chance.choice(_NAMES): _value(chance, depth + 1) for _ in range(chance.randrange(3))}
