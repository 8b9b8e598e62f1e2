"""Peripherals of a Pico W or Pico 2 W, whose radio uses two pins of a Pico's measurements.

The radio stays off, and its data (GPIO24) and light are not used.

- VSYS / 3 reaches GPIO29, the radio's clock, only while GPIO25, the radio's chip select, is high.
- The USB sense is behind the radio. A computer is known by the frames that it sends, one a
  millisecond. A charger sends no frames, so the device takes its voltage for that of cells.

Source: Pico W datasheet 2.1; RP2040 datasheet 4.1.4 and RP2350 datasheet 12.7 (``SOF_RD``).
"""

import time

import machine
from micropython import const

from pingware.boards import looks_rp2, peripherals
from pingware.boards.chosen import board, chip

_FRAME = const(0x50110048)  # number of the latest frame, the same on both chips
_SETTLE_US = const(1000)
_GONE_MS = const(5)  # If no frame arrives for this long, no more will.
_FRAME_MS = const(2)  # a frame arrives within this time. ``sleep_us`` can keep the core busy.
_NAP_MS = const(1000)  # a computer drops a device that does not answer for some seconds


class RadioPeripherals(peripherals.Peripherals):
    """Peripherals of the chosen board on a Pico with a radio."""

    NAME = board.NAME + "_w"

    def __init__(self, own):
        super().__init__(own)
        _release()  # ``this_pico`` has used the pins
        self._shared = _Shared()

    def power_parts(self):
        """Returns the USB sense, an input that is high with a host, and the sleep call."""
        return self._shared, self._shared.sleep

    def sense_parts(self, sense):
        """Returns the ADC and the divider's ratio of ``"vsys"`` or ``"cell"``."""
        if sense == "vsys":
            return self._shared, board.VSYS_RATIO
        return super().sense_parts(sense)


def _release():
    """Restores the two pins to their state after a reset.

    Both are low first, because erratum RP2350-E9 holds a pin with a pull-down that was high.
    """
    for gpio in (peripherals.RADIO_SELECT, board.VSYS_SENSE):
        machine.Pin(gpio, machine.Pin.OUT, value=0)
        machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_DOWN)


class _Shared(looks_rp2.LookedPin):
    """Replaces the two pins: acts as a ``machine.Pin`` and as a ``machine.ADC``."""

    def __init__(self):
        super().__init__()
        self._frame = 0  # the latest frame, and its time
        self._seen_ms = time.ticks_ms()
        self._adc = None  # while VSYS reaches it
        self._read = False  # whether it was read since the last look

    def sleep(self, ms):
        """Sleeps for at most ``ms`` (int), then looks for a host."""
        from pingware.boards import naps_rp2

        self._before_nap()
        self._close()
        naps_rp2.nap(min(ms, _NAP_MS))
        if chip.CLOCK_HZ:
            machine.freq(chip.CLOCK_HZ)
        time.sleep_ms(_FRAME_MS)
        self._after_nap()

    def read_u16(self):
        """Returns VSYS / 3, 0..65535. The first reading takes a millisecond."""
        self._read = True
        if self._adc is None:
            machine.Pin(peripherals.RADIO_SELECT, machine.Pin.OUT, value=1)
            self._adc = machine.ADC(machine.Pin(board.VSYS_SENSE))
            time.sleep_us(_SETTLE_US)
        return self._adc.read_u16()

    def _close(self):
        if self._adc:
            self._adc = None
            _release()

    def _look(self, _timer):
        now_ms = time.ticks_ms()
        frame = machine.mem32[_FRAME]
        there = self._there
        if frame != self._frame:
            self._frame = frame
            self._seen_ms = now_ms
            there = 1
        elif time.ticks_diff(now_ms, self._seen_ms) >= _GONE_MS:
            there = 0
        self._notice(there)
        if self._read:
            self._read = False
        else:
            self._close()
