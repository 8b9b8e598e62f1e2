"""Answers to strangers' paths, headers, JSON and lines, which no page sends, at each door."""

import asyncio
import json
import logging

import pytest
from tests.unit.pingblock.serve_page.at_server import asked, fetched, sharing, sitting, told
from tests.unit.pingblock.serve_page.story import story
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pingblock.errors import BadInput
from pingblock.serve_page import server
from pingblock.serve_page.messages import read_object

OPEN = {"open": {"game": "worms", "players": ["Ann", "Ben"], "seed": 1}}
PATHS = {
    **dict.fromkeys(("/%00", "/%ED%A0%80", "/%ff", "/a%0d%0ab", "/nul%00.js"), 404),
    **dict.fromkeys(("/" + 5000 * "a", "/" + 900 * "a/", "/..%2f..%2fetc%2fpasswd"), 404),
    **dict.fromkeys(("//[", "http://[::1/", "//[x]y/"), 400),
    **dict.fromkeys(("/index.html%00", "/C:/", "/\\\\host\\share"), 404),
}
# JSON texts that Python can or cannot read, and that no page sends.
ODD = [
    *("5", "null", "true", '""', "[]", "1e999", "-1e999", "NaN", "[" * 30 + "]" * 30),
    *('"\\ud800"', "9" * 5000, "[" * 3000, "{", "\x00", '{"\\ud800": 1}', '{"a": 1e999}'),
    "[" * 3000 + "]" * 900,
]


@pytest.fixture(autouse=True)
def no_dead_task(caplog, capsys, monkeypatch):
    """Fails if the server reports that a part of it failed, or the log has a failure."""
    monkeypatch.setattr(server, "WRONG_S", 0.0)
    caplog.set_level(logging.ERROR)
    yield
    failures = [each.getMessage() for each in caplog.records if "handshake" not in each.message]
    assert failures == []
    assert capsys.readouterr().err == ""


def get(address, path, *headers):
    lines = [f"GET {path} HTTP/1.1", *(headers or (f"Host: {address}",)), "", ""]
    return "\r\n".join(lines).encode()


@story
async def test_odd_http_paths_and_headers_are_answered():
    async with sharing() as shared:
        for place in (shared.own, shared.guests):
            address = place.address
            found = {path: await fetched(address, get(address, path)) for path in PATHS}
            assert found == PATHS
            twice = (f"Host: {address}", f"Host: {address}")
            assert await fetched(address, get(address, "/", *twice)) == 421
            tags = (f"Host: {address}", "If-None-Match: a", "If-None-Match: b")
            assert await fetched(address, get(address, "/", *tags)) == 200
            for wrong in (
                b"\r\n\r\n",
                b"GET\r\n\r\n",
                b"POST / HTTP/1.1\r\n\r\n",
                b"\xff\r\n\r\n",
            ):
                assert await fetched(address, wrong) != 500
            assert await fetched(address, get(address, "/")) == 200


@story
async def test_odd_json_is_refused_on_each_connection():
    """They are sent instead of a hello, instead of a request, and as values in a request."""
    async with sharing() as shared, sitting(shared.own) as host:
        await asked(host, OPEN)
        doors = ((shared.own, "/device"), (shared.own, "/table"), (shared.guests, "/table"))
        for place, path in doors:
            for text in ODD:
                for message in _messages(text, path):
                    async with sitting(place, path) as line:
                        await line.recv()
                        await line.send(message)
                        await asyncio.wait_for(line.wait_closed(), 30)
                        assert (message[:60], line.close_code) == (message[:60], 4003)
            for text in ODD:
                async with sitting(place._replace(token=text), path) as line:
                    await line.wait_closed()
                    assert line.close_code in (4001, 4003)
        assert (await asked(host, {"state": True}))["ok"]


def _messages(text, path):
    """Yields a text as a message, and as a value in a message."""
    yield text
    if path == "/device":
        yield f'{{"do": {text}}}'
        yield f'{{"do": "hand", "name": {text}, "down": true}}'
        yield f'{{"do": "cells", "openMv": 5, "ohm": 1, "count": {text}}}'
        yield f'{{"do": "open", "engine": "wasm", "seed": {text}, "replay": {{"seed": {text}}}}}'
    elif text != "5":
        yield f'{{"id": {text}, "line": "{{}}"}}'
    if path == "/table" and text != '""':
        yield f'{{"id": 1, "line": {text}}}'


LONG = "x" * 900_000


@pytest.mark.parametrize(
    "wrong",
    [
        *({"do": each} for each in ({}, [], 5, None, "fly", LONG)),
        *({"do": "hand", "name": each, "down": True} for each in (LONG, ["block"])),
    ],
    ids=lambda each: str(each)[:30],
)
@story
async def test_unknown_word_of_the_host_is_refused(wrong):
    async with sharing() as shared, sitting(shared.own, "/device") as line:
        await line.send(json.dumps(wrong))
        await asyncio.wait_for(line.wait_closed(), 30)
        assert (line.close_code, line.close_reason[:12]) == (4003, "There is no ")


@pytest.mark.parametrize("engine", ["pico2", "chip:/etc/passwd", ["wasm"], LONG])
@story
async def test_engine_that_is_not_offered_is_refused_and_device_stays(engine):
    async with sharing() as shared, sitting(shared.own, "/device") as line:
        device = shared.host._device
        await line.send(json.dumps({"do": "open", "engine": engine}))
        reason = (await told(line, "refused"))["reason"]
        assert reason.startswith("There is no engine ")
        assert reason.endswith(" There are: desk, wasm, chip.")
        assert len(reason) < 200
        assert shared.host._device is device


@story
async def test_odd_lines_at_the_table_are_answered_and_change_nothing():
    async with sharing() as shared, sitting(shared.own) as host, sitting(shared.guests) as guest:
        await asked(host, OPEN)
        before = (await asked(host, {"state": True}))["state"]
        for line in (host, guest):
            for text in (each for each in ODD if line is host or len(each) < 2000):
                answer = await asked(line, text)
                assert (text[:20], answer["ok"]) == (text[:20], False)
                assert answer["error"]["say"]
            for name in ("do", "line", "undo", "run", "why_not", "rule", "heard", "after", "log"):
                for text in ("5", "null", "[[[]]]", "{}", '"\\u0000"', "9" * 400, "-1", '"é"'):
                    answer = await asked(line, f'{{"{name}": {text}}}')
                    assert "ok" in answer, (name, text)
        assert (await asked(host, {"state": True}))["state"] == before


@story
async def test_guest_reaches_only_the_table_by_any_path_or_name():
    async with sharing() as shared:
        own, guests = shared.own, shared.guests
        for path in ("/%74able", "/table?x", "/%74%61ble?/device"):
            async with sitting(guests, path) as line:
                assert (await told(line, "table"))["answer"] is None
        for path in ("/device", "/%64evice", "/device?/table", "/dev%69ce"):
            with pytest.raises(InvalidStatus, match="403"):
                async with sitting(guests, path):
                    pytest.fail("a guest must not reach the device")
        # as if it were the host's own page
        asks = get(guests.address, "/", f"Host: {own.address}")
        assert await fetched(guests.address, asks) == 421
        assert shared.host.room._visitors == []


@story
async def test_invalid_name_of_a_page_is_refused():
    async with sharing() as shared:
        for name in ("", "x" * 65, 5, None, "\ud800", ["a"]):
            async with sitting(shared.own, "/device", name) as line:
                await line.wait_closed()
                assert (name, line.close_code) == (name, 4003)


def test_odd_json_is_refused_and_good_json_is_read():
    deep = json.loads("[" * 15 + "]" * 15)
    assert read_object(json.dumps({"a": deep, "é": "\U0001f600", "n": 1e300}))["a"] == deep
    odd = [*ODD[5:], "[1e999]", '{"b": "\\udfff"}', "[" * 21 + "]" * 21]
    for text in (*ODD, *(f'{{"a": {each}}}' for each in odd)):
        with pytest.raises(BadInput):
            read_object(text)


@story
async def test_odd_hello_is_answered_with_a_close_code():
    async with sharing() as shared:
        for name in ("version", "name", "token"):
            for value in ("1e999", "NaN", '"\\ud800"', "[]", "null", "-5", "9" * 4000):
                hello = {"do": "hello", "version": 1, "token": "right", "name": "a"}
                text = json.dumps({**hello, name: "?"}).replace('"?"', value)
                address = shared.own.address
                async with connect(f"ws://{address}/table", origin=f"http://{address}") as line:
                    await line.send(text)
                    await line.wait_closed()
                    assert line.close_code in (4001, 4002, 4003), (name, value)
