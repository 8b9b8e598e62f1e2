"""Pages at one table: all see each page's actions, and guests on the network can do no more."""

import json
from contextlib import asynccontextmanager

import pytest
from tests.unit.pingblock.serve_page.story import story
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pingblock.serve_page import server
from pingblock.serve_page.guests import network_address
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.server import PageServer

OPEN = {"open": {"game": "worms", "players": ["Ann", "Ben"], "seed": 1}}


def pages():
    return PageServer(PageFiles({}), DeviceHost(), "right")


@asynccontextmanager
async def sharing():
    """A server with guests. Yields its host address and that for guests, each with its token."""
    server = pages()
    listening, number = await server.open(0)
    async with listening:
        host, _, code = (await server.share(number)).removeprefix("http://").partition("/#at=")
        yield (f"127.0.0.1:{number}", "right"), (host, code)


@asynccontextmanager
async def sitting(place, path="/table", **more):
    """A page that takes part in a game."""
    address, token = place
    async with connect(f"ws://{address}{path}", origin=f"http://{address}") as line:
        hello = {"do": "hello", "version": 1, "token": token, "name": "a", **more}
        await line.send(json.dumps(hello))
        yield line


async def told(line, kind):
    """Returns the answer in the next message of a kind."""
    while (message := json.loads(await line.recv()))["kind"] != kind:
        pass
    return message["answer"]


async def asked(line, request):
    """Returns the answer to a request."""
    await line.send(json.dumps({"id": 1, "line": json.dumps(request)}))
    return await told(line, "answer")


@story
async def test_pages_share_one_table_and_guests_begin_no_game():
    async with sharing() as (own, guests), sitting(own) as host, sitting(guests) as guest:
        assert await told(guest, "table") is None
        opened = await asked(host, OPEN)
        assert (await told(guest, "table"))["players"] == opened["players"]
        await asked(guest, {"take": 0})
        begins = await asked(guest, {"do": "first", "player": 1})
        assert begins["turn"] == 1
        assert (await told(host, "table"))["state"] == begins["state"]
        for request in (OPEN, {"load": "{}"}, {"seat": [0, "plain"]}):
            refused = await asked(guest, request)
            assert refused["error"]["code"] == "guest"
        await guest.send(json.dumps({"id": 1, "line": "[" * 100_000}))
        await guest.wait_closed()
        assert guest.close_code == 4003
        assert (await asked(host, {"state": True}))["state"] == begins["state"]


async def drives(line):
    """Returns whether a page lets the bots play, from its last message."""
    found = None
    await line.send(json.dumps({"id": 2, "line": json.dumps({"games": True})}))
    while (message := json.loads(await line.recv())).get("id") != 2:
        found = message["on"] if message["kind"] == "drives" else found
    return found


@story
async def test_only_one_page_of_the_host_lets_the_bots_play():
    """It is the host's page that acted last. If that closes, it is another of the host's pages."""
    async with sharing() as (own, guests), sitting(guests) as guest, sitting(own) as first:
        assert (await drives(guest), await drives(first)) == (False, True)
        async with sitting(own) as second:
            assert await drives(second) is False
            await asked(second, OPEN)
            assert (await drives(first), await drives(second)) == (False, None)
            await asked(guest, {"take": 0})
            await asked(guest, {"do": "first", "player": 1})
            assert [await drives(each) for each in (guest, first)] == [None, None]
        while (on := await drives(first)) is None:
            pass
        assert on is True


CARDS = {"open": {"game": "fortune", "players": ["Ann", "Ben"], "seed": 1}}


@story
async def test_host_page_rolls_for_the_phone_whose_turn_it_is():
    async with sharing() as (own, guests), sitting(guests) as guest:
        async with sitting(own) as host:
            press = {"press": True, "draw": True, "after": 1}
            await asked(host, {"rolls": True})
            # there is no table yet
            assert (await asked(guest, press))["error"]["code"] == "bad_input"
            await asked(host, CARDS)
            await asked(host, {"do": "first", "player": 0})
            refused = await asked(guest, press)  # this page has no seat
            assert refused["error"]["code"] == "refused"
            await asked(guest, {"take": 0})
            assert (await asked(guest, press)) == {"ok": True, "rolls_there": True}
            assert (await told(host, "table"))["calls"][-1] == {"do": "roll"}
            heard = {"event": "outcome", "outcome": "card", "card": "gold", "draw": 1}
            assert (await asked(host, {"heard": heard}))["step"]["card"] == "gold"
            late = await asked(guest, press)
            assert late["error"]["say"].startswith("The table has changed")
            await asked(host, {"undo": 1})
        assert (await asked(guest, press))["step"]["do"] == "card"  # the server draws


@story
async def test_phone_waits_once_for_a_page_that_does_not_roll():
    async with sharing() as (own, guests), sitting(own) as host, sitting(guests) as guest:
        await asked(host, {"rolls": True})
        await asked(host, CARDS)
        await asked(host, {"do": "first", "player": 0})
        await asked(guest, {"take": 0})
        press = {"press": True, "draw": True, "after": 1}
        assert (await asked(guest, press)).get("rolls_there")
        await asked(guest, {"state": True})
        assert (await asked(guest, press)).get("rolls_there")  # a second tap
        assert (await asked(guest, {"draw": True, "after": 1}))["step"]["do"] == "card"
        again = {**press, "after": 2}
        assert "step" in await asked(guest, again), "it does not wait a second time"
        await asked(host, {"undo": 1})  # the page answers
        assert (await asked(guest, again)).get("rolls_there")


@story
async def test_page_with_a_device_does_the_step_of_a_phone():
    """It need not be the page that lets the bots play."""
    async with sharing() as (own, guests), sitting(own) as first, sitting(own) as second:
        await asked(first, OPEN)
        async with sitting(guests) as guest:
            await asked(guest, {"take": 0})
            await asked(first, {"do": "first", "player": 0})
            run = {"press": True, "do": "run", "seat": 0, "after": 1}
            await asked(guest, {"do": "run", "rolls": True})  # a phone has no device
            assert (await asked(guest, run))["step"]["do"] == "run"
            await asked(first, {"undo": 1})
            await asked(second, {"rolls": True})
            assert (await asked(guest, run)) == {"ok": True, "rolls_there": True}
            while (await told(second, "table"))["calls"][-1:] != [{"do": "roll"}]:
                pass
            heard = {"event": "run", "state": "started"}
            assert (await asked(second, {"heard": heard}))["step"] == {"do": "run", "seat": 0}
            await asked(first, {"undo": 1})
            foreign = await asked(guest, {**run, "seat": 1})
            assert foreign["error"]["say"].startswith("This is Ben's move.")
            await asked(second, {"rolls": False})
            assert (await asked(guest, run))["step"]["do"] == "run"


@story
async def test_guest_needs_the_code_and_never_gets_the_device(monkeypatch):
    monkeypatch.setattr(server, "WRONG_S", 0.0)
    async with sharing() as (own, guests):
        wrong = [(guests[0], code) for code in ("right", "", "aaaaaaaa")]
        for place in (*wrong, (own[0], guests[1])):
            async with sitting(place) as line:
                await line.wait_closed()
                assert line.close_code == server.NOT_ADMITTED
        with pytest.raises(InvalidStatus, match="403"):
            async with sitting(guests, "/device"):
                pytest.fail("a guest must not reach the device")


@story
async def test_unshared_table_cannot_be_reached():
    listening, number = await pages().open(0)
    async with listening:
        with pytest.raises(ConnectionRefusedError):
            async with sitting((f"{network_address()}:{number}", "")):
                pytest.fail("a guest must not enter")


@story
async def test_table_sends_beats_by_which_pages_notice_a_dead_line(monkeypatch):
    monkeypatch.setattr(server, "BEAT_S", 0.01)
    async with sharing() as (own, guests), sitting(own) as host, sitting(guests) as guest:
        for line in (host, guest, guest):
            while json.loads(await line.recv())["kind"] != "beat":
                pass


@story
async def test_each_page_gets_the_table_in_its_own_language():
    roll = {"do": "dice", "dice": [1, 2]}
    deed = {"game": "wasteland", "players": ["Ann", "Ben"], "options": {"roll_off": "off"}}
    async with (
        sharing() as (own, guests),
        sitting(own, language="en") as host,
        sitting(own, language="de") as other,
        sitting(guests, language="fr") as guest,
        sitting(guests, language="xx") as stranger,
    ):
        for line in (other, guest, stranger):
            assert await told(line, "table") is None
        await asked(host, {"open": deed, "language": "en"})
        begun = [await told(line, "table") for line in (other, guest, stranger)]
        assert [each["language"] for each in begun] == ["de", "fr", "en"]
        done = await asked(host, roll)
        shown = [done] + [await told(line, "table") for line in (other, guest, stranger)]
        english, *said = [each["events"][0]["say"] for each in shown]
        assert said == ["Ann würfelt 1 und 2.", "Ann obtient 1 et 2.", english]
        offered = [each["offered"][0][1].split()[0] for each in shown]
        assert offered == ["buy", "Braun", "acheter", "buy"]
        assert (await asked(other, {"do": "bid"}))["error"]["say"].startswith("„bid“ braucht")
        async with sitting(own, language="fr") as late:
            whole = await told(late, "table")
            assert whole["events"][0]["say"] == "Ann obtient 1 et 2."
            assert whole["verbs"]["roll"] == begun[1]["verbs"]["roll"]


@story
async def test_page_that_comes_during_a_request_keeps_its_language():
    async with sharing() as (own, guests), sitting(own) as host:
        begun = {"game": "wasteland", "players": ["Ann", "Ben"], "options": {"roll_off": "off"}}
        await asked(host, {"open": begun})
        for request in [{"do": "dice", "dice": [1, 2]}, *[{"state": True}] * 20]:
            await host.send(json.dumps({"id": 1, "line": json.dumps(request)}))
        async with sitting(guests, language="de") as late:
            for _time in range(5):
                shown = await told(late, "table")
                assert shown["offered"][0][1].startswith("Braun 2")
                await host.send(json.dumps({"id": 1, "line": json.dumps({"state": True})}))
