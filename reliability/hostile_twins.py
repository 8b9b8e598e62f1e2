"""Compares the whole app on two Pythons, which must give the same answers to hostile lines.

One is the emulated chip, whose words have 32 bits. The other is MicroPython's unix port on this
computer, whose words have 64 (the desk). CPython cannot run the app, because the app needs
MicroPython's ``machine`` and ``asyncio``. Both use ``protocol.decode`` with all checks of a
request. ``hostile_host`` compares that with CPython.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from pingblock.virtual.virtual_device import Bench, open_bench
from reliability import hostile_lines
from reliability.hostile_chip import ANSWER_MAX_MS, TOO_MUCH, does_what_it_may, expected

_READY_MS = 1200.0
_STEP_MS = 2.0
# The chip needs time for an answer, and the desk does not. So sounds during that time differ, and
# so does the time when settings are written.
_BY_TIME = {
    *("now_ms", "playing", "sounds", "waiting", "unsaved", "files"),
    *("last_ms", "first_ms", "ram_free", "ram_largest"),
}


@dataclass(frozen=True)
class Twins:
    """Several lines of a seed for both Pythons: one experiment."""

    seed: int
    count: int

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"{self.count} lines to both, seed {self.seed}"


def different(each: Twins) -> tuple[int, list[str]]:
    """Returns the number of lines, and the lines to which the two give different answers."""
    chance, sent, wrong = Random(each.seed), 0, []
    with open_bench("chip", seed=7) as chip, open_bench("desk", seed=7) as desk:
        for bench in (chip, desk):
            bench.advance_to(_READY_MS)
        for number in range(each.count):
            line = hostile_lines.line(1000 + number, chance)
            meant = expected(line)
            if does_what_it_may(line, meant):
                continue
            sent += 1
            there = _answer(chip, line, meant.get("id"))
            desk.advance_to(chip.now_ms)
            here = _answer(desk, line, meant.get("id"))
            if here is None or there is None or not _alike(here, there):
                wrong.append(f"{line!r}: the chip says {there}, the desk {here}")
    return sent, wrong


def _answer(bench: Bench, line: bytes, id: object) -> dict[str, Any] | None:
    replies = bench.parts.tap.replies
    replies.pop(id, None)
    replies.pop(None, None)
    until_ms = bench.now_ms + ANSWER_MAX_MS
    bench.send(line)
    while bench.now_ms < until_ms:
        bench.advance(_STEP_MS)
        if found := replies.get(id) or replies.get(None):
            return {key: found[key] for key in ("ok", "error") if key in found}
    return None


def _alike(here: dict[str, Any], there: dict[str, Any]) -> bool:
    return TOO_MUCH in str(there) or _lasting(here) == _lasting(there)


def _lasting(value: Any) -> Any:
    """Returns a value without its parts that depend on time."""
    if isinstance(value, dict):
        return {key: _lasting(each) for key, each in value.items() if key not in _BY_TIME}
    return [_lasting(each) for each in value] if isinstance(value, list) else value
