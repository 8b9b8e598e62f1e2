"""Pages at one table: all see what one does, and guests of the network reach no more than that."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pingblock.serve_page import server
from pingblock.serve_page.guests import network_address
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.server import PageServer

OPEN = {"open": {"game": "worms", "players": ["Ann", "Ben"], "seed": 1}}


@asynccontextmanager
async def sharing():
    """A server with guests; yields its own address and that for guests, each with its token."""
    pages = PageServer(PageFiles({}), DeviceHost({}), "right")
    listening, number = await pages.open(0)
    async with listening:
        url = await pages.share(number)
        host, _, code = url.removeprefix("http://").partition("/#at=")
        yield (f"127.0.0.1:{number}", "right"), (host, code)


@asynccontextmanager
async def sitting(place, path="/table"):
    """A page at the table."""
    address, token = place
    async with connect(f"ws://{address}{path}", origin=f"http://{address}") as line:
        hello = {"do": "hello", "version": 1, "token": token, "name": "a"}
        await line.send(json.dumps(hello))
        yield line


async def told(line, kind):
    """Returns the answer of the next message of a kind."""
    while (message := json.loads(await line.recv()))["kind"] != kind:
        pass
    return message["answer"]


async def asked(line, request):
    """Returns the answer to a request."""
    await line.send(json.dumps({"id": 1, "line": json.dumps(request)}))
    return await told(line, "answer")


def test_all_see_what_one_does_and_a_guest_begins_no_game():
    async def play():
        async with sharing() as (own, guests), sitting(own) as host, sitting(guests) as guest:
            assert await told(guest, "table") is None
            opened = await asked(host, OPEN)
            assert (await told(guest, "table"))["players"] == opened["players"]
            begins = await asked(guest, {"do": "first", "player": 1})
            assert begins["turn"] == 1
            assert (await told(host, "table"))["state"] == begins["state"]
            for request in (OPEN, {"load": "{}"}, {"seat": [0, "plain"]}):
                refused = await asked(guest, request)
                assert refused["error"]["code"] == "guest"
            assert (await asked(host, {"state": True}))["state"] == begins["state"]

    asyncio.run(play())


async def drives(line):
    """Returns whether a page lets the bots play, as it was told last."""
    found = None
    await line.send(json.dumps({"id": 2, "line": json.dumps({"games": True})}))
    while (message := json.loads(await line.recv())).get("id") != 2:
        found = message["on"] if message["kind"] == "drives" else found
    return found


def test_one_page_of_the_host_lets_the_bots_play():
    """The one that did something last; if it goes, another one; never a guest."""

    async def play():
        async with sharing() as (own, guests), sitting(guests) as guest, sitting(own) as first:
            assert (await drives(guest), await drives(first)) == (False, True)
            async with sitting(own) as second:
                assert await drives(second) is False
                await asked(second, OPEN)
                assert (await drives(first), await drives(second)) == (False, None)
                await asked(guest, {"do": "first", "player": 1})
                assert [await drives(each) for each in (guest, first)] == [None, None]
            while (on := await drives(first)) is None:
                pass
            assert on is True

    asyncio.run(play())


@pytest.mark.parametrize("wrong", ["right", "", "aaaaaaaa"])
def test_a_guest_needs_the_code_and_never_gets_the_device(wrong, monkeypatch):
    monkeypatch.setattr(server, "WRONG_S", 0.0)

    async def knock():
        async with sharing() as (own, guests):
            async with sitting((guests[0], wrong)) as line:
                await line.wait_closed()
                assert line.close_code == server.NOT_ADMITTED
            async with sitting((own[0], guests[1])) as line:
                await line.wait_closed()
                assert line.close_code == server.NOT_ADMITTED
            with pytest.raises(InvalidStatus, match="403"):
                async with sitting(guests, "/device"):
                    pytest.fail("a guest is at the device")

    asyncio.run(knock())


def test_nobody_reaches_a_table_that_is_not_shared():
    async def knock():
        pages = PageServer(PageFiles({}), DeviceHost({}), "right")
        listening, number = await pages.open(0)
        async with listening:
            with pytest.raises(ConnectionRefusedError):
                async with sitting((f"{network_address()}:{number}", "")):
                    pytest.fail("somebody came in")

    asyncio.run(knock())
