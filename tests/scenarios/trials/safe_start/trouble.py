"""Trouble in one task or interrupt, once, and how the device comes out of it."""

from tests.bench.firmware_changes import changed
from tests.scenarios.trials.safe_start import damage
from tests.scenarios.trials.safe_start.damage import PLAYS

from pingblock.virtual.parts.contact import CLEAN

TASKS, LINK = "pingware/app/tasks.py", "pingware/app/link.py"
SUPPLY, LEVER = "pingware/app/power/supply.py", "pingware/app/lever/lever_tasks.py"
BUTTON, MIXER = "pingware/drivers/button.py", "pingware/drivers/speaker.py"
CABLE, SWITCH = "pingware/drivers/power.py", "pingware/drivers/lever_switch.py"
# Only in the first life: what comes after must play.
ONCE = "machine.reset_cause() == 1 and time.ticks_ms() > 4000"
WAITS = "await asyncio.Event().wait()"
HELD = "time.sleep(100)"
SPINS = "while True: pass"
RAISES = "{}['on purpose']"
# What a task does first when it is called up.
PLACES = {
    "settle": (TASKS, "            self._here[SETTLE] = 1\n"),
    "light": (TASKS, "            self._here[LIGHT] = 1\n"),
    "buttons": (TASKS, "            self._here[BUTTONS] = 1\n            while"),
    "watch": (TASKS, "            self._watch.look(since_ms)\n"),
    "cells": (SUPPLY, "            here[CELLS] = 1\n"),
    "link_in": (LINK, "            self._here[READ] = AT_WORK\n"),
    "link_out": (LINK, "            self._here[WRITE] = 1\n            while"),
    "lever": (LEVER, "            self._here[LEVER] = 1\n            while"),
}
INTERRUPTS = {
    "block_interrupt": (
        BUTTON,
        "        now_us = self._ticks_us()\n        if self._is",
        "is not",
    ),
    "check_interrupt": (
        BUTTON,
        "        now_us = self._ticks_us()\n        if self._is",
        "is",
    ),
    "lever_interrupt": (SWITCH, "        head = self._head\n", None),
    "cable_interrupt": (CABLE, "        self._on_cable()\n", None),
    "speaker_interrupt": (MIXER, "            told = mix(score, half)\n", None),
}
AT_MS = 6000  # the latest that any trouble begins
WITHIN_MS = 10_000


def with_line(place, before, line):
    """Returns the firmware in which ``line`` is run before a text, as indented as that."""
    indent = " " * (len(before) - len(before.lstrip()))

    def change(text):
        assert text.count(before) == 1
        first = text.index('"""\n', 3) + 4  # behind the docstring
        text = f"{text[:first]}\nimport machine\nimport time\n{text[first:]}"
        body = f"\n{indent}    ".join([f"if {ONCE}:", *line.split("\n")])
        return text.replace(before, f"{indent}{body}\n{before}")

    return changed({place: change})


def ends_and_plays(files, act):
    """Lets ``act`` set the trouble off at 4 s; returns at what the firmware ended."""
    with damage.opened(files) as bench:
        bench.advance(4100)
        act(bench)
        resets = len(bench.events("reset"))
        while len(bench.events("reset")) == resets and bench.now_ms < AT_MS + WITHIN_MS:
            bench.advance(100)
        bench.advance(1000)
        assert bench.now_ms <= AT_MS + WITHIN_MS
        assert damage.look(bench) == PLAYS
        assert len(bench.events("reset")) == resets + 1
        ended = bench.request("hello")["ok"]["ended"]
        codes = bench.request("log")["ok"]["faults"]
        assert [each["code"] for each in codes] == ["crashed" if ended == "crash" else "hung"]
        assert set(bench.request("status")["ok"]["faults"]) == {each["code"] for each in codes}
        return ended


def touch(bench):
    """Gives each task something to do."""
    bench.press(bounce=CLEAN)
    bench.send(b"\n")


def disturb(name):
    """Returns what sets an interrupt off."""
    return {
        "block_interrupt": lambda bench: bench.press(bounce=CLEAN),
        "check_interrupt": lambda bench: bench.check(bounce=CLEAN),
        "lever_interrupt": lambda bench: bench.pull_lever(bounce=CLEAN),
        "cable_interrupt": lambda bench: [
            bench.engine.drive((bench.now_ms + at_ms) * 1000, 24, at_ms > 0) for at_ms in (0, 500)
        ],
        "speaker_interrupt": lambda bench: bench.press(bounce=CLEAN),
    }[name]


def of_button(which, line):
    """Returns the line for one of the two buttons alone: only the block knows of held off ones."""
    return line if which is None else f"if self._held_off {which} bool:\n    {line}"
