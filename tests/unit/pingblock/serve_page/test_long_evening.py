"""Half an hour with eight phones at a table: the device stays in time, memory does not grow."""

import asyncio
import gc
import json
import time
import tracemalloc
from contextlib import contextmanager
from itertools import pairwise
from threading import Thread

import pytest
from tests.unit.pingblock.serve_page.at_server import asked, sharing, sitting
from tests.unit.pingblock.serve_page.story import story
from tests.unit.pingblock.tables.at_table import log_text

from pingblock.serve_page.changes import CLOCK_MS
from pingblock.serve_page.live_device import REST_MS, Opening
from pingblock.tables import log as logs
from pingblock.tables.bots import decide
from pingblock.tables.calls import seat_of
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import as_dict, from_dict
from pingblock.tables.games import game_of
from pingblock.tables.table import replayed

PHONES = 8
STEPS = 450  # steps in half an hour, if a step takes 4 s
GAP_MS = 100
LEFT_BYTES = 1000  # bytes that a step can leave in the memory of the server or the referee
OPEN = {
    "game": "hideout",
    "players": [f"Player {seat}" for seat in range(PHONES)],
    "options": {"turns": 8},
    "seed": 4,
}


class CountedLoop(asyncio.SelectorEventLoop):
    """An event loop that measures the processor time of its longest turn.

    A message of the device waits for at most one turn, and is sent in the next. Processor time
    does not depend on other programs on a busy computer.
    """

    longest_s = 0.0

    def _run_once(self):
        began_s = time.thread_time()
        super()._run_once()
        self.longest_s = max(self.longest_s, time.thread_time() - began_s)


@contextmanager
def serving():
    """Runs a server with a device in a thread. Yields it, its loop, and a function to call it."""
    loop = CountedLoop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    def call(work):
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    entrance = sharing()
    shared = call(entrance.__aenter__())
    try:
        call(shared.host.open(Opening("wasm", seed=3), keep=True))
        yield shared, loop, call
    finally:
        call(shared.host.close())
        call(entrance.__aexit__(None, None, None))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Phone:
    """A phone with its own address, which takes one seat."""

    def __init__(self, place, seat):
        self._place = place
        self._seat = seat

    async def come(self):
        own = (f"127.0.0.{self._seat + 2}", 0)
        name = f"key {self._seat}"
        self._door = sitting(self._place, name=name, local_addr=own)
        self.line = await self._door.__aenter__()

    async def go(self):
        await self._door.__aexit__(None, None, None)


class Ear:
    """The host's page at the device: it presses the block, and listens."""

    def __init__(self, line):
        self._line = line
        self.clocks_ms = []
        self.sound_bytes = 0

    async def listen(self):
        async for message in self._line:
            if isinstance(message, bytes):
                self.sound_bytes += len(message)
                continue
            told = json.loads(message)
            assert told["kind"] != "lost", told
            if told["kind"] == "clock":
                self.clocks_ms.append(told["nowMs"])

    async def press(self):
        for down in (True, False):
            await self._line.send(json.dumps({"do": "hand", "name": "block", "down": down}))
            await asyncio.sleep(0.06)

    @property
    def gap_ms(self):
        """The longest emulated time between two clock messages."""
        return max(after - before for before, after in pairwise(self.clocks_ms))


async def play(host, phones, ear, whims):
    """Plays a game in which each phone moves its own seat. Returns the number of steps."""
    log = (await asked(host, {"open": OPEN}))["log"]
    table = replayed(logs.parsed(log_text(log).encode(), "log"), "log", game_of)
    for seat, phone in enumerate(phones):
        assert (await asked(phone.line, {"take": seat}))["ok"]
    while not table.game.result(table.state):
        seats = table.game.to_act(table.state)
        seat = seats[0] if seats else seat_of(table.state) or 0
        request = {"draw": True}
        if seats:
            request = as_dict(decide(table.game, "random", table.state, seat, whims))
        answer = await asked(phones[seat].line, request)
        assert answer["ok"], (request, answer)
        for record in answer["kept"]:
            table.do(from_dict(record))
        if len(table.steps) % 10 == 0:
            await ear.press()
            lost = phones[len(table.steps) // 10 % PHONES]
            await lost.go()
            await lost.come()
    for phone in phones:
        # The phone has read everything that was sent to it.
        await asked(phone.line, {"legal": True})
    return len(table.steps)


@pytest.mark.long
@story
async def test_half_an_hour_of_eight_phones_keeps_time_and_memory():
    whims = SeededChance(4, BOTS)
    with serving() as (shared, loop, call):
        referee = shared.pages._tables._referee._worker

        def kept_bytes():
            """Returns the bytes in memory of the server, and of the referee."""
            call(referee.call(60, gc.collect))
            gc.collect()
            theirs = call(referee.call(60, tracemalloc.get_traced_memory))[0]
            return tracemalloc.get_traced_memory()[0], theirs

        tracemalloc.start()
        call(referee.call(60, tracemalloc.start))
        phones = [Phone(shared.guests, seat) for seat in range(PHONES)]
        for phone in phones:
            await phone.come()
        async with (
            sitting(shared.own, name="host") as host,
            sitting(shared.own, "/device", name="page") as line,
        ):
            ear, steps, kept = (
                Ear(line),
                0,
                [],
            )  # after each game: its steps, and the memory of server and referee in bytes
            listens = asyncio.create_task(ear.listen())
            while steps < STEPS:
                steps += await play(host, phones, ear, whims)
                await asked(host, {"open": OPEN})  # The referee forgets the game that is over.
                kept.append((steps, *kept_bytes()))
                loop.longest_s *= len(kept) > 1  # the first game loads modules
            listens.cancel()
        for phone in phones:
            await phone.go()
        tracemalloc.stop()
    assert ear.sound_bytes > 100_000
    assert ear.gap_ms <= CLOCK_MS + REST_MS  # No message of the device was dropped.
    assert 2 * loop.longest_s * 1000 < GAP_MS
    _, (early, *before), *_more, (late, *after) = kept
    print(kept, f"longest turn {loop.longest_s * 1000:.1f} ms", flush=True)
    assert max(after[0] - before[0], after[1] - before[1]) < LEFT_BYTES * (late - early)
