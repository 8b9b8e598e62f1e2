"""The watch over the tasks: a task that holds all others up is noted, until it is over."""

import asyncio
import time
from types import SimpleNamespace

from tests.fakes.clocks import Clock

from pingware.app.care.watch import Watch
from pingware.services.task_ids import BUTTONS, PLACES, SETTLE
from pingware.shared import events


def test_a_hold_up_that_is_over_is_a_stall_and_no_note_for_the_next_start(monkeypatch):
    clock, notes, faults, tasks = Clock(), [], [], [object() for _ in range(5)]
    held = tasks[BUTTONS - SETTLE]
    monkeypatch.setattr(time, "ticks_ms", clock.ticks_ms, raising=False)
    monkeypatch.setattr(time, "ticks_diff", clock.ticks_diff, raising=False)
    monkeypatch.setattr(asyncio, "core", SimpleNamespace(cur_task=held), raising=False)
    health = SimpleNamespace(start=bool, note=notes.append, lost=lambda: None)
    reports = SimpleNamespace(fault=lambda code, _say: faults.append(code))
    link = SimpleNamespace(waits=lambda: (False, False))
    idle = SimpleNamespace(busy=False, set=lambda: None)
    watch = Watch(bytearray(PLACES), idle, health, reports, link, idle)
    watch.start(tasks)
    clock.ms = 3001
    watch._spy(None)
    assert notes == [BUTTONS]
    watch.look(0)
    assert (notes, faults) == ([BUTTONS, 0], [events.STALLED])
