"""DMA pacing timers run at the wrong rate, and every request line counts as a timer.

Wrong: ``RPDMA.get_timer`` returns the period as (X / Y) / clk_sys. The datasheet's X/Y is a *rate*
(2.5.7.3: "pacing timer ... (X/Y) * sys_clk", X in the upper half word), so the period is (Y / X) /
clk_sys. TIMER3 shifts by 36 instead of 16, an error from rp2040js. And a request number that is
not a timer gets dividend 0 and divisor 1. This is harmless, but PERMANENT uses the same path, so
callers cannot distinguish "at once" from "never".

Reproduce: write 0x0001_1626 (1/5670) to TIMER0 and transfer 100 half words paced by it: they take
100 * 1.4 ps instead of 100 * 45.36 us.

Fix: (Y / X) * 1e6 / clk_sys for the four timers. If X or Y is 0, and for every other request
except PERMANENT: 0 (never, wait for the request).
"""

from __future__ import annotations

from functools import cache
from types import MethodType

from rp2040py.peripherals.dma import RPDMA, TREQ

from pingblock.virtual.chip.corrections import Chip

# Plain integers, because comparing with an enumeration takes longer than the rest.
_FIRST_TIMER, _LAST_TIMER, PERMANENT = int(TREQ.TIMER0), int(TREQ.TIMER3), int(TREQ.PERMANENT)
_ONE_CYCLE = 1


def apply(mcu: Chip) -> None:
    """Corrects the pacing of one chip's DMA."""
    mcu.dma.get_timer = MethodType(period_us, mcu.dma)


def period_us(dma: RPDMA, treq: int) -> float:
    """Returns the time between two transfers in us, or 0.0 if only the request line decides."""
    if treq == PERMANENT:
        return _ONE_CYCLE * 1e6 / dma.rp2040.clk_sys
    if not _FIRST_TIMER <= treq <= _LAST_TIMER:
        return 0.0
    timers = (dma._timer0, dma._timer1, dma._timer2, dma._timer3)
    return _timer_us(timers[treq - _FIRST_TIMER], dma.rp2040.clk_sys)


@cache
def _timer_us(register: int, clk_sys_hz: int) -> float:
    x, y = register >> 16, register & 0xFFFF
    return y / x * 1e6 / clk_sys_hz if x and y else 0.0
