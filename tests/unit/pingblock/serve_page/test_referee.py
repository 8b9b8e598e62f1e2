"""The referee of a server: requests of guests, their knowledge, and limits of their use."""

import asyncio
import json
import os
from contextlib import suppress

import pytest
from tests.unit.pingblock.serve_page.at_server import asked, fetched, sharing, sitting, told
from tests.unit.pingblock.serve_page.story import story

from pingblock.errors import PingblockError, Unavailable
from pingblock.languages import ENGLISH
from pingblock.serve_page import referee as referees
from pingblock.serve_page import table_room
from pingblock.serve_page.page_tap import serial_message
from pingblock.serve_page.referee import Answer, TableReferee
from pingblock.serve_page.table_room import TableRoom
from pingblock.serve_page.worker import Worker, WorkerStopped
from pingblock.tables import page_table
from pingblock.tables.page_opening import opened
from pingblock.tables.page_table import PageFace, PageTable

SEED = 987_654_321
PLAYERS = ["Ann", "Ben", "Cleo"]
BOTS = dict.fromkeys(PLAYERS, "plain")
OPEN = {"open": {"game": "fortune", "players": PLAYERS, "bots": BOTS, "seed": SEED}}


def line_of(request):
    return json.dumps(request)


@story
async def test_guests_learn_no_seed_and_can_replay_their_log():
    """The seed is not in any answer, whether it is shown, asked for, or sent to a late guest."""
    async with sharing() as shared, sitting(shared.own) as host, sitting(shared.guests) as guest:
        heard = [await told(guest, "table")]
        assert (await asked(host, OPEN))["seed"] == SEED
        heard.append(await told(guest, "table"))
        for request in ({"run": 5}, {"log": True}, {"state": True}):
            heard.append(await asked(guest, request))
        async with sitting(shared.guests) as late:
            heard.append(await told(late, "table"))
        assert [each for each in heard if str(SEED) in json.dumps(each)] == []
        seeds = {heard[1]["answer"]["seed"], heard[-1]["answer"]["seed"]}
        seeds |= {heard[3]["log"][0]["seed"], heard[-1]["answer"]["log"][0]["seed"]}
        assert len(seeds) == 1, "a guest's page would know the game by its seed"
        log = (await asked(host, {"log": True}))["log"]
        assert log[0]["seed"] == SEED
        text = "".join(f"{json.dumps(each)}\n" for each in heard[-1]["answer"]["log"])
        own = PageTable()
        assert own.answer(line_of({"load": text}))["state"] == heard[-1]["answer"]["state"]


FACE = PageFace(opened(OPEN["open"]), ENGLISH)
ASKS = {*FACE._asks, "do", "after", "language", "games", "words", "open", "load", "figures"}
HOSTS_ONLY = {"open", "load", "words", "figures", "seat", "bot", "device", "position"}
HOSTS_ONLY |= {"whole", "correct"}
HOSTS_ONLY |= {"sit", "heard"}  # about a device at the table, which a guest does not have


@story
async def test_guests_may_send_only_their_requests_and_store_little_data():
    """All requests to a referee. A guest repeats each with as much data as fits into it."""
    long = "x" * 1000
    async with sharing() as shared, sitting(shared.own) as host, sitting(shared.guests) as guest:
        await asked(host, OPEN)
        assert table_room._OF_GUESTS == ASKS - HOSTS_ONLY
        room = shared.pages._tables
        before = len(await whole(host))
        for name in sorted({*ASKS, "press", "rolls"}):
            for value in (long, True, {"language": long[:9], "texts": {long: long}, "x": long}):
                answer = await asked(guest, {name: value})
                code = answer.get("error", {}).get("code")
                assert (code == "guest") is (name in {*HOSTS_ONLY, "rolls"}), name
        for name in ("open", "load", "words", "figures"):
            answer = await asked(guest, {"do": "first", name: long})
            assert answer["error"]["code"] == "guest"
        assert len(await whole(host)) < before + 500  # a step or two
        assert len(room._referee._records) < 20


async def whole(line):
    return json.dumps(await asked(line, {"log": True}))


def test_table_refuses_foreign_words_and_limits_its_log(monkeypatch):
    table = PageTable(lambda code: ENGLISH)
    words = {"words": {"language": "de", "texts": {"a": "b"}, "plurals": "n"}}
    assert "only for a referee in a browser" in table.answer(line_of(words))["error"]["say"]
    assert table._given == {"en": ENGLISH}
    table.answer(line_of(OPEN))
    assert "400 characters" in table.answer(line_of({"line": "x" * 401}))["error"]["say"]
    monkeypatch.setattr(page_table, "_RECORDS_MOST", 30)
    for _ in range(40):
        answers = [table.answer(line_of({"run": 1})), table.answer(line_of({"back": True}))]
    assert "no more fit into its log" in answers[-1]["error"]["say"]
    assert len(table._face._log) <= 31
    assert table.answer(line_of({"state": True}))["ok"]


class Held:
    """A referee that answers when the test allows it, and lists the waiting requests."""

    def __init__(self):
        self.waiting, self.free = [], asyncio.Event()

    async def answer(self, line, within_s, asker, languages):
        self.waiting.append(within_s)
        await self.free.wait()
        return Answer("{}", "{}", shows=False, work_s=0.0)

    async def whole(self, within_s, language):
        return Answer("null", "null", shows=False)

    async def end(self):
        pass


class Slow:
    """A maker that can be sent to another process."""

    def __init__(self, place):
        self.place = place

    def __call__(self):
        with open(self.place, "rb"):  # until a test opens the other end
            return {"slow.bin": b"built"}


async def let_go(place):
    """Opens the other end of a pipe once somebody waits at it."""
    while True:
        with suppress(OSError):
            os.close(os.open(place, os.O_WRONLY | os.O_NONBLOCK))
            return
        await asyncio.sleep(0.001)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
@story
async def test_blocked_referee_and_build_do_not_delay_the_sound(tmp_path):
    """They delay the host's requests by at most one request of a guest, whose turn it is."""
    held, done = Held(), tmp_path / "done"
    os.mkfifo(done)
    async with sharing(TableRoom(held), {r"slow\.bin": Slow(str(done))}) as shared:
        own, guests = shared.own, shared.guests
        get = f"GET /slow.bin HTTP/1.1\r\nHost: {guests.address}\r\n\r\n".encode()
        builds = [asyncio.create_task(fetched(guests.address, get)) for _ in range(3)]
        lines = [sitting(guests) for _ in range(5)]
        for sits in lines:
            await (await sits.__aenter__()).send(json.dumps({"id": 1, "line": '{"state": 1}'}))
        async with sitting(own, "/device") as device, sitting(own) as host:
            await host.send(json.dumps({"id": 1, "line": '{"state": 1}'}))
            while len(held.waiting) < 2:
                await asyncio.sleep(0.001)
            # samples of a sound, each of which is heard before the next is made
            for n in range(200):
                shared.host.room.tell([serial_message(b"%d" % n)])
                while await device.recv() != serial_message(b"%d" % n):
                    pass
            assert held.waiting == [table_room.GUEST_S, table_room.HOST_S]
            assert not any(each.done() for each in builds)
            await let_go(done)
            held.free.set()
            assert await asyncio.gather(*builds) == [200, 200, 200]
            assert (await told(host, "answer"))["answer"] == {}
        for sits in lines:
            await sits.__aexit__(None, None, None)


def never_ends():
    while True:
        pass


def lacks():
    raise Unavailable("There is no engine.")


def fails():
    return {}["x"]


@story
async def test_worker_ends_slow_work_and_reports_failures():
    worker = Worker()
    try:
        with pytest.raises(WorkerStopped):
            await worker.call(0.2, never_ends)
        with pytest.raises(Unavailable, match="There is no engine"):
            await worker.call(60, lacks)
        with pytest.raises(PingblockError, match="fails failed: KeyError"):
            await worker.call(60, fails)
        first, second = await asyncio.gather(*(worker.call(60, os.getpid) for _ in range(2)))
        assert first == second != os.getpid()
    finally:
        await worker.end()


@story
async def test_table_keeps_its_state_after_a_too_slow_request(monkeypatch):
    referee = TableReferee()
    try:
        await referee.answer(line_of(OPEN), 60)
        await referee.answer(line_of({"run": 7}), 60)
        before = json.loads((await referee.answer(line_of({"state": True}), 60)).text)
        busy = await referee.answer(line_of({"run": 1000}), 0)
        assert json.loads(busy.text)["error"]["code"] == "busy"
        after = json.loads((await referee.answer(line_of({"state": True}), 60)).text)
        for fields in (before, after):
            del fields["kept"]
        assert after == before
        assert before["steps"] == 7
    finally:
        await referee.end()
    assert referees.RELOAD_S > table_room.HOST_S


@story
async def test_work_for_guests_is_counted_but_not_for_the_host():
    class Dear(Held):
        async def answer(self, line, within_s, asker, languages):
            return Answer("{}", "{}", shows=False, work_s=10.0)

    async with sharing(TableRoom(Dear())) as shared:
        room = shared.pages._tables
        async with sitting(shared.guests) as guest, sitting(shared.own) as host:
            for _ in range(3):
                await asked(host, {"state": True})
            await asked(guest, {"state": True})
        address = shared.guests.address.partition(":")[0]
        assert 25 < room._work.of(address).wait_s < 33
        assert room._work.of("127.0.0.1").wait_s == 0
