"""The DMA controller: channels, chaining, pacing timers and interrupts.

Each item is moved exactly when it is due, and its memory is read at that moment. So you hear if a
mixer is too late. Source: RP2040 datasheet 2.5. Only transfers of whole items are modelled (no
sniffing).
"""

import struct

import uctypes
from sim import host, interrupts, pwm
from sim.clock import clock
from sim.interrupts import request
from sim.memory import is_ours

_PWM_BASE = 0x40050000
_TIMER0 = 0x3B  # TREQ of pacing timer 0. The values 0x3c..0x3e are timers 1..3.
_PERMANENT = 0x3F
_PWM_WRAP0 = 24
_CLOCK_NS = 8  # clock period at 125 MHz
_FAR_NS = 1_000_000

timers = [0, 0, 0, 0]
write_register = None  # (address, value) -> None. The module ``registers`` sets it.


class Channel:
    """One of the twelve channels of the DMA controller."""

    def __init__(self, number, _names):
        self.number = number
        self.read = 0
        self.write = 0
        self.reload = 0
        self.ctrl = number << 11
        self.busy = False
        self.irq_enabled = False  # bit in INTE0
        self.irq_raised = False  # bit in INTR
        self.handler = None  # function(channel)
        self.hard = False
        self.keep = None  # object that keeps the buffer of the read address in memory
        self._total = 0
        self._done = 0
        self._start_ns = 0  # time at which item 0 is due
        self._period = (0, 1)  # ns between items, as a fraction
        self._event = None

    def field(self, shift, mask):
        return (self.ctrl >> shift) & mask

    def remaining(self):
        """Returns the transfer count register: items to move, or the last reload value."""
        return self._total - self._done if self.busy else 0

    def trigger(self):
        """Starts the programmed transfer.

        The first item is due one period from now, or at the next wrap of the slice that requests
        it.
        """
        if self.busy or not self.ctrl & 1 or not self.reload:
            return
        self._total, self._done = self.reload, 0
        self._period = period(self.field(15, 0x3F))
        numerator, denominator = self._period
        if _PWM_WRAP0 <= self.field(15, 0x3F) < _PWM_WRAP0 + 8:
            wraps = clock.now_ns * denominator // numerator + 1
            self._start_ns = -(-wraps * numerator // denominator)
        else:
            self._start_ns = clock.now_ns + (numerator + denominator - 1) // denominator
        self.busy = True
        active.append(self)
        self._follow()

    def _follow(self):
        """Schedules the transfer's end, or its next item if each item has a visible effect."""
        item = self._done if self._due_ns(1) - self._due_ns(0) > _FAR_NS else self._total - 1
        self._event = clock.at(self._due_ns(item), self._step)

    def _step(self, _argument):
        self.catch_up()
        if self._done == self._total:
            self._complete()
        else:
            self._follow()

    def _due_ns(self, item):
        return self._start_ns + item * self._period[0] // self._period[1]

    def catch_up(self):
        """Moves the items that are due by now."""
        elapsed_ns = clock.now_ns - self._start_ns
        if elapsed_ns < 0:
            return
        numerator, denominator = self._period
        due = self._total
        if numerator:  # Item i is due at floor(i * numerator / denominator).
            due = min(due, -(-(elapsed_ns + 1) * denominator // numerator))
        if due > self._done:
            self._move(due - self._done)

    def _move(self, count):
        at_ns = self._due_ns(self._done)
        data = self._fetch(count)
        self._done += count
        self._store(at_ns, data, count)

    def _fetch(self, count):
        size = 1 << self.field(2, 3)
        if not self.ctrl & 0x10:
            return _memory(self.read, size) * count
        data = b""
        left = count * size
        ring = 1 << self.field(6, 15) if self.field(6, 15) and not self.field(10, 1) else 0
        while left:
            piece = min(left, ring - self.read % ring) if ring else left
            data += _memory(self.read, piece)
            self.read += piece
            if ring and self.read % ring == 0:
                self.read -= ring
            left -= piece
        return data

    def _store(self, at_ns, data, count):
        size = 1 << self.field(2, 3)
        part = pwm.speaker_slice()
        if self.write == _PWM_BASE + 0x14 * part.number + 0x0C:
            self._store_speaker(at_ns, data, part)
        elif is_ours(self.write):
            uctypes.bytearray_at(self.write, len(data))[:] = data
            self.write += len(data) if self.ctrl & 0x20 else 0
        else:
            for item in range(count):
                value = int.from_bytes(data[item * size : item * size + size], "little")
                write_register(self.write, value)
                self.write += size if self.ctrl & 0x20 else 0

    def _store_speaker(self, at_ns, data, part):
        size = 1 << self.field(2, 3)
        last = int.from_bytes(data[-size:], "little")
        part.cc = last if size == 4 else last | last << 16
        if part.csr & 1:
            channel = pwm.speaker_gpio & 1
            pwm.speaker_level = part.compare(channel)
            head = struct.pack("<IIHBB", *self._period, part.top, size, channel)
            host.send_at("B", at_ns, head + data)

    def _complete(self):
        catch_up()
        self._end()
        self._chain()
        if not self.field(21, 1):
            self.raise_irq()

    def _chain(self):
        other = self.field(11, 15)
        if other != self.number:
            channels[other].trigger()

    def raise_irq(self):
        """Sets the raw interrupt flag, and requests the handler."""
        self.irq_raised = True
        if self.irq_enabled and self.handler is not None:
            request(self._handle, self, self.hard)

    def _handle(self, _channel):
        if self.irq_raised and self.handler is not None:
            self.irq_raised = False
            self.handler(self)

    def _end(self):
        self.busy = False
        active.remove(self)

    def abort(self):
        """Stops the transfer at once. The rest of the block is not moved.

        Starts the chained channel, which can also happen on a chip (erratum RP2040-E13).
        """
        if self.busy:
            catch_up()
            clock.cancel(self._event)
            self._end()
            if self.ctrl & 1:
                self._chain()


def catch_up():
    """Moves all items that are due by now."""
    for channel in list(active):
        channel.catch_up()


try:
    from _engine import Channel, catch_up  # the same in C, which is faster
except ImportError:  # The unix port has no such module.
    pass

channels = [Channel(number, globals()) for number in range(12)]
active = clock.active
clock.catch_up = catch_up


def sounds():
    """Returns whether a channel moves sound samples, which are paced by a timer."""
    return any(_TIMER0 <= (channel.ctrl >> 15) & 0x3F < _PERMANENT for channel in active)


def absent(address):
    interrupts.fault("DMA reads 0x%08x, which the desk engine does not have" % address)


def _memory(address, size):
    if not is_ours(address):
        absent(address)
    return bytes(uctypes.bytearray_at(address, size))


def period(treq):
    """Returns a request source's time between two items in ns, as (numerator, denominator)."""
    if treq == _PERMANENT:
        return 0, 1
    if _TIMER0 <= treq < _PERMANENT:
        x, y = timers[treq - _TIMER0] >> 16, timers[treq - _TIMER0] & 0xFFFF
        if not x or not y:
            interrupts.fault("DMA pacing timer %d is not set" % (treq - _TIMER0))
        return y * _CLOCK_NS, x
    if _PWM_WRAP0 <= treq < _PWM_WRAP0 + 8:
        return pwm.slices[treq - _PWM_WRAP0].period_clocks16() * _CLOCK_NS, 16
    interrupts.fault("DMA request source %d is not part of the desk engine" % treq)
    return None
