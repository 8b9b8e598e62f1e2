"""The PIO needs an asyncio loop, and stops while the core sleeps.

Wrong: without a ``Simulator``, ``RPPIO.write_uint32`` starts a task of the running asyncio loop
when a state machine is enabled. Without such a loop, a program that uses the PIO ends with
"RuntimeError: no running event loop". And ``execute_batch`` lets each state machine run one
instruction for each instruction of the core. So the state machines stop while the core is idle,
and run too slowly during instructions of two cycles.

Reproduce: ``rp2.StateMachine(0, program).active(1)``, or any ``machine.I2S``.

Fix: each PIO block follows the chip's own clock. It catches up before the core or the DMA reads or
writes one of its registers and when a pin changes, and at the latest ``LOOK_NS`` after its next
instruction is due. So its outputs can be late by this time, but they keep their order.
"""

from __future__ import annotations

from collections.abc import Callable

from rp2040py.peripherals.pio import RPPIO

from pingblock.virtual.chip.corrections import Chip

BASES = (0x50200, 0x50300)
LOOK_NS = 5000.0
_CYCLE_NS = 8.0
_NEVER_FP = 1 << 62  # RPPIO counts cycles in units of 1/256.


class PioClock:
    """Runs both PIO blocks of one chip."""

    def __init__(self, mcu: Chip) -> None:
        self._clock = mcu.clock
        self._blocks: tuple[Chip, Chip] = tuple(mcu.pio)
        self._alarm = mcu.clock.create_alarm(self.catch_up)
        self._busy = False

    def catch_up(self) -> None:
        """Runs all state machines up to now. Does nothing while a state machine changes a pin."""
        if self._busy:
            return
        self._busy = True
        now_fp = int(self._clock.nanos / _CYCLE_NS) << 8
        for pio in self._blocks:
            while pio.next_due_fp <= now_fp:
                pio.advance(max(pio.next_due_fp - pio.cycle_fp + 255 >> 8, 0))
            pio.advance(max(now_fp - pio.cycle_fp >> 8, 0))
        self._busy = False
        self._alarm.cancel()
        due_fp = min(pio.next_due_fp for pio in self._blocks)
        if due_fp < _NEVER_FP:
            self._alarm.schedule(max((due_fp - now_fp) / 256 * _CYCLE_NS, LOOK_NS))


class PioRegisters:
    """The registers of a PIO block on the bus.

    Args:
        pio: the PIO block.
        clock: runs the PIO block.
    """

    def __init__(self, pio: RPPIO, clock: PioClock) -> None:
        self._pio: Chip = pio
        self._clock = clock

    def read_uint32(self, offset: int) -> int:
        """Reads a register."""
        self._clock.catch_up()
        value = int(self._pio.read_uint32(offset))
        self._clock.catch_up()
        return value

    def write_uint32_atomic(self, offset: int, value: int, atomic_type: int) -> None:
        """Writes a register, or sets, clears or flips bits of it."""
        self._clock.catch_up()
        self._pio.write_uint32_atomic(offset, value, atomic_type)
        self._pio.stopped = True  # The core's loop must not step the PIO a second time.
        self._clock.catch_up()


def apply(mcu: Chip) -> Callable[[], None]:
    """Makes both PIO blocks of a chip follow the chip's clock.

    Returns:
        A function that must be called before and after a pin changes.
    """
    mcu.simulator = object()  # A block that has a simulator does not start a task.
    clock = PioClock(mcu)
    for base, pio in zip(BASES, mcu.pio, strict=True):
        mcu.peripherals[base] = PioRegisters(pio, clock)
    return clock.catch_up
