"""Runs the core until a given time, with rp2040py's own loop or the compiled one."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, Protocol, cast

from rp2040py.execute_batch import execute_batch

from pingblock.errors import Unavailable
from pingblock.virtual.chip.corrections import Chip
from pingblock.virtual.chip.corrections.fast_samples import Mover
from pingblock.virtual.chip.corrections.lockup import is_locked_up
from pingblock.virtual.chip.turbo import build as build_turbo

_PC = 15
EVERY_INSTRUCTION = 1  # steps for execute_batch, so that the clock is exact after each instruction


class Loop(Protocol):
    """A loop that runs a chip."""

    def run(self) -> None:
        """Runs until ``stopped`` is set by an alarm of the chip's clock."""

    def flush_cache(self) -> None:
        """Empties the flash cache, if the loop emulates it."""

    stopped: bool

    @property
    def move_samples(self) -> Mover | None:
        """Returns the function that moves samples (see ``SoundSamples``), or None."""


class StockLoop:
    """rp2040py's own loop, as published. It is slow. Tests compare the compiled loop with it.

    Args:
        mcu: the chip. rp2040py's code needs the attributes ``rp2040`` and ``clock`` of this class.
    """

    def __init__(self, mcu: Chip) -> None:
        self.rp2040 = mcu
        self.clock = mcu.clock
        self.stopped = True

    def run(self) -> None:
        self.stopped = False
        while not self.stopped:
            if self.rp2040.run_pin_low or is_locked_up(self.rp2040.core.registers[_PC]):
                self.clock.tick(self.clock.nanos_to_next_alarm)
            else:
                execute_batch(cast(Any, self), EVERY_INSTRUCTION)

    def flush_cache(self) -> None:
        return

    move_samples = None


def best_loop(mcu: Chip, turbo: bool | None, xip: bool = False) -> Loop:
    """Returns the fastest loop that this computer has.

    Args:
        mcu: the chip that the loop runs.
        turbo: True requires the compiled loop, and False rp2040py's own. None takes the compiled
            loop if possible. Otherwise it takes the slow loop and reports this once on stderr.
        xip: whether to add the cycles of flash cache misses, which requires the compiled loop.

    Raises:
        Unavailable: the compiled loop is required, but it cannot be built.
    """
    if turbo is False and not xip:
        return StockLoop(mcu)
    try:
        loop: Loop = build_turbo.load().TurboLoop(mcu, xip)
        return loop
    except Unavailable as fault:
        if turbo or xip:
            raise
        _say_once(str(fault))
        return StockLoop(mcu)


@cache
def _say_once(reason: str) -> None:
    print(f"The chip engine runs on rp2040py's slow loop: {reason}", file=sys.stderr)
