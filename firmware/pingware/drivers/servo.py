"""A hobby servo on a PWM pin, its pulses queued for the DMA, its supply behind a switch.

The DMA hands one pulse a frame to the PWM, which takes it at the next wrap. So whatever keeps the
tasks busy, each frame has its pulse; should the queue ever run dry, the last pulse goes on and
the motion gets later, never faster. Pulses come before power, so that the servo never wakes up to
a line that says nothing. Power goes only after a whole frame without a pulse, and the PWM is never
switched off in one: on MicroPython rp2 that can leave the pin high.
Source: product facts 5.4; RP2040 datasheet 2.5 (DMA: rings, requests) and 4.5 (PWM).
"""

from array import array

PWM_HZ = 50
FRAME_MS = 20
ROOM = 16  # pulses in the queue

_RING_BITS = 5  # ROOM halfwords
_HALFWORD = 1
_TREQ_PWM_WRAP0 = 24
_PWM = 0x40050000
_PWM_SLICE_BYTES = 0x14
_DIV, _CTR, _CC, _TOP = 0x04, 0x08, 0x0C, 0x10
_NEAR_WRAP = 1000  # counts, 0.3 ms
_POWER_AFTER = 3  # pulses


class Servo:
    """One servo, at rest until ``add`` and ``send``."""

    def __init__(self, pwm, pwm_slice, dma, mem32, address_of, lock, unlock, supply, sleep_ms):
        """Stores its parts; ``open`` starts it.

        Args:
            pwm: ``machine.PWM`` of the signal, active high.
            pwm_slice: number of its slice, 0..7, which nothing else uses.
            dma: class ``rp2.DMA``.
            mem32: ``machine.mem32``.
            address_of: ``uctypes.addressof``.
            lock, unlock: ``machine.disable_irq`` and ``machine.enable_irq``.
            supply: output pin, high = powered.
            sleep_ms: callable(ms).
        """
        self._pwm = pwm
        self._slice = _PWM + pwm_slice * _PWM_SLICE_BYTES
        self._request = _TREQ_PWM_WRAP0 + pwm_slice
        self._new_dma = dma
        self._dma = None
        self._mem32 = mem32
        self._address_of = address_of
        self._lock = lock
        self._unlock = unlock
        self._supply = supply
        self._sleep_ms = sleep_ms
        self._sent = self._added = 0  # since the pulses began; of them not sent yet

    def open(self):
        """Starts the PWM without a pulse, the supply off, and takes a DMA channel."""
        self._supply(0)
        self._pwm.freq(PWM_HZ)
        self._pwm.duty_ns(0)
        self._clocks16 = self._mem32[self._slice + _DIV]  # system clocks a count, in 16ths
        self._calm = self._mem32[self._slice + _TOP] - _NEAR_WRAP
        self._pulses = array("H", [0] * (2 * ROOM))
        address = self._address_of(self._pulses)
        self._first = -address % (2 * ROOM) // 2  # a ring needs a place aligned to its size
        self._address = address + 2 * self._first
        self._next = 0  # where the next pulse goes
        self._dma = dma = self._new_dma()
        self._on = dma.pack_ctrl(
            size=_HALFWORD,
            inc_write=False,
            ring_size=_RING_BITS,
            treq_sel=self._request,
        )
        self._off = dma.pack_ctrl(enable=False)
        self._write = self._slice + _CC

    @property
    def ahead(self):
        """Pulses that are sent and have not come yet (int, 0..ROOM)."""
        return self._dma.count if self._sent else 0

    def add(self, pulse_ns):
        """Adds a pulse to those that ``send`` sends; with those ``ahead`` at most ``ROOM``.

        Args:
            pulse_ns: int, ns, of a ``shared.servo_calibration.Calibration``; 0 = a frame without.
        """
        self._pulses[self._first + self._next] = pulse_ns * 2 // self._clocks16
        self._next = (self._next + 1) % ROOM
        self._added += 1

    def send(self):
        """Queues what was added; the supply comes on once pulses have come out."""
        dma = self._dma
        before = self._lock()
        while self._mem32[self._slice + _CTR] > self._calm:  # a pulse handed over now were lost
            self._unlock(before)
            before = self._lock()
        ahead = self.ahead
        powered = self._sent - ahead >= _POWER_AFTER
        count = ahead + self._added
        read = self._address + (self._next - count) % ROOM * 2
        dma.active(0)
        dma.config(read=read, write=self._write, count=count, ctrl=self._on, trigger=True)
        self._unlock(before)
        self._sent += self._added
        self._added = 0
        if powered:
            self._supply(1)

    def rest(self):
        """Ends the pulses, whatever is queued; call ``power_off`` a frame later."""
        if self._dma:
            self._dma.config(ctrl=self._off)
            self._dma.active(0)
        self._pwm.duty_ns(0)
        self._sent = self._added = 0

    def power_off(self):
        """Switches the supply off, unless there are pulses again."""
        if not self._sent:
            self._supply(0)

    def close(self):
        """Ends pulses and power, whatever was going on; safe to call twice."""
        had_pulses = self._sent
        try:
            self.rest()
            if had_pulses:
                self._sleep_ms(FRAME_MS + 1)
        finally:
            self._supply(0)
            if self._dma:
                self._dma.close()
                self._dma = None
