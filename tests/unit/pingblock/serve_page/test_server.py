"""The server: the admitted pages, and its answers to nonsense."""

import asyncio
import json
import socket
import urllib.error
import urllib.request
from contextlib import asynccontextmanager

import pytest
from tests.unit.pingblock.serve_page.at_server import Place, sitting
from tests.unit.pingblock.serve_page.story import story
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pingblock.errors import Unavailable
from pingblock.serve_page import live_device
from pingblock.serve_page import server as server_module
from pingblock.serve_page.guests import network_address
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.live_device import Opening
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.room import Visitor
from pingblock.serve_page.server import PageServer
from pingblock.virtual.serial_tap import sealed
from pingblock.virtual.virtual_device import open_bench

HELLO = {"do": "hello", "version": 1, "token": "right", "name": "a"}


@asynccontextmanager
async def serving(engine=""):
    """A server on a free port. Yields its address and the host of its device."""
    host = DeviceHost()
    pages = PageServer(PageFiles({}), host, "right")
    server, number = await pages.open(0)
    async with server:
        if engine:
            await host.open(Opening(engine, seed=3), keep=True)
        yield f"127.0.0.1:{number}", host
        await host.close()


async def serial(line):
    """Returns the serial bytes of the next message, or b"" if it is another kind of message."""
    message = await line.recv()
    return message[1:] if message[:1] == b"\2" else b""


def entering(address, **headers):
    origin = headers.pop("origin", f"http://{address}")
    # A page that does not read must be able to leave at once, so unread bytes are not limited.
    return connect(
        f"ws://{address}/device", origin=origin, additional_headers=headers, max_queue=None
    )


DEEP = "[" * 100_000  # Python stops at a thousand levels
REFUSED = [
    *((HELLO | {"token": "wrong"}, 4001), (HELLO | {"token": 3}, 4001)),
    (HELLO | {"version": 2}, 4002),
    *((first, 4003) for first in ("", "[]", "{}", b"\2x", DEEP)),
    ({"do": "hello", "token": "right"}, 4003),
]


@story
async def test_page_needs_the_token_and_this_version_to_enter():
    async with serving() as (address, _):
        for first, code in REFUSED:
            async with entering(address) as line:
                await line.send(json.dumps(first) if isinstance(first, dict) else first)
                await line.wait_closed()
                assert (first, line.close_code) == (first, code)


@story
async def test_late_hello_closes_the_page_as_too_slow(monkeypatch):
    monkeypatch.setattr(server_module, "HELLO_S", 0.05)
    async with serving() as (address, _), entering(address) as line:
        await line.wait_closed()
        assert (line.close_code, line.close_reason) == (
            server_module.TOO_SLOW,
            "This page took too long to say hello.",
        )


@story
async def test_foreign_origin_and_foreign_host_name_are_refused():
    """A name that a stranger makes point here (rebinding) shows in the header Host."""
    async with serving() as (address, _):
        for origin in ("http://elsewhere.example", "null", None):
            with pytest.raises(InvalidStatus) as answer:
                async with entering(address, origin=origin):
                    pass
            assert answer.value.response.status_code == 403
        asked = urllib.request.Request(f"http://{address}/", headers={"Host": "evil.example"})
        with pytest.raises(urllib.error.HTTPError) as answer:
            await asyncio.to_thread(urllib.request.urlopen, asked)
        assert answer.value.code == 421


NONSENSE = [
    *("nonsense", "[]", DEEP, '{"do": "fly"}', '{"do": "hand", "name": "foot", "down": true}'),
    '{"do": "cells", "openMv": 99999, "ohm": 1, "count": 3}',
    '{"do": "open", "engine": "wasm", "seed": -1}',
]


@story
async def test_nonsense_ends_its_connection():
    async with serving() as (address, _):
        for request in NONSENSE:
            async with entering(address) as line:
                await line.send(json.dumps(HELLO))
                await line.recv()
                await line.send(request)
                await line.wait_closed()
                assert (request, line.close_code) == (request, 4003)


@story
async def test_press_sends_sound_and_outcome_to_the_page():
    async with serving("wasm") as (address, _), entering(address) as line:
        await line.send(json.dumps(HELLO))
        told, sounds = b"", 0
        for down in (True, False):
            while b'"hello"' not in told:  # an earlier press has no receiver
                told += await serial(line)
            await line.send(json.dumps({"do": "hand", "name": "block", "down": down}))
        while b'"outcome"' not in told:
            told += await serial(line)
        while sounds < 10:
            message = await line.recv()
            sounds += isinstance(message, bytes) and message[0] == 1


@story
async def test_other_engine_keeps_the_seed_and_unknown_one_is_refused():
    async with serving("wasm") as (address, host), entering(address) as line:
        host.room.tell([{"kind": "did", "action": {}}])
        await line.send(json.dumps(HELLO))
        for engine in ("wasm", "steam"):
            await line.send(json.dumps({"do": "open", "engine": engine}))
        seeds, refused = [], False
        while not refused:
            message = await line.recv()
            told = json.loads(message) if isinstance(message, str) else {"kind": "bytes"}
            seeds += [told["seed"]] if told["kind"] == "opened" else []
            refused = told["kind"] == "refused"
        assert seeds == [3, 3]
        host.room.enter(late := Visitor("late"))
        assert "did" not in dict(late._waiting), "that was another device"


@story
async def test_engine_that_fails_is_refused_before_the_old_returns(monkeypatch):
    """Otherwise the page would take the old device for its chosen engine."""

    def opened(name, *arguments, **options):
        if name == "chip":
            raise Unavailable("There is no image.")
        return open_bench(name, *arguments, **options)

    async with serving("wasm") as (address, _), entering(address) as line:
        monkeypatch.setattr(live_device, "open_bench", opened)
        await line.send(json.dumps(HELLO))
        await line.send(json.dumps({"do": "open", "engine": "chip"}))
        kinds = []
        while kinds.count("ready") < 2 or "refused" not in kinds:
            message = await asyncio.wait_for(line.recv(), 30)
            kinds += [json.loads(message)["kind"]] if isinstance(message, str) else []
        assert [each for each in kinds if each in ("opened", "ready", "refused")] == [
            *("opened", "ready"),
            *("refused", "opened", "ready"),
        ]


@story
async def test_watcher_may_read_the_status_but_not_press():
    async with (
        serving("wasm") as (address, _),
        entering(address) as holder,
        entering(address) as watcher,
    ):
        for line, name in ((holder, "a"), (watcher, "b")):
            await line.send(json.dumps(HELLO | {"name": name}))
            await line.recv()
        told = b""
        while b'"hello"' not in told:
            told += await serial(watcher)
        for do in ("press", "status"):
            request = json.dumps({"id": f"{do}-1", "do": do}, separators=(",", ":"))
            await watcher.send(b"\2" + sealed(request))  # an id like those of a page
        while b'"status-1"' not in told:
            told += await serial(watcher)
        assert b'"press-1"' not in told


@story
async def test_half_line_of_a_closed_page_spoils_no_later_line():
    async with serving("wasm") as (address, _):
        told = b""
        async with entering(address) as first:
            await first.send(json.dumps(HELLO))
            while b'"hello"' not in told:
                told += await serial(first)
            await first.send(b"\2 \r\x02")
            # this is read after those bytes
            await first.send(json.dumps({"do": "plug", "on": True}))
        async with entering(address) as second:
            await second.send(json.dumps(HELLO | {"name": "b"}))
            told = b""
            while b'"hello"' not in told:
                told += await serial(second)
            for name in "st":
                await second.send(b"\2" + sealed(f'{{"id":"{name}","do":"status"}}'))
            async with asyncio.timeout(30):  # a line that was not ended gets no answer
                while b'"id":"t","ok"' not in told:
                    told += await serial(second)
        assert b'"id":"s","ok"' in told


@story
async def test_guests_get_a_free_port_if_this_one_is_taken():
    pages = PageServer(PageFiles({}), DeviceHost(), "right")
    server, number = await pages.open(0)
    async with server:
        with socket.create_server((network_address(), number)):
            address, _, code = (await pages.share(number))[len("http://") :].partition("/#at=")
        assert address.rpartition(":")[2] != str(number)
        async with sitting(Place(address, code)) as line:
            assert line.state.name == "OPEN"
        await pages.end()
