"""Phones in a game: each plays only its own seats, and can return to them."""

import json
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from tests.unit.pingblock.serve_page.at_server import sharing, sitting, told
from tests.unit.pingblock.serve_page.story import story

from pingblock.serve_page.seats import Seats
from pingblock.tables.asker import HOST, Asker
from pingblock.tables.page_table import PageTable

NAMES = ["Ann", "Ben", "Cleo"]
STORM = {"open": {"game": "storm", "players": NAMES, "seed": 5}}
PHONES = [f"a random text of phone {n}" for n in range(3)]


class Page:
    """A page in a game, which records its messages about the seats."""

    def __init__(self, line):
        self.line = line
        self.seats = None
        self.heard = []

    async def hear(self, kind):
        """Returns the next message of a kind."""
        while True:
            self.heard.append(await self.line.recv())
            message = json.loads(self.heard[-1])
            if message["kind"] == "seats":
                self.seats = message
            if message["kind"] == kind:
                return message

    async def ask(self, request):
        """Returns the answer to a request."""
        await self.line.send(json.dumps({"id": 1, "line": json.dumps(request)}))
        return (await self.hear("answer"))["answer"]

    async def do(self, request):
        """Sends a request that must succeed."""
        answer = await self.ask(request)
        assert answer["ok"], answer
        return answer

    async def refused(self, request):
        """Returns the sentence of a refusal."""
        answer = await self.ask(request)
        assert not answer["ok"], request
        return answer["error"]["say"]


@asynccontextmanager
async def family(open_game, phones=2):
    """Yields the host's page with a game, the phones that show it, and the server."""
    async with AsyncExitStack() as lines:
        shared = await lines.enter_async_context(sharing())
        host = Page(await lines.enter_async_context(sitting(shared.own)))
        sits = [sitting(shared.guests, name=name) for name in PHONES[:phones]]
        pages = [Page(await lines.enter_async_context(each)) for each in sits]
        await host.do(open_game)
        yield host, pages, shared


async def decides(host):
    """Returns the table once a player decides. Until then, the host sends outcomes of chance."""
    shown = await host.do({"state": True})
    while not shown["to_act"]:
        shown = await host.do({"draw": True})
    return shown


@story
async def test_phone_moves_only_its_own_seat():
    game = {"open": {"game": "wasteland", "players": NAMES, "seed": 5}}
    async with family(game, phones=3) as (host, phones, _shared):
        shown = await decides(host)
        turn = shown["turn"]
        own, other, watcher = phones
        await own.do({"take": turn})
        await other.do({"take": (turn + 1) % 3})
        player, neighbour = NAMES[turn], NAMES[(turn + 1) % 3]
        step = {"do": "roll", "seat": turn}
        for page, say in (
            (other, f"This is {player}'s move. This phone plays {neighbour}."),
            (watcher, "This phone has no seat yet: choose one first."),
            (host, f"{player} plays on a phone. To move here, free the seat: tap its token."),
        ):
            for request in (step, {"line": step["do"]}, {"after": shown["steps"], **step}):
                assert await page.refused(request) == say
        shown = await own.do(step)
        for page in (other, watcher):  # random outcomes belong to the player whose turn it is
            for request in ({"draw": True}, {"do": "dice", "dice": [6, 6]}):
                assert await page.refused(request)
        drawn = await own.do({"draw": True})
        assert (await host.do({"state": True}))["steps"] == shown["steps"] + 1 == drawn["steps"]


@story
async def test_phone_cannot_make_corrections_or_undo_rolls():
    game = {"open": {"game": "wasteland", "players": NAMES[:2], "seed": 5}}
    async with family(game, phones=1) as (host, [phone], _shared):
        turn = (await decides(host))["turn"]
        await phone.do({"take": turn})
        for request in (
            {"do": "correct", "what": "cash", "player": turn, "value": 9999},
            {"line": f"correct cash {NAMES[turn]} 9999"},
            {"do": "transfer", "giver": -1, "taker": turn, "amount": 500},
            {"line": "join Zoe"},
            {"line": f"leave {NAMES[1 - turn]}"},
        ):
            say = await phone.refused(request)
            assert say == "Only the host's page corrects the table and changes who plays."
        rolls = await phone.do({"do": "roll", "seat": turn})
        assert (await phone.do({"back": True}))["steps"] == rolls["steps"] - 1
        await phone.do({"do": "roll", "seat": turn})
        drawn = await phone.do({"draw": True})
        for request in ({"back": True}, {"undo": 1}, {"undo": 2}):
            assert "but not a roll" in await phone.refused(request)
        assert (await host.do({"undo": 2}))["steps"] == drawn["steps"] - 2


@story
async def test_lost_phone_returns_to_its_seat_unless_it_was_freed():
    async with family(STORM, phones=0) as (host, _phones, shared):
        shown = await decides(host)
        turn = shown["turn"]
        step = shown["offered"][0][0]
        async with sitting(shared.guests, name=PHONES[0]) as line:
            phone = Page(line)
            await phone.do({"take": turn})
            assert phone.seats["own"] == [turn]
            await host.do({"state": True})
            assert host.seats["phones"] == {str(turn): True}
        while (await host.hear("seats"))["phones"][str(turn)]:
            pass  # until the phone's connection is lost
        assert host.seats["own"] is None
        async with (
            sitting(shared.guests, name=PHONES[0]) as line,
            sitting(shared.guests, name=PHONES[1]) as another,
        ):
            phone, other = Page(line), Page(another)
            await phone.hear("table")
            assert phone.seats["own"] == [turn], "known before the table is drawn"
            await phone.do(step)
            await host.do({"undo": 1})
            for request in ({"take": turn}, {"free": turn}, {"take": 3}, {"take": -1}):
                assert (await other.ask(request))["error"]["code"] == "seat"
            for odd in (True, "0", None, 0.0, [0], 1e300):
                assert (await other.ask({"take": odd}))["error"]["code"] == "seat"
            await host.do({"free": turn})
            assert await phone.refused(step)
            await host.do(step)
            await other.do({"take": turn})
            assert other.seats["own"] == [turn]
            await other.do({"free": turn})
            await host.do({"state": True})
            assert host.seats["phones"] == {}


@story
async def test_shared_phone_keeps_its_seats_in_the_next_game():
    async with family(STORM, phones=1) as (host, [phone], _shared):
        shown = await decides(host)
        for seat in (shown["turn"], (shown["turn"] + 1) % 3):
            await phone.do({"take": seat})
        await phone.do(shown["offered"][0][0])
        await phone.do({"take": 2})
        again = {"game": "storm", "players": ["Cleo", "Dan", "Eve"], "seed": 6}
        await host.do({"open": again})
        await phone.do({"state": True})
        assert phone.seats["own"] == [0]  # Cleo's seat: the others are not in this game


@story
async def test_pages_learn_no_phone_key_and_guests_no_seed():
    """They are not in any message to any page. Only the host's page gets the seed."""
    seed = 987_654_321
    game = {"open": {**STORM["open"], "seed": seed}}
    async with family(game, phones=3) as (host, phones, _shared):
        for seat, phone in enumerate(phones):
            await phone.do({"take": seat})
        for phone in phones:
            for request in ({"log": True}, {"draw": True}, {"state": True}, {"take": 0}):
                await phone.ask(request)
        assert (await host.do({"log": True}))["log"][0]["seed"] == seed
        heard = [text for page in (host, *phones) for text in page.heard]
        guests_heard = [text for phone in phones for text in phone.heard]
    assert len(guests_heard) > 20
    assert [text for text in guests_heard if str(seed) in text] == []
    assert [text for text in heard if "random text" in text] == []


@story
async def test_host_gets_the_address_for_guests_and_its_qr_code():
    async with sharing() as shared, sitting(shared.own) as host:
        invitation = await told(host, "invitation")
        assert invitation["url"] == f"http://{shared.guests.address}/#at={shared.guests.token}"
        assert invitation["qr"].startswith("data:image/svg+xml")


@story
async def test_eight_phones_at_one_address_play_within_their_budgets():
    """Every phone moves its own seat, one right after another, and all moves are accepted."""
    names = [f"P{n}" for n in range(8)]
    game = {"open": {"game": "hideout", "players": names, "seed": 3}}
    async with AsyncExitStack() as lines, family(game, phones=0) as (host, _phones, shared):
        sits = [sitting(shared.guests, name=f"phone of {name}") for name in names]
        phones = [Page(await lines.enter_async_context(each)) for each in sits]
        for seat, phone in enumerate(phones):
            await phone.do({"take": seat})
        shown = await host.do({"state": True})
        for _step in range(60):
            deciders = shown["to_act"] or [shown["turn"] or 0]
            step = next((each for each, _ in shown["offered"] if "seat" in each), None)
            mover = phones[step["seat"] if step else deciders[0]]
            shown = await mover.do(step or {"draw": True})
        for phone in phones:
            assert (await phone.do({"state": True}))["steps"] == shown["steps"]


@pytest.mark.parametrize("asker", [HOST, Asker(None, frozenset({1})), Asker(frozenset({0}))])
def test_any_asker_can_run_bots_and_chance(asker):
    table = PageTable()
    bots = {"Ben": "plain"}
    opened = {"game": "worms", "players": ["Ann", "Ben"], "bots": bots, "seed": 1}
    table.answer(json.dumps({"open": opened}))
    before = table.answer('{"do": "first", "player": 1}')["steps"]
    assert table.answer('{"run": 1000}', asker)["steps"] > before


def test_seats_follow_players_who_join_and_leave():
    seats = Seats()
    seats.follow(["Ann", "Ben"], another=True)
    assert seats.take(1, "b")
    seats.follow(["Ann", "Ben", "Zoe"], another=False)  # Zoe has joined
    assert seats.take(2, "z")
    seats.follow(["Ann", "Ben"], another=False)  # this was undone
    assert (seats.taken, seats.take(2, "z")) == ([1], False)
    assert (seats.phone("b").own, seats.host().plays(0)) == (frozenset({1}), True)
