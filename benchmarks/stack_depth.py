"""Depth of the device's stack during what a user can do, and during a press at the same time.

A press starts its sound in a hard interrupt, on top of the running code. Our MicroPython for the
RP2040 has its stack at the end of the memory and raises RuntimeError 256 bytes before its limit.
In an interrupt, that would be a press without a sound. Lines that arrive meanwhile, and a sound
that plays with its interrupts and the light's timer, need more stack.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import cast

from benchmarks.branches import branch
from benchmarks.table import Row
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.chip.silicon import Silicon
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench, open_bench
from pingware.games.dice.options import RULES
from pingware.shared import protocol
from pingware.shared.settings import VERSION
from pingware.shared.stored_json import slot_bytes

RAM = 0x20000000
STACK_BYTES = 12 * 1024  # 0x2003F000 to 0x20042000: frozen/edits.toml
# Our target for the space that remains in the deepest pair. STEP_US finds moments near the deepest
# call.
MARGIN_BYTES = 2500
MOST_BYTES = STACK_BYTES - MARGIN_BYTES
STACK = 0x2003F000 - RAM
LINE_EVERY_MS = 4
PAINT = b"\xa5"
BELOW_BYTES = 256  # an interrupt can come while we fill the stack
STEP_US = 32.0  # Time between two checks. A call that inflates or loads takes milliseconds.
START_MS = 3.0  # the interrupt of a press has started its sound by then
AFTER_MS = 200.0  # time after an input in which all its effects have begun
ANSWER_MS = 100.0  # time after a press in which it has its effects
UP_MS = 1800.0
BENCHED = ("block", "hideout")  # the first game and the one with the deepest pair
LEFT_KB = (MARGIN_BYTES / 1000, MARGIN_BYTES / 1000)

Act = Callable[[Bench], object]


def silicon(bench: Bench) -> Silicon:
    """Returns the emulated chip of a bench."""
    return cast(ChipEngine, bench.engine).silicon


class Watermark:
    """Greatest depth of the stack: bytes below it are filled, and used ones have changed."""

    def __init__(self, bench: Bench) -> None:
        self._mcu = silicon(bench).mcu
        free = self._mcu.core.sp - RAM - STACK - BELOW_BYTES
        self._mcu.sram[STACK : STACK + free] = PAINT * free

    @property
    def used_bytes(self) -> int:
        """Bytes of the stack in use when it was deepest."""
        stack = bytes(self._mcu.sram[STACK : STACK + STACK_BYTES])
        return len(stack.lstrip(PAINT))


def _looks(
    bench: Bench, for_ms: float, step_us: float = STEP_US
) -> Iterator[tuple[int, float, bool]]:
    """Yields in steps: depth of the stack, time in us, and whether an interrupt is running."""
    end_us = bench.engine.now_us + for_ms * 1000
    while bench.engine.now_us < end_us:
        bench.engine.advance(bench.engine.now_us + step_us)
        core = silicon(bench).mcu.core
        yield RAM + STACK + STACK_BYTES - core.sp, bench.engine.now_us, core.ipsr != 0


def press_bytes(bench: Bench) -> int:
    """Returns how much stack a press needs to start its sound, on an idle device."""

    def run() -> int:
        bench.press(bounce=CLEAN)
        rest = RAM + STACK + STACK_BYTES - silicon(bench).mcu.core.sp
        looks = list(_looks(bench, START_MS, 2.0))
        return max(depth for depth, _, in_interrupt in looks if in_interrupt) - rest

    return branch(run)


def deepest(bench: Bench, act: Act, for_ms: float) -> tuple[int, float]:
    """Returns the greatest depth in a branch that reacts to ``act``, and its time in us."""

    def run() -> tuple[int, float]:
        act(bench)
        found = [look[:2] for look in _looks(bench, for_ms) if not look[2]]
        return max(found)

    return branch(run)


def with_press(bench: Bench, act: Act, at_us: float) -> int:
    """Returns the depth of the stack if a press comes at a time, in a branch.

    Raises:
        RuntimeError: the device has restarted.
    """

    def run() -> int:
        watermark = Watermark(bench)
        resets = len(bench.events("reset"))
        act(bench)
        bench.press(at_us / 1000, bounce=CLEAN)
        bench.advance_to(at_us / 1000 + ANSWER_MS)
        if len(bench.events("reset")) != resets:
            raise RuntimeError("It has restarted.")
        return watermark.used_bytes

    return branch(run)


# devices and their requests


GAMES: dict[str, dict[str, object]] = {
    "block": {"game": "block"},
    "fortune": {"game": "fortune", "fortune_press": "turn"},
    "storm": {"game": "storm_dice"},
    **{rules: {"game": "dice", "dice_rules": rules} for rules in RULES},
    "long": {"game": "dice", "dice_rules": "hideout", "clock_min": 60},
    "beside": {"game": "dice", "dice_rules": "celebration", "dice_press": "block"},
}


def booted(game: str, xip: bool = False) -> Bench:
    """Returns a device that has started with one of ``GAMES``: the download on a new Pico."""
    stored = {"/settings.a": slot_bytes(1, json.dumps({"version": VERSION, **GAMES[game]}))}
    bench = open_bench("chip", files=stored, xip=xip)
    bench.advance_to(UP_MS)
    return bench


def _asks(do: str, **fields: object) -> Act:
    return lambda bench: bench.send(protocol.encode({"id": 9, "do": do, **fields}))


def _lever(for_ms: float) -> Act:
    def act(bench: Bench) -> None:
        bench.pull_lever(bounce=CLEAN)
        bench.advance(for_ms)
        bench.release_lever(bounce=CLEAN)

    return act


def _check(for_ms: float) -> Act:
    """Returns an action that holds the check button until shortly before the release."""

    def act(bench: Bench) -> None:
        bench.check(for_ms=for_ms, bounce=CLEAN)
        bench.advance(for_ms - 10)

    return act


def _held_block(bench: Bench) -> None:
    bench.press(for_ms=900, bounce=CLEAN)
    bench.advance(690)


def _next_game(bench: Bench) -> None:
    bench.check(for_ms=500, bounce=CLEAN)
    bench.press(bench.now_ms + 100, bounce=CLEAN)
    bench.advance(490)


INPUTS: dict[str, Act] = {
    "press": lambda bench: bench.press(bounce=CLEAN),
    "hold": _held_block,
    "check": _check(60),
    "check held": _check(900),
    "battery check": _check(2300),
    "next game": _next_game,
    "lever pulled": lambda bench: bench.pull_lever(bounce=CLEAN),
    "lever": _lever(300),
    "worms": _lever(2300),
    "unplugged": lambda bench: bench.unplug(),
    "status": _asks("status"),
    "settings": _asks("settings"),
    "replay": _asks("replay"),
    "selftest": _asks("selftest"),
    "run": _asks("worms", action="start"),
    "referee": _asks("settings", set={"players": 4}),
    "game block": _asks("game", name="block"),
    "game dice": _asks("game", name="dice"),
}
REQUESTS: dict[str, dict[str, Act]] = {
    "block": {"odds": _asks("odds", draws=2), "profile": _asks("profile", name="junior")},
    "fortune": {"next": _asks("fortune", act="next"), "draws": _asks("fortune", draws=1)},
    "storm_dice": {
        "jail": _asks("storm_dice", act="jail"),
        "storm": _asks("storm_dice", act="storm"),
        "expect": _asks("storm_dice", next="jail", player=2, tries=1),
    },
    "dice": {
        "auction": _asks("dice", auction="start"),
        "roll-off": _asks("dice", roll_off=2),
        "draws": _asks("dice", draws=2),
    },
}


def inputs(game: str) -> dict[str, Act]:
    """Returns everything that a person can do with a device with one of ``GAMES``."""
    return {**INPUTS, **REQUESTS[str(GAMES[game]["game"])]}


def after_press(act: Act, phase_ms: float) -> Act:
    """Returns the input at a time after the start of a press's sound."""

    def both(bench: Bench) -> None:
        bench.press(bounce=CLEAN)
        bench.advance(phase_ms)
        act(bench)

    return both


def in_lines(act: Act) -> Act:
    """Returns the input while a host requests the status continuously."""

    def both(bench: Bench) -> None:
        for place in range(int(AFTER_MS / LINE_EVERY_MS)):
            line = protocol.encode({"id": 100 + place, "do": "status"})
            bench.engine.send((bench.now_ms + place * LINE_EVERY_MS) * 1000, line)
        act(bench)

    return both


def depths(bench: Bench, acts: dict[str, Act], pressed: bool = True) -> dict[str, int]:
    """Returns the stack bytes in use when each input is deepest, with a press on top of it.

    Args:
        bench: an idle device.
        acts: name -> input.
        pressed: whether to try a press at the deepest moment of each input.
    """
    press = press_bytes(bench)
    assert 1000 < press < 3000, press
    found = {}
    for name, act in acts.items():
        depth, at_us = deepest(bench, act, AFTER_MS)
        used = with_press(bench, act, at_us) if pressed else 0
        found[name] = max(used, depth + press)
    return found


def too_deep(bench: Bench, acts: dict[str, Act], pressed: bool = True) -> dict[str, int]:
    """Returns the ``depths`` of the inputs that leave less than ``MARGIN_BYTES``."""
    found = depths(bench, acts, pressed)
    return {name: used for name, used in found.items() if used > MOST_BYTES}


def left_kb(game: str, xip: bool) -> float:
    """Returns the stack that remains in the deepest pair of an input and a press, kB.

    Lines of the host arrive meanwhile.

    Args:
        game: one of ``GAMES``.
        xip: whether to use the model of the flash cache.
    """
    with booted(game, xip) as bench:
        acts = {name: in_lines(act) for name, act in inputs(game).items()}
        found = depths(bench, acts)
    return (STACK_BYTES - max(found.values())) / 1000


def rows(results: dict[str, tuple[float, float]]) -> list[Row]:
    """Returns the table's rows."""
    what = "stack left in the worst case (lines, an input and a press)"
    return [
        Row(f"{what}, {game}", "kB", results[f"stack {game}"], target=LEFT_KB, at_least=True)
        for game in BENCHED
    ]
