"""Budgets of visitors: connections, bytes and work, each kind of message and of reader."""

import asyncio
import json
import re
import socket
import struct
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Wall
from tests.unit.pingblock.serve_page.at_server import asked, fetched, sharing, sitting, told
from tests.unit.pingblock.serve_page.story import story
from websockets.exceptions import ConnectionClosed

from pingblock.errors import BadInput
from pingblock.serve_page import crowd, server
from pingblock.serve_page.budget import MOST_NAMES, Budget, Budgets
from pingblock.serve_page.link_turns import MOST_UNSENT
from pingblock.serve_page.live_device import MOST_ORDERS, LiveDevice, Opening
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.page_tap import serial_message
from pingblock.serve_page.room import MOST_ACTION_BYTES, MOST_BYTES, Room, Visitor
from pingblock.serve_page.room import MOST_NAMES as MOST_PAGES
from pingblock.serve_page.table_room import GUEST_S, HOST_S, WORK_EACH_S, WORK_S


@pytest.fixture
def clock(monkeypatch):
    made = Wall()
    monkeypatch.setattr("pingblock.serve_page.budget.time", made)
    return made


def test_budget_is_spent_and_refills_with_time(clock):
    budget = Budget(10, 2)
    assert (budget.spend(10), budget.spend(4), budget.wait_s) == (0, 2, 2)
    clock.sleep(3)
    assert (budget.wait_s, budget.left) == (0, 2)
    clock.sleep(97)
    assert budget.left == 10


def test_unspent_budgets_are_forgotten(clock):
    budgets = Budgets(10, 1)
    budgets.of("busy").spend(1000)
    for n in range(3 * MOST_NAMES):
        budgets.of(f"{n}")
    assert len(budgets._held) <= MOST_NAMES
    assert budgets.of("busy").wait_s == 990


def test_security_page_states_the_limits_of_the_server():
    """Each row of its table has the numbers for guests, then those for the host's pages."""
    page = (Path(__file__).parents[4] / "docs" / "security.md").read_text()
    rows = dict(line[2:].split(" | ", 1) for line in page.splitlines() if line.count(" | ") == 2)
    guests, own = crowd.GUESTS, crowd.OWN
    for row, limits in {
        "connections that have not sent a code or token": (
            *(guests.waiting, guests.waiting_each, own.waiting),
        ),
        "pages": (guests.admitted, guests.admitted_each, own.admitted),
        "seconds until the first request": (crowd.SILENT_S, crowd.SILENT_S),
        "length of one message": (server.GUEST_BYTES, server.MOST_BYTES / 10**6),
        "messages": (*server.GUEST_TALK, *server.OWN_TALK),
        "bytes sent": (guests.bytes_most / 1024, guests.bytes_s / 1024),
        "files of the page": server.FILES,
        "computing time of the referee": (WORK_S, WORK_EACH_S, GUEST_S, HOST_S),
        "bytes that wait because a page does not read them": (
            *(server.GUEST_WAITING / 10**6, MOST_BYTES / 10**6),
        ),
    }.items():
        assert tuple(map(float, re.findall(r"[0-9.]*[0-9]", rows[row]))) == limits, row


GET = "GET / HTTP/1.1\r\nHost: {}\r\n\r\n"


async def until(holds):
    """Lets the server work until a condition is true."""
    while not holds():
        await asyncio.sleep(0.001)


def test_oldest_connection_without_a_request_is_closed_first():
    closed = []

    class Connection:
        address = "a"

        def __init__(self, name, request):
            self.request = request
            self.transport = SimpleNamespace(abort=lambda: closed.append(name))

    full = crowd.Crowd(crowd.Limits(9, 9, waiting_each=3, admitted_each=9))
    for name, request in (("asks", "GET"), ("silent", None), ("later", None), ("new", None)):
        full.come(Connection(name, request))
    assert closed == ["silent"]
    full.come(Connection("newer", "GET"))
    assert closed == ["silent", "later"]


@story
async def test_silent_connections_do_not_block_new_visitors(monkeypatch):
    """These are silent connections, partial requests, pages without hello, at both addresses."""
    monkeypatch.setattr(crowd, "SILENT_S", 1e6)  # so that their silence does not end them
    async with sharing() as shared, sitting(shared.own) as before:
        own, guests = shared.own.address, shared.guests.address
        lines = AsyncExitStack()
        async with lines:
            for begin in (b"", b"GET / HT", b"GET /device HTTP/1.1\r\n"):
                for address in (own, guests):
                    for _ in range(100):
                        _, writer = await asyncio.open_connection(*address.split(":"))
                        lines.callback(writer.close)
                        writer.write(begin)
            crowds = {own: shared.pages._own_crowd, guests: shared.pages._guests_crowd}
            for address, all_there in crowds.items():
                assert await fetched(address, GET.format(address).encode()) in (200, 404)
                assert 0 < len(all_there._waiting) <= all_there.limits.waiting_each
            async with sitting(shared.own) as line:
                assert (await told(line, "table"))["answer"] is None
            assert (await asked(before, {"games": True}))["games"]


@story
async def test_silent_connection_is_ended_but_a_slow_page_is_not(monkeypatch):
    monkeypatch.setattr(crowd, "SILENT_S", 0.05)
    async with sharing() as shared:
        address = shared.own.address
        for begin in (b"", b"GET / HTTP/1.1\r\nHost: "):
            reader, writer = await asyncio.open_connection(*address.split(":"))
            writer.write(begin)
            assert await asyncio.wait_for(reader.read(), 30) == b""
            writer.close()
        async with sitting(shared.own) as line:
            await asyncio.sleep(0.1)
            assert (await told(line, "table"))["answer"] is None


@story
async def test_family_that_loads_the_page_at_once_gets_it(monkeypatch):
    """While the page is built, phones with 6 connections and 4 browsers at one address load it."""
    built = asyncio.Event()
    monkeypatch.setattr(PageFiles, "prepare", lambda *_: built.wait())
    async with sharing() as shared:
        address = shared.guests.address
        host, port = address.split(":")
        for sources in ([f"127.0.0.{n}" for n in range(2, 10)], 4 * ["127.0.0.2"]):
            lines = [
                await asyncio.open_connection(host, port, local_addr=(source, 0))
                for source in 6 * sources
            ]
            for _, writer in lines:
                writer.write(GET.format(address).encode())
            await until(lambda: all(each.request for each in shared.pages._guests_crowd._waiting))
            built.set()
            heads = [await asyncio.wait_for(reader.readline(), 30) for reader, _ in lines]
            assert [head.split()[1:2] for head in heads] == len(lines) * [[b"200"]]
            built.clear()
            for _, writer in lines:
                writer.close()


@story
async def test_one_address_has_limited_places_apart_from_the_host():
    async with sharing() as shared:
        most = crowd.GUESTS.admitted_each
        lines = []
        for _ in range(most + 1):
            sits = sitting(shared.guests)
            lines.append((sits, await sits.__aenter__()))
        with pytest.raises(ConnectionClosed):
            await told(lines[-1][1], "table")
        assert lines[-1][1].close_code == server.TOO_MANY
        async with sitting(shared.own) as line:
            assert (await told(line, "table"))["answer"] is None
        for sits, _ in lines:
            await sits.__aexit__(None, None, None)


@story
async def test_large_or_fragmented_message_of_a_guest_ends_its_connection():
    async with sharing() as shared:
        for message in ("x" * 5000, "x" * 200_000, ["x"] * 5000, [""] * 5000):
            async with sitting(shared.guests) as line:
                with suppress(ConnectionClosed):
                    await line.send(message)
                await line.wait_closed()
                assert line.close_code in (server.MISTAKEN, 1009)


def test_names_of_absent_pages_are_forgotten():
    room = Room()
    stays = Visitor("stays")
    room.enter(stays)
    for n in range(2 * MOST_PAGES):
        passes = Visitor(f"{n}")
        room.enter(passes)
        room.ask(passes)
        room.leave(passes)
    assert len(room._numbers) <= MOST_PAGES
    room.enter(late := Visitor("late"))
    room.ask(late)
    control = json.loads(stays._waiting[-1][1])
    assert (control["holder"], control["asked"]) == ("Page 1", f"Page {2 * MOST_PAGES + 2}")


def test_messages_kept_for_late_pages_are_limited():
    """Actions from a watcher's or holder's bytes, serial output, and waiting messages."""
    room = Room()
    room.begin({"kind": "opened"})
    line = {"kind": "did", "action": {"do": "serial", "line": "x" * 4000}}
    room.tell([line, serial_message(b"y" * 4000)] * 5000)
    assert sum(map(len, room._did)) <= MOST_ACTION_BYTES
    assert sum(map(len, room._serial)) <= 65_536
    room.enter(late := Visitor("late"))
    assert not late.too_slow


def test_visitor_that_reads_nothing_keeps_no_messages():
    visitor = Visitor("a")
    for kind in ("bytes", "did", "table", "control", "drives"):
        for _ in range(100):
            visitor.put(kind, "x" * (MOST_BYTES // 50))
    assert (visitor.too_slow, len(visitor._waiting)) == (True, 0)


def reads_nothing(line):
    """Makes a page read no bytes from the network. Its computer buffers only few of them."""
    line.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.transport.pause_reading()


@story
async def test_page_that_never_reads_is_disconnected(monkeypatch):
    """This holds for any number of requests: for answers, and for pongs to its pings."""
    monkeypatch.setattr(server, "CLOSE_S", 0.01)
    monkeypatch.setattr(crowd, "UNSENT_BYTES", 100_000)
    async with sharing() as shared:
        room = shared.host.room
        async with sitting(shared.own, "/device") as line:
            await until(lambda: room._visitors)
            reads_nothing(line)
            while room._visitors:
                room.tell([serial_message(bytes(500_000))])
                await asyncio.sleep(0.001)
        async with sitting(shared.own, "/device") as line:
            await until(lambda: room._visitors)
            reads_nothing(line)
            ping = b"\x89\xfd" + struct.pack("4x") + bytes(125)
            while room._visitors:
                if line.transport.get_write_buffer_size() < len(ping) * 1000:
                    line.transport.write(ping * 1000)
                await asyncio.sleep(0.001)


def test_waiting_orders_and_bytes_for_a_device_are_limited():
    device = LiveDevice(Opening("wasm"), lambda messages: None)
    for _ in range(MOST_ORDERS):
        device.order(lambda hands: None)
    with pytest.raises(BadInput, match="presses faster than the device"):
        device.order(lambda hands: None)
    device.send(bytes(MOST_UNSENT), "page")
    with pytest.raises(BadInput, match="bytes faster than the device"):
        device.send(b"x", "page")
    device._bench.close()
