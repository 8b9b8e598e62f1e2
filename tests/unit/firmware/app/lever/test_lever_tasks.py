"""Task of the apple base: how it calls the game, when it runs next, and how it cleans up."""

import asyncio
import gc
import time
from itertools import pairwise
from types import SimpleNamespace

import pytest
from tests.fakes.pins import InputPin

from pingware.app.lever import lever_tasks
from pingware.app.lever.lever_tasks import LeverTasks
from pingware.services.lever import HALF_PULL_MS


class Game:
    """A lever game that records its calls, and can be called as its class. Ends at ``ends_ms``."""

    SOUNDS = SHOWS = None

    def __init__(self, clock):
        self.clock = clock
        self.told = []
        self.ends_ms = self.due_ms = None
        self.ticks_ms = []
        self.waiting = False

    def __call__(self, _stage):
        return self

    def open(self):
        pass

    def pulled(self, at_ms):
        self.told.append(("pulled", at_ms))

    def released(self, at_ms):
        self.told.append(("released", at_ms))

    def lever_failed(self, at_ms):
        self.told.append(("failed", at_ms))

    def tick(self, now_ms):
        self.ticks_ms.append(now_ms)

    def wait_ms(self, now_ms):
        return None if self.ends_ms is None else (self.due_ms or self.ends_ms) - now_ms

    def left_ms(self, now_ms):
        return None if self.ends_ms is None else self.ends_ms - now_ms


class Stirred:
    """An event of asyncio. A wait that would last ends the task."""

    def __init__(self):
        self.on = False

    def set(self):
        self.on = True

    def clear(self):
        self.on = False

    async def wait(self):
        if not self.on:
            raise asyncio.CancelledError


class Base:
    """The task on a clock that only moves when somebody sleeps."""

    def __init__(self, monkeypatch):
        self.now_ms = 1000
        self.pauses_ms, self.fills, self.faults = [], 0, []
        self.switch, self.game = InputPin(0), Game(self)
        self.activity = SimpleNamespace(moves=False)
        monkeypatch.setattr(time, "ticks_ms", lambda: self.now_ms, raising=False)
        monkeypatch.setattr(time, "sleep_ms", self.sleep, raising=False)
        monkeypatch.setattr(asyncio, "sleep_ms", self.pause, raising=False)
        mover = SimpleNamespace(fill=self.fill, close=lambda: None)
        monkeypatch.setattr(lever_tasks, "Mover", lambda *_given: mover)
        declared = SimpleNamespace(load=lambda: self.game, settings={}, requests={})
        monkeypatch.setattr(lever_tasks.registry, "lever_game", lambda: declared)
        device = SimpleNamespace(
            board=SimpleNamespace(input_pin=lambda _signal: self.switch),
            signal=SimpleNamespace(set=lambda: None),
            outputs=SimpleNamespace(connect_base=lambda servo, stir: None),
            settings=SimpleNamespace(
                add=lambda declared: None,
                declarations=SimpleNamespace(add_lever_game=lambda game: None),
            ),
            chosen=SimpleNamespace(game=None),
            **dict.fromkeys(("sound", "chance")),
        )
        stage = SimpleNamespace(of=lambda sounds, shows: None)
        reports = SimpleNamespace(report=self.faults.append, fault=self.faults.append)
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "Event", Stirred)
            parts = SimpleNamespace(stage=stage, reports=reports, activity=self.activity)
            self.tasks = LeverTasks(bytearray(10), device, parts)
        self.tasks.open()

    def fill(self):
        self.fills += 1

    def sleep(self, ms):
        self.now_ms += ms

    async def pause(self, ms):
        """Sleeps for the task, and ends it after the given number of pauses."""
        self.pauses_ms.append(ms)
        self.now_ms += ms
        if len(self.pauses_ms) >= self.most:
            raise asyncio.CancelledError

    def look(self, times):
        """Runs the task ``times`` times, or until it waits for an event. Returns pauses in ms."""
        self.pauses_ms, self.most = [], times
        self.tasks.stir()
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(self.tasks.run())
        return self.pauses_ms

    def turn(self, level):
        self.switch.turn(level)
        self.tasks.follow()


@pytest.fixture
def base(monkeypatch):
    made = Base(monkeypatch)
    made.look(3)  # after power-on the lever counts only after it has rested once
    made.game.told.clear()
    return made


def test_long_pull_arms_and_release_has_time_of_its_edge(base):
    pulled_ms = base.now_ms
    base.turn(1)
    looks = -(-HALF_PULL_MS // 20)  # the task runs every 20 ms until the lever is armed
    assert base.look(looks + 2) == [20] * (looks + 2)
    assert base.game.told == [("pulled", pulled_ms + 20 * looks)]
    base.now_ms += 7
    base.turn(0)
    assert base.game.told[1:] == [("released", pulled_ms + 20 * (looks + 2) + 7)]


def test_lever_held_for_half_a_minute_is_a_fault(base):
    base.turn(1)
    base.look(1600)  # every 20 ms
    assert base.faults == ["lever_stuck"]
    assert base.game.told[-1][0] == "failed"
    base.turn(0)
    base.look(60)
    assert base.faults[1:] == [{"event": "lever_free"}]


def test_servo_queue_is_filled_every_100_ms_while_worms_move(base):
    base.activity.moves = True
    base.fills = 0
    assert base.look(5) == [100] * 5
    assert base.fills == 5
    base.game.ends_ms, base.game.due_ms = base.now_ms + 5000, base.now_ms + 30
    assert base.look(1) == [30], "the task must wait for the next due action"
    base.game.ends_ms = base.game.due_ms = None
    base.turn(1)
    assert base.look(4) == [20] * 4, "a pull must be followed as closely as before"


def test_wiggle_ends_at_the_exact_millisecond(base):
    """The task runs 20 ms before its end, and after that lets no other task run."""
    base.activity.moves = True
    base.game.ends_ms = base.now_ms + 250
    base.game.ticks_ms.clear()
    assert base.look(4)[:3] == [100, 100, 30]
    assert base.game.ticks_ms[3] == base.game.ends_ms


def test_wiggle_collects_memory_every_2_s_unless_something_is_due(base, monkeypatch):
    collected_ms = []
    monkeypatch.setattr(gc, "collect", lambda: collected_ms.append(base.now_ms))
    base.activity.moves = True
    base.look(60)
    assert collected_ms == [], "between wiggles an edge can come"
    base.game.ends_ms = base.now_ms + 60_000
    base.look(100)
    gaps_ms = [later - earlier for earlier, later in pairwise(collected_ms)]
    assert gaps_ms == [2000] * 4
    collected_ms.clear()
    base.game.due_ms = base.now_ms + 80
    base.look(25)
    assert collected_ms == []
    base.game.due_ms = None
    base.look(1)
    assert len(collected_ms) == 1
