"""A hobby servo on a PWM pin with queued pulses for the DMA and a switched supply.

The DMA hands one pulse a frame to the PWM, which takes it at the next wrap. So each frame has its
pulse even if the tasks are busy. If the queue becomes empty, the last pulse repeats, so the motion
is late but never faster. Pulses start before power, so that the servo has a valid signal when it
wakes. Power ends only after a whole frame without a pulse. The PWM is never switched off during a
pulse, because on MicroPython rp2 that can leave the pin high. Source: RP2040 datasheet 2.5 (DMA:
rings, requests) and 4.5 (PWM).
"""

from array import array

FRAME_MS = 20
ROOM = 16  # most pulses in the queue

_DIV, _CTR, _CC, _TOP = 0x04, 0x08, 0x0C, 0x10
_COUNT_NS = 320
_COUNTS = 62_500  # PWM counts of a frame
_CALM = _COUNTS - 1000  # after this count the end of the frame is too near
_RING_BITS = 5  # log2 of the ring's bytes: ROOM halfwords
_RING_BYTES = 32
_HALFWORD = 1
_POWER_AFTER = 3  # number of pulses before the power starts


class Servo:
    """One servo, at rest until ``add`` and ``send``.

    Takes a DMA channel and sets the frames of the PWM, without a pulse.

    Args:
        sleep_ms: callable(ms).
        fed_pwm: the signal, active high, from ``boards.peripherals.fed_pwm``. Only the servo uses
            its slice, whose wraps make the request. Its switch is the servo's supply.
    """

    def __init__(self, sleep_ms, fed_pwm):
        dma, self._mem32, address_of, self._lock, self._unlock, *own = fed_pwm
        self._pwm, self._slice, wrapped, self._supply = own
        self._sleep_ms = sleep_ms
        mem32, registers = self._mem32, self._slice
        mem32[registers + _CC] = 0
        mem32[registers + _DIV] = _COUNT_NS // 8 << 4
        mem32[registers + _TOP] = _COUNTS - 1
        self._pulses = array("H", [0] * (2 * ROOM))
        address = address_of(self._pulses)
        self._first = -address % _RING_BYTES // 2  # a ring must be aligned to its size
        self._address = address + 2 * self._first
        self._next = 0  # index of the next pulse
        self._sent = self._added = 0  # numbers of pulses: sent, and waiting for ``send``
        self._dma = dma = dma()
        self._on = dma.pack_ctrl(
            size=_HALFWORD,
            inc_write=False,
            ring_size=_RING_BITS,
            treq_sel=wrapped,
        )

    @property
    def waiting(self):
        """Pulses that are sent but not out yet (int, 0..ROOM)."""
        return self._dma.count if self._sent else 0

    def add(self, pulse_ns):
        """Adds a pulse for ``send``. With those ``waiting`` there can be at most ``ROOM``.

        Args:
            pulse_ns: int, ns, from a ``shared.motion.Calibration``. 0 is a frame
                without a pulse.
        """
        self._pulses[self._first + self._next] = pulse_ns // _COUNT_NS
        self._next = (self._next + 1) % ROOM
        self._added += 1

    def send(self):
        """Queues the added pulses. The supply starts after the first pulses.

        Interrupts are off meanwhile, and no wrap occurs, so that no request is lost.
        """
        before = self._lock()
        while self._mem32[self._slice + _CTR] > _CALM:
            self._unlock(before)
            before = self._lock()
        ahead = self.waiting
        count = ahead + self._added
        read = self._address + (self._next - count) % ROOM * 2
        self._dma.active(0)
        write = self._slice + _CC
        self._dma.config(read=read, write=write, count=count, ctrl=self._on, trigger=True)
        self._unlock(before)
        if self._sent - ahead >= _POWER_AFTER:
            self._supply(1)
        self._sent += self._added
        self._added = 0

    def end_pulses(self):
        """Ends the pulses and drops the queue. Call ``off`` a frame later."""
        self._dma.config(ctrl=self._on & ~1)
        self._dma.active(0)
        self._mem32[self._slice + _CC] = 0
        self._sent = self._added = 0

    def off(self):
        """Ends the power. A whole frame without a pulse must have passed."""
        self.end_pulses()
        self._supply(0)

    def close(self):
        """Ends pulses and power in any state. It can be called twice.

        It must run before a soft reset, as for the speaker.
        """
        if not self._dma:
            return
        had_pulses = self._sent
        try:
            self.end_pulses()
            if had_pulses:
                self._sleep_ms(FRAME_MS + 1)
        finally:
            self._supply(0)
            self._dma.close()
            self._dma = None
