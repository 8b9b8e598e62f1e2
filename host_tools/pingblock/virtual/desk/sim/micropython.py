"""``micropython``: the port's own, with Ctrl-C and scheduling on the simulated interrupts."""

from micropython import *  # noqa: F403  all that is not replaced below
from sim import interrupts, serial

try:
    from _engine import viper  # noqa: F401
except ImportError:  # the unix port, whose compiler knows these three decorators by itself
    pass


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
