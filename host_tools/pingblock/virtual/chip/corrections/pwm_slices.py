"""Every PWM slice costs three events in each carrier period.

Wrong (too slow to use, not incorrect): ``PWMChannel`` schedules an alarm for the fall of A, the
fall of B and the wrap, even if nothing uses them. At a 132 kHz carrier these are 400 000 Python
calls in an emulated second.

Reproduce: ``PWM(Pin(16), freq=132275, duty_u16=1000)`` and sleep: the emulator no longer skips
idle time.

Fix: there are no alarms for edges. An alarm for the wrap exists only while its interrupt is
enabled or a DMA channel waits for it. TOP and CC keep their double buffer: one alarm makes a
written value take effect at the next wrap.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from rp2040py.peripherals.dma import CTRL_REGS, EN, DREQChannel
from rp2040py.peripherals.pwm import CHN_CC, CHN_TOP, CSR_EN, INTE, PWMChannel

from pingblock.virtual.chip.corrections import Chip, after_write

Listener = Callable[[int], None]
Levels = NDArray[np.uint16]
Times = NDArray[np.float64]


class PwmSlices:
    """Watches the eight PWM slices of one chip, without the unneeded events.

    Each of these events can have one listener: ``on_write`` (slice and register, after the write),
    ``on_writes`` (the arguments of ``write_compares``) and ``on_change`` (slice, when written
    values take effect). Slices in ``untimed`` get no event when a new compare value takes effect,
    because no part needs it.
    """

    def __init__(self, mcu: Chip) -> None:
        self._pwm = mcu.pwm
        self._dma = mcu.dma
        self._clock = mcu.clock
        self.on_write: Callable[[int, int], None] = lambda index, offset: None
        self.on_writes: Callable[[int, Levels, Times], None] = lambda index, levels, times_ns: None
        self.on_change: Listener = lambda index: None
        self.untimed: set[int] = set()
        self._latches = [self._clock.create_alarm(partial(self._latch, i)) for i in range(8)]
        self._latching = [False] * 8
        for channel in self._pwm.channels:
            channel.write_register = partial(self._write_register, channel)
        for dma_channel in self._dma.channels:
            after_write(dma_channel, self._dma_written)
        after_write(self._pwm, self._block_written)
        self._set_alarms()

    def running(self, index: int) -> bool:
        """Returns whether the counter of a slice runs."""
        return bool(self._pwm.channels[index].csr & CSR_EN)

    def after_reset(self) -> None:
        """Forgets pending writes when the chip's registers were reset."""
        for index, alarm in enumerate(self._latches):
            alarm.cancel()
            self._latching[index] = False
        self._set_alarms()

    def _write_register(self, channel: Chip, offset: int, value: int) -> None:
        index = channel.index
        if offset == CHN_CC:
            self.write_compare(index, value)
            return
        ran = channel.csr & CSR_EN
        PWMChannel.write_register(channel, offset, value)
        self.on_write(index, offset)
        if offset == CHN_TOP and ran:
            self._latch_at_wrap(channel)
        elif not (ran and self._latching[index]):
            self.on_change(index)

    def write_compare(self, index: int, value: int) -> None:
        """Writes a slice's compare register: B in the upper half word, A in the lower."""
        channel = self._pwm.channels[index]
        channel.cc = value
        channel.cc_updated = True
        self.on_write(index, CHN_CC)
        if not channel.csr & CSR_EN:
            self.on_change(index)
        elif index not in self.untimed:
            self._latch_at_wrap(channel)

    def plays(self, index: int) -> bool:
        """Returns whether a slice is in ``untimed`` and runs."""
        return index in self.untimed and self.running(index)

    def write_compares(self, index: int, levels: Levels, times_ns: Times) -> None:
        """Writes the compare register of a slice for which ``plays`` is true, several times in a
        row.

        Args:
            index: the slice.
            levels: values for both halves of the register.
            times_ns: their times on the chip's clock.
        """
        channel = self._pwm.channels[index]
        channel.cc = int(levels[-1]) * 0x10001
        channel.cc_updated = True
        self.on_writes(index, levels, times_ns)

    def _latch_at_wrap(self, channel: Chip) -> None:
        if not self._latching[channel.index]:
            self._latching[channel.index] = True
            left = channel.timer.top + 1 - channel.timer.counter
            self._latches[channel.index].schedule(channel.timer.to_nanos(left))

    def _latch(self, index: int) -> None:
        self._latching[index] = False
        self._pwm.channels[index]._update_double_buffered()
        self.on_change(index)

    def _dma_written(self, offset: int, _value: int) -> None:
        if offset in CTRL_REGS:
            self._set_alarms()

    def _block_written(self, offset: int, _value: int) -> None:
        if offset == INTE:
            self._set_alarms()

    def _set_alarms(self) -> None:
        waited_for = {ch.treq for ch in self._dma.channels if ch.read_uint32(0x10) & EN}
        for index, channel in enumerate(self._pwm.channels):
            request = DREQChannel.DREQ_PWM_WRAP0 + index in waited_for
            interrupt = bool(self._pwm.read_uint32(INTE) >> index & 1)
            channel.alarm_a.enable = channel.alarm_b.enable = False
            channel.alarm_bottom.enable = request or interrupt


apply = PwmSlices
