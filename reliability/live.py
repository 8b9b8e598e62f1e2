"""Ctrl-C, an unplugged cable or a loss of power at any moment of an operation.

This includes moments within a flash command. A cold boot follows, and the device is checked as
after a cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from mpremote.transport import TransportError
from tests.scenarios.trials.flash_log import logged

from pingblock.errors import PingblockError
from reliability.cuts import lives_on, misfit, side
from reliability.life import boot, known, wait_for_hello
from reliability.operations import OPERATIONS, recorded

_UP_MS = 1000.0
_SETTLES_MS = 2000.0
_AROUND_US = 50_000.0  # an erase takes 45 ms
EVENTS = ("Ctrl-C", "unplugged", "no power")


@dataclass(frozen=True)
class Disturbance:
    """An experiment: something happens to a device during an operation.

    Args:
        operation: name of the operation, one of ``operations.OPERATIONS``.
        event: what happens, one of ``EVENTS``.
        seed: seed for the moment.
    """

    operation: str
    event: str
    seed: int

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"{self.event} in {self.operation}, seed {self.seed}"


def kinds() -> list[tuple[str, str]]:
    """Returns each operation with each event."""
    return list(product(OPERATIONS, EVENTS))


def every_disturbance(seeds: int) -> Iterator[Disturbance]:
    """Yields each operation with each event at this number of moments."""
    for seed in range(seeds):
        yield from (Disturbance(*kind, seed) for kind in kinds())


@cache
def _base(operation: str) -> bytes:
    return OPERATIONS[operation].base()


@cache
def _writes_us(operation: str) -> tuple[float, float]:
    """Returns the times of the first and the last write of an undisturbed operation in us."""
    cable = boot(_base(operation))
    with cable.bench as bench:
        wait_for_hello(bench)
        bench.advance_to(_UP_MS)
        with logged(bench.engine) as log:
            OPERATIONS[operation].act(cable)
    return log.began_us[0] - _AROUND_US, log.began_us[-1] + _AROUND_US


def outcome(each: Disturbance) -> str:
    """Returns the result: "old" or "new", or a sentence that begins with "lost"."""
    record, writes_us = recorded(each.operation), _writes_us(each.operation)
    at_us = Random(each.key).uniform(*writes_us)
    try:
        flash = _disturbed(each, at_us)
        with boot(flash).bench as bench:
            found = known(bench)
            return misfit(record, found) or lives_on(bench, found) or side(record, found)
    except PingblockError as silent:
        return f"lost: {silent}"


def _disturbed(each: Disturbance, at_us: float) -> bytes:
    """Returns the flash at the end of the operation, even if it failed."""
    cable = boot(_base(each.operation))
    with cable.bench as bench:
        wait_for_hello(bench)
        bench.advance_to(_UP_MS)
        engine = bench.engine
        if each.event == "Ctrl-C":
            engine.send(at_us, b"\r\x03")
        elif each.event == "unplugged":
            engine.plug(at_us, False)
        else:
            engine.power(at_us, False)
        with suppress(PingblockError, TransportError, OSError):
            OPERATIONS[each.operation].act(cable)
        bench.advance(_SETTLES_MS)
        return bytes(engine.flash_image())
