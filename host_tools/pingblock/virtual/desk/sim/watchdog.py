"""Watchdog, resets, and the state that survives them: ``machine.WDT``, ``reset``, ``reset_cause``.

The host starts a new process for every reset. It returns the scratch words and the address
register of the USB controller, which keeps its value if only the interpreter starts again. Source:
RP2040 datasheet 4.7. The causes were measured with MicroPython 1.24.1.
"""

import struct

from sim import dma, host, interrupts, serial
from sim.clock import NEVER_NS, clock

PWRON_RESET = 1
WDT_RESET = 3
_ENABLE = 1 << 30
_TRIGGER = 1 << 31
_MAX_MS = 8388
_TIMED_OUT = 1
_FORCED = 2
_TIMEOUT_MARK = 0x6AB73121  # the SDK writes this mark into scratch word 4

scratch = [0] * 8
reason = 0  # reason of the last reset: 1 timeout, 2 forced, 0 power-on
_deadline_ns = NEVER_NS
_timeout_ns = 0
_watching = False


def restore(state):
    """Restores the state after a reset: eight scratch words, the reason, the USB address."""
    global reason
    words = struct.unpack("<10I", state)
    scratch[:] = words[:8]
    reason, serial.address = words[8:]


def _state(new_reason, usb_address=0):
    """Returns the state after the reset. The boot ROM's mark identifies a timeout."""
    if new_reason == _TIMED_OUT:
        scratch[4] = _TIMEOUT_MARK
    return struct.pack("<10I", *(scratch + [new_reason, usb_address]))


def _again(cause, new_reason, usb_address=0):
    host.reset(cause, _state(new_reason, usb_address))


def reset(cause="watchdog"):
    """``machine.reset``. MicroPython forces the watchdog."""
    _again(cause, _FORCED)


def soft_reset():
    """Restarts the interpreter. The reset reason and the scratch words stay."""
    for channel in dma.channels:
        if channel.busy and channel.irq_enabled:
            interrupts.fault("a soft reset while DMA runs hangs MicroPython 1.24.1 for ever")
    _again("soft_reset", reason, serial.given_address())


def reset_cause():
    return WDT_RESET if reason else PWRON_RESET


def _check(_argument):
    global _watching
    _watching = False
    if clock.now_ns >= _deadline_ns:
        _again("watchdog", _TIMED_OUT)
    if _deadline_ns < NEVER_NS:
        _watch()


def _watch():
    global _watching
    if not _watching:
        _watching = True
        clock.at(_deadline_ns, _check)


def feed():
    """Starts the timeout again."""
    global _deadline_ns
    if _timeout_ns:
        _deadline_ns = clock.now_ns + _timeout_ns
        _watch()
        # The host gets the time of the next reset in advance, because firmware in an endless loop
        # cannot send.
        host.send("G", _deadline_ns.to_bytes(8, "little") + _state(_TIMED_OUT))
        host.flush()


def _stop():
    global _deadline_ns, _timeout_ns
    _deadline_ns, _timeout_ns = NEVER_NS, 0
    host.send("G", bytes(8) + _state(0))


class WDT:
    """``machine.WDT``."""

    def __init__(self, id=0, timeout=5000):
        global _timeout_ns
        if id != 0:
            raise ValueError("WDT(%d) doesn't exist" % id)
        if not 1 <= timeout <= _MAX_MS:
            raise ValueError("timeout exceeds %d" % _MAX_MS)
        _timeout_ns = timeout * 1_000_000
        feed()

    def feed(self):
        feed()


def read_register(offset):
    """Returns a watchdog register, or None if this offset has none."""
    if offset == 0x00:
        left_us = max(0, _deadline_ns - clock.now_ns) // 1000 if _timeout_ns else 0
        return (_ENABLE if _timeout_ns else 0) | min(left_us, 0xFFFFFF)
    if offset == 0x08:
        return reason
    if 0x0C <= offset < 0x2C:
        return scratch[(offset - 0x0C) // 4]
    return 0x20C if offset == 0x2C else None


def write_register(offset, value):
    """Writes a watchdog register. Returns False if this offset has none."""
    global _deadline_ns, _timeout_ns
    if 0x0C <= offset < 0x2C:
        scratch[(offset - 0x0C) // 4] = value
    elif offset == 0x04:
        # Erratum RP2040-E1: the counter decreases by two each microsecond.
        _timeout_ns = value * 1000 // 2
        feed()
    elif offset == 0x00:
        if value & _TRIGGER:
            reset()
        if not value & _ENABLE:
            _stop()
    else:
        return False
    return True
