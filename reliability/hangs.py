"""Causes a problem in each task and interrupt. The device must soon play again and report it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.firmware_changes import Change, rebuilt
from tests.pins import GPIO
from tests.scenarios.trials.safe_start import damage

from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench

WITHIN_S = 10.0
_TROUBLE_MS = 4000.0
_LATEST_MS = 6000.0  # latest start of a problem
_LOOK_MS = 100.0
_APP, _DRIVERS = "pingware/app/", "pingware/drivers/"
_TASKS, _LINK = _APP + "boot/tasks.py", _APP + "requests/link.py"
# The first line of each task: file and line.
TASKS = {
    "settle": (_TASKS, "            self._checkins[SETTLE] = 1\n"),
    "light": (_TASKS, "            self._checkins[LIGHT] = 1\n"),
    "buttons": (
        _APP + "boot/tasks.py",
        "            self._checkins[BUTTONS] = 1\n            while",
    ),
    "watch": (_TASKS, "            self._watch.look(since_ms)\n"),
    "cells": (_APP + "power/supply.py", "            checkins[CELLS] = 1\n"),
    "link_in": (_LINK, "            self._checkins[READ] = AT_WORK\n"),
    "link_out": (
        _APP + "requests/link.py",
        "            self._checkins[WRITE] = 1\n            while",
    ),
    "lever": (
        _APP + "lever/lever_tasks.py",
        "            self._checkins[LEVER] = 1\n            while",
    ),
}
_TASK_WAYS = {
    "waits": "await asyncio.Event().wait()",
    "ends": "return",
    "raises": "{}['on purpose']",
    "holds": "time.sleep(100)",
}
_BUTTON = (_DRIVERS + "button.py", "        now_us = self._ticks_us()\n        if self._is")
_INTERRUPTS = {
    "block_interrupt": _BUTTON,
    "check_interrupt": _BUTTON,
    "lever_interrupt": (_DRIVERS + "lever_switch.py", "        head = self._head\n"),
    "cable_interrupt": (_DRIVERS + "power.py", "        self._on_cable()\n"),
    "speaker_interrupt": (_DRIVERS + "speaker.py", "            told = mix(score, half)\n"),
}
_INTERRUPT_WAYS = {"raises": "{}['on purpose']", "holds": "while True: pass", "gone": ""}
# Only for one of the two buttons, because only the block handles delayed edges.
_OF_BUTTON = {
    "block_interrupt": "if self._held_off is not bool:\n    ",
    "check_interrupt": "if self._held_off is bool:\n    ",
}
_SIGNALS = {
    "block_interrupt": "block_button",
    "check_interrupt": "check_button",
    "lever_interrupt": "lever",
    "cable_interrupt": "vbus_sense",
}
# Registers that enable interrupts, see RP2040 datasheet 2.19.6.1, 2.5.7.
_PIN_ENABLES, _DMA_ENABLES = 0x40014100, 0x50000404
# Only before the first restart, because the device must play after it.
_ONCE = f"machine.reset_cause() == 1 and time.ticks_ms() > {_TROUBLE_MS:.0f}"


@dataclass(frozen=True)
class Hang:
    """An experiment: a task or an interrupt, and the expected result."""

    place: str
    way: str

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"{self.place} {self.way}"

    @property
    def ended(self) -> str:
        """The reason for the firmware's end, in the device's words."""
        if self.place in TASKS:
            # A cancellation wakes the light's task, as an exception at the place where the task
            # waits.
            crashes = self.way == "raises" or (self.place, self.way) == ("light", "waits")
            return "crash" if crashes else self.place
        return "held" if self.way == "holds" else self.place


@dataclass(frozen=True)
class Ended:
    """Result of a problem.

    Args:
        took_s: time in s until the device played again, or None if it was too late.
        ended: reason for the firmware's end in ``hello``.
        faults: codes in ``status`` and in ``log``, each once.
        restarts: number of restarts.
    """

    took_s: float | None
    ended: str = ""
    faults: tuple[str, ...] = ()
    restarts: int = 0


def every_hang() -> Iterator[Hang]:
    """Yields each task and each interrupt with each kind of problem."""
    for place in TASKS:
        yield from (Hang(place, way) for way in _TASK_WAYS)
    for place in _INTERRUPTS:
        yield from (Hang(place, way) for way in _INTERRUPT_WAYS)


def with_line(place: str, before: str, line: str) -> dict[str, Change]:
    """Returns the change that inserts ``line`` before a text, with the same indent.

    Args:
        place: path of the source file.
        before: text that occurs in it once.
        line: line of Python. It runs from 4 s on, until the first restart.
    """
    indent = " " * (len(before) - len(before.lstrip()))

    def change(text: str) -> str:
        assert text.count(before) == 1, (place, before)
        first = text.index('"""\n', 3) + 4  # after the docstring
        text = f"{text[:first]}\nimport machine\nimport time\n{text[first:]}"
        body = f"\n{indent}    ".join([f"if {_ONCE}:", *line.split("\n")])
        return text.replace(before, f"{indent}{body}\n{before}")

    return {place: change}


def _change(hang: Hang) -> dict[str, Change]:
    if hang.place in TASKS:
        return with_line(*TASKS[hang.place], _TASK_WAYS[hang.way])
    if hang.way == "gone":
        return with_line(*TASKS["settle"], _taken_away(hang.place))
    line = _OF_BUTTON.get(hang.place, "") + _INTERRUPT_WAYS[hang.way]
    return with_line(*_INTERRUPTS[hang.place], line)


def _taken_away(interrupt: str) -> str:
    """Returns a line that disables an interrupt of the processor."""
    if interrupt not in _SIGNALS:
        return f"machine.mem32[{_DMA_ENABLES:#x}] = 0"
    register, place = divmod(GPIO[_SIGNALS[interrupt]], 8)
    return f"machine.mem32[{_PIN_ENABLES + 4 * register:#x}] &= ~{0xF << 4 * place:#x}"


def tried(hang: Hang, changes: Mapping[str, Change] | None = None) -> Ended:
    """Causes a problem, and waits until the device plays again.

    Args:
        hang: the problem.
        changes: further changes to the sources, by path.
    """
    with damage.booted(rebuilt({**(changes or {}), **_change(hang)})) as bench:
        bench.advance_to(_TROUBLE_MS + 100)
        _set_off(hang.place, bench)
        while len(bench.events("reset")) < 2:
            if bench.now_ms > _LATEST_MS + WITHIN_S * 1000:
                return Ended(None)
            bench.advance(_LOOK_MS)
        bench.advance(1000)
        took_s = (bench.now_ms - _TROUBLE_MS) / 1000
        if damage.look(bench) != damage.PLAYS:
            return Ended(None)
        return _ended(bench, took_s)


def _ended(bench: Bench, took_s: float) -> Ended:
    logged = [each["code"] for each in bench.request("log")["ok"]["faults"]]
    counted = bench.request("status")["ok"]["faults"]
    assert set(logged) == set(counted)
    name = bench.request("hello")["ok"]["ended"]
    return Ended(took_s, name, tuple(logged), len(bench.events("reset")) - 1)


def _set_off(place: str, bench: Bench) -> None:
    """Makes the device use the task or the interrupt."""
    if place == "check_interrupt":
        bench.check(bounce=CLEAN)
    elif place == "lever_interrupt":
        bench.pull_lever(bounce=CLEAN)
    elif place == "cable_interrupt":
        for at_ms in (0, 500):
            bench.engine.drive((bench.now_ms + at_ms) * 1000, GPIO["vbus_sense"], at_ms > 0)
    else:
        bench.press(bounce=CLEAN)
        bench.send(b"\n")


def verdict(hang: Hang) -> tuple[str, float | None]:
    """Returns "again", or a sentence that begins with "lost", and the time in s until then."""
    found = tried(hang)
    code = "crashed" if hang.ended == "crash" else "hung"
    if found.took_s is None:
        return "lost: it does not play again in time", None
    if found != Ended(found.took_s, hang.ended, (code,), 1):
        return f"lost: {found}, but it was {hang.ended}", found.took_s
    return "again", found.took_s
