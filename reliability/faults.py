"""Causes each fault on the chip. It must be reported once in words, counted, and blink magenta."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.firmware_changes import Flashed, rebuilt

from pingblock.common.declared import declarations
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.battery import FRESH_PACK, PRESETS, Cell
from pingblock.virtual.parts.contact import CLEAN, Bounce
from pingblock.virtual.virtual_device import Bench
from pingware.shared.settings import Settings
from pingware.shared.stored_json import slot_bytes
from reliability import hangs

PAGE = Path(__file__).resolve().parents[1] / "docs" / "faults.md"
_ROW = re.compile(r"\| `(\w+)` \| (\d) long, (\d) short \|")
_READY_MS, _SHOWN_MS = 1500.0, 12_000.0
_STUCK_MS = 31_000.0
_STEP_MS = 1.0
_LOADED_WITHIN_MS = 5000.0


@cache
def on_page() -> Mapping[str, int]:
    """Returns each code on the page about faults, and how often it blinks."""
    text = PAGE.read_text(encoding="utf-8")
    return {found[1]: int(found[2]) + int(found[3]) for found in _ROW.finditer(text)}


@dataclass(frozen=True)
class Provocation:
    """A way to cause a fault.

    Args:
        act: action on a started device, until the fault occurs.
        settings: settings of the device, by name.
        device: makes the device.
        restarts: how many times the device restarts.
    """

    act: Callable[[Bench], None]
    settings: Mapping[str, Any] = field(default_factory=dict)
    device: Callable[[], Flashed] = Flashed
    restarts: int = 0


def _unplugged(bench: Bench, cells: Sequence[Cell]) -> None:
    bench.set_battery(cells)
    bench.unplug()


def _plugged(bench: Bench) -> None:
    """Plugs the cable in again. Events that waited are reported now."""
    bench.advance(6000)
    bench.plug()
    bench.advance(4000)


def _test_cells(*cells: Cell, broken: str = "") -> Callable[[Bench], None]:
    def act(bench: Bench) -> None:
        bench.parts.broken.add(broken)
        _unplugged(bench, cells)
        _plugged(bench)

    return act


def _loose_contact(bench: Bench) -> None:
    """The battery holder has bad contact until the battery test loads the cells."""
    _unplugged(bench, [Cell(1350, 0.5)] * 3)
    until_ms = bench.now_ms + _LOADED_WITHIN_MS
    while not bench.parts.cells_loaded and bench.now_ms < until_ms:
        bench.advance(_STEP_MS)
    bench.set_battery(FRESH_PACK)
    _plugged(bench)


def _stuck(button: str) -> Callable[[Bench], None]:
    def act(bench: Bench) -> None:
        getattr(bench, button)(bounce=Bounce(stuck=True))
        bench.advance(_STUCK_MS)

    return act


def _pull_and_hold(bench: Bench) -> None:
    bench.pull_lever()
    bench.advance(_STUCK_MS)


def _rattle(bench: Bench) -> None:
    chance, gpio = Random(1), bench.parts.gpio["lever"]
    at_us, until_us = bench.engine.now_us, bench.engine.now_us + 9_000_000
    while at_us < until_us:
        bench.engine.drive(at_us, gpio, chance.random() < 0.5)
        at_us += chance.uniform(200, 3000)
    bench.engine.drive(until_us, gpio, False)
    bench.advance(9000)


def _change_volume(bench: Bench) -> None:
    bench.request("volume", level=7)
    bench.advance(6000)


def _pull_on_flat_cells(bench: Bench) -> None:
    _unplugged(bench, [PRESETS["flat"]] * 3)
    bench.advance(4000)
    bench.pull_lever()
    bench.advance(300)
    bench.release_lever()
    _plugged(bench)


def _block_the_worms(bench: Bench) -> None:
    bench.request("worms", run="start")
    bench.advance(100)
    bench.block_servo(88, 92)
    bench.advance(14_000)


def _press_and_restart(bench: Bench) -> None:
    bench.advance_to(4100)
    bench.press(bounce=CLEAN)
    while len(bench.events("reset")) < 2 and bench.now_ms < 20_000:
        bench.advance(100)
    bench.advance(1000)


def _wait(bench: Bench) -> None:
    bench.advance(7000)


def _spoilt(line: str) -> Callable[[], Flashed]:
    return lambda: rebuilt(hangs.with_line(*hangs.TASKS["settle"], line))


_HELD_ONCE = "time.sleep_ms(2500) if not hasattr(self, 'x') else 0; self.x = 1"
PROVOKED = {
    "block_button_stuck": Provocation(_stuck("press")),
    "check_button_stuck": Provocation(_stuck("check")),
    "battery_no_reading": Provocation(
        _test_cells(PRESETS["fresh"], broken="cell_sense"), {"cells": "1xaaa_boost"}
    ),
    "battery_absurd": Provocation(_test_cells(*FRESH_PACK), {"cells": "2xaaa"}),
    "battery_unsteady": Provocation(_loose_contact),
    "settings_not_saved": Provocation(
        _change_volume,
        device=lambda: Flashed({"settings.b/in.it": b"x", "settings.b.old/in.it": b"x"}),
    ),
    "sound_unusable": Provocation(_wait, device=lambda: Flashed({"sounds/laugh.snd": b"x"})),
    "lever_stuck": Provocation(_pull_and_hold),
    "lever_chatter": Provocation(_rattle),
    "servo_cells_weak": Provocation(_pull_on_flat_cells, {"run_s": [5, 5]}),
    "servo_stalled": Provocation(_block_the_worms, {"run_s": [20, 20], "motion": "slow"}),
    "crashed": Provocation(_press_and_restart, device=_spoilt("{}['on purpose']"), restarts=1),
    "hung": Provocation(_press_and_restart, device=_spoilt("return"), restarts=1),
    "stalled": Provocation(_wait, device=_spoilt(_HELD_ONCE)),
}


@dataclass(frozen=True)
class Fault:
    """An experiment: the code of a fault."""

    code: str

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return self.code


def every_fault() -> Iterator[Fault]:
    """Yields each fault on the page."""
    yield from map(Fault, on_page())


def outcome(fault: Fault) -> str:
    """Causes a fault. Returns "reported", or a sentence that begins with "lost"."""
    how = PROVOKED[fault.code]
    chosen = Settings(declarations())
    chosen.change({"volume": 0, **how.settings})
    settings = {"settings.a": slot_bytes(1, json.dumps(chosen.as_dict()))}
    flash = how.device().holding(settings).flash()
    with Bench(lambda sink: ChipEngine(sink, flash=flash), seed=1) as bench:
        bench.advance_to(_READY_MS)
        how.act(bench)
        bench.advance(_SHOWN_MS)
        told = [event for event in bench.events("fault") if event["code"] == fault.code]
        if len(told) != 1 or not str(told[0]["say"]).endswith("."):
            return f"lost: it is reported {len(told)} times: {told}"
        if (found := len(bench.events("reset")) - 1) != how.restarts:
            return f"lost: it restarted {found} times"
        counted = bench.request("status")["ok"]["faults"]
        if set(counted) != {fault.code}:
            return f"lost: {counted} is counted"
        colours = [colour for _at_us, colour in bench.parts.light.changes]
        blinks = sum(red == blue > 0 == green for red, green, blue in colours)
        if blinks != on_page()[fault.code]:
            return f"lost: it blinks {blinks} times"
    return "reported"
