"""PWM slices as registers, and ``machine.PWM``, which uses them.

Source: RP2040 datasheet 4.5, and for the rounding MicroPython 1.24 ports/rp2/machine_pwm.c.
"""

import struct

from sim import host
from sim.clock import clock
from sim.pins import Pin

SYSTEM_HZ = 125_000_000
_TOP_MAX = 65534
_FRAME_US = 20_000  # A model of a servo or a light can react this late.

speaker_gpio = None  # The entry script sets it from the pin map.
speaker_level = 0  # the level that the host knows


class Slice:
    """One PWM slice: the registers, and the outputs on its two channels."""

    def __init__(self, number):
        self.number = number
        self.csr = 0
        self.div = 1 << 4
        self.cc = 0
        self.top = 0xFFFF
        self.outputs = {}  # channel (0 A, 1 B) -> PWM object

    def period_clocks16(self):
        """Returns the carrier period in 1/16 system clocks."""
        return (self.top + 1) * self.div * (2 if self.csr & 2 else 1)

    @property
    def ctr(self):
        """The counter. While the slice runs, it counts as if it had started at time 0."""
        if not self.csr & 1:
            return 0
        return clock.now_ns * 2 % self.period_clocks16() // self.div

    @ctr.setter
    def ctr(self, value):
        """Does nothing, because no model depends on the phase of a slice."""

    def compare(self, channel):
        """Returns the compare value of channel 0 (A) or 1 (B)."""
        return (self.cc >> (16 * channel)) & 0xFFFF

    def set_compare(self, channel, value):
        shift = 16 * channel
        self.cc = (self.cc & ~(0xFFFF << shift)) | (value << shift)

    def changed(self):
        """Reports frequency and duty of the outputs to the host."""
        for output in self.outputs.values():
            output.tell()


slices = [Slice(number) for number in range(8)]


def speaker_slice():
    """Returns the slice that drives the speaker."""
    return slices[speaker_gpio // 2 % 8]


class PWM:
    """``machine.PWM`` of the rp2 port."""

    def __init__(self, pin, freq=None, duty_u16=None, duty_ns=None, invert=None):
        self._line = (pin if isinstance(pin, Pin) else Pin(pin))._line
        self._slice = slices[self._line.gpio // 2 % 8]
        self._channel = self._line.gpio & 1
        self._told = None
        self._line.reported = None
        self._u16 = None
        self._ns = None
        self.init(freq=freq, duty_u16=duty_u16, duty_ns=duty_ns, invert=invert)

    def init(self, freq=None, duty_u16=None, duty_ns=None, invert=None):
        if self._line.pwm is not self:
            self._line.mode = Pin.ALT
            self._line.pwm = self
            self._slice.outputs[self._channel] = self
        if invert is not None:
            bit = 4 << self._channel
            self._slice.csr = self._slice.csr & ~bit | (bit if invert else 0)
        if freq is not None:
            self.freq(freq)
        if duty_u16 is not None:
            self.duty_u16(duty_u16)
        if duty_ns is not None:
            self.duty_ns(duty_ns)

    def freq(self, hz=None):
        if hz is None:
            return round(SYSTEM_HZ * 16 / self._slice.period_clocks16())
        if not 8 <= hz <= SYSTEM_HZ // 2:
            raise ValueError("freq out of range")
        part = self._slice
        part.div = 16
        if (SYSTEM_HZ + hz // 2) // hz >= _TOP_MAX:
            part.div = -(-16 * SYSTEM_HZ // (_TOP_MAX * hz))
        divisor = part.div * hz
        part.top = (16 * SYSTEM_HZ + divisor // 2) // divisor - 1
        for output in part.outputs.values():
            output._again()
        return None

    def _again(self):
        if self._u16 is not None:
            self.duty_u16(self._u16)
        elif self._ns is not None:
            self.duty_ns(self._ns)

    def duty_u16(self, value=None):
        top1 = self._slice.top + 1
        if value is None:
            return min(65535, (self._slice.compare(self._channel) * 65535 + top1 // 2) // top1)
        self._u16, self._ns = min(max(value, 0), 65535), None
        self._set((self._u16 * top1 + 32767) // 65535)
        return None

    def duty_ns(self, ns=None):
        clocks16 = self._slice.div * 1_000_000_000
        if ns is None:
            return self._slice.compare(self._channel) * clocks16 // (16 * SYSTEM_HZ)
        self._u16, self._ns = None, ns
        self._set(min(ns * 16 * SYSTEM_HZ // clocks16, self._slice.top + 1))
        return None

    def _set(self, compare):
        self._slice.set_compare(self._channel, compare)
        self._slice.csr |= 1
        self._slice.changed()

    def deinit(self):
        # As on a chip, both channels of the slice stop.
        self._slice.csr &= ~1
        self._slice.changed()
        self.released()

    def released(self):
        """Reports that the pin left the slice, and detaches from the slice."""
        self._slice.outputs.pop(self._channel, None)
        self._line.pwm = None
        self._u16 = self._ns = None
        self._report(0, 0.0)

    def tell(self):
        """Reports frequency and duty to the host, if they have changed."""
        part = self._slice
        if not part.csr & 1:
            self._report(0, 0.0)
        elif self._line.gpio == speaker_gpio:
            self._report(1, part.compare(self._channel))
        else:
            duty = min(1.0, part.compare(self._channel) / (part.top + 1))
            if part.csr & (4 << self._channel):
                duty = 1.0 - duty
            self._report(SYSTEM_HZ * 16 / part.period_clocks16(), duty)

    def _report(self, freq_hz, duty):
        gpio = self._line.gpio
        if gpio == speaker_gpio:
            _tell_level(int(duty))
        elif (freq_hz, duty) != self._told:
            self._told = (freq_hz, duty)
            host.send("W", struct.pack("<Bdd", gpio, freq_hz, duty))
            clock.sync_within(_FRAME_US)


def _tell_level(level):
    """Reports one value of the speaker's compare register."""
    global speaker_level
    if level != speaker_level:
        speaker_level = level
        host.send("L", struct.pack("<HH", level, speaker_slice().top))
