"""Each task made to wait for ever, end, raise or hold all others up: it plays again soon."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.bench.firmware_changes import Change, changed
from tests.scenarios.trials.safe_start.damage import PLAYS, look

from pingblock.virtual.bench import Bench
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import CLEAN

WITHIN_S = 10.0
_TROUBLE_MS = 4000.0
_LOOK_MS = 250.0
_APP = "pingware/app/"
# What a task runs each time that it is called up: its file, and the begin of a line.
_TASKS = {
    "settle": (_APP + "tasks.py", r"[\w.]*here\[SETTLE\] = 1"),
    "light": (_APP + "tasks.py", r"[\w.]*here\[LIGHT\] = 1"),
    "buttons": (_APP + "tasks.py", r"[\w.]*here\[BUTTONS\] = 1"),
    "watch": (_APP + "tasks.py", r"seconds \+= 1|self\._watch\.look"),
    "cells": (_APP + "power/supply.py", r"[\w.]*here\[CELLS\] = 1"),
    "link in": (_APP + "link.py", r"[\w.]*here\[READ\] = 1"),
    "link out": (_APP + "link.py", r"[\w.]*here\[WRITE\] = 1"),
    "lever": (_APP + "lever/lever_tasks.py", r"[\w.]*here\[LEVER\] = 1"),
}
# Only in the first life: what comes after must play.
_ONCE = "if __import__('machine').reset_cause() == 1 and __import__('time').ticks_ms() > 3000: "
_WAYS = {
    "waits": "await __import__('asyncio').Event().wait()",
    "ends": "return",
    "raises": "{}['on purpose']",
    "holds": "__import__('time').sleep(100)",
}


@dataclass(frozen=True)
class Hang:
    """One experiment: a task, and what it does."""

    task: str
    way: str

    @property
    def key(self) -> str:
        """Name in the ledger."""
        return f"{self.task} {self.way}"


def every_hang() -> Iterator[Hang]:
    """Yields each task in each way."""
    for task in _TASKS:
        yield from (Hang(task, way) for way in _WAYS)


def again_s(hang: Hang, changes: Mapping[str, Change] | None = None) -> float | None:
    """Returns how long after its trouble a device plays again, s; None if it does not in time.

    Args:
        hang: the trouble.
        changes: more of them to the sources, by path.
    """
    path, line = _TASKS[hang.task]

    def spoilt(text: str) -> str:
        found = re.search(rf"^( +){line}", text, re.MULTILINE)
        assert found, f"{path} has no such line: {line}"
        return (
            f"{text[: found.start()]}{found[1]}{_ONCE}{_WAYS[hang.way]}\n{text[found.start() :]}"
        )

    files = changed({**(changes or {}), path: spoilt})
    with Bench(lambda sink: ChipEngine(sink, files=files), seed=1) as bench:
        bench.advance_to(_TROUBLE_MS)
        bench.press(bounce=CLEAN)
        bench.send(b"\n")
        while len(bench.events("reset")) < 2:
            if bench.now_ms > _TROUBLE_MS + WITHIN_S * 1000:
                return None
            bench.advance(_LOOK_MS)
        bench.advance(1000)
        took_s = (bench.now_ms - _TROUBLE_MS) / 1000
        return took_s if look(bench) == PLAYS else None
