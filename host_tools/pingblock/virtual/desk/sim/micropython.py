"""``micropython``: the port's module. Simulated interrupts handle Ctrl-C and scheduled calls."""

from micropython import *  # noqa: F403  all that is not replaced below
from micropython import RingIO as _RingIO
from sim import interrupts, serial

try:
    from _engine import viper  # noqa: F401
except ImportError:  # The unix port's compiler knows these three decorators by itself.
    pass

_POLL, _POLLIN = 3, 1


def native(function):
    return function


def asm_thumb(_function):
    raise SyntaxError("invalid micropython decorator")


def kbd_intr(byte):
    serial.interrupt_byte = byte


def schedule(call, argument):
    interrupts.request(call, argument, False)


def alloc_emergency_exception_buf(_size):
    pass


class RingIO(_RingIO):
    """The port's class, but ``sim.select`` can poll it like any other stream."""

    def ioctl(self, request, mask):
        return mask & _POLLIN if request == _POLL and self.any() else 0
