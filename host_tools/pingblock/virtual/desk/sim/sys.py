"""``sys``: the port's module, with the USB serial link as console and with the Pico's names."""

import sys as _port
from sys import *  # noqa: F403  all that is not replaced below

from sim.interrupts import text_of
from sim.serial import stdio

platform = "rp2"
stdin = stdout = stderr = stdio
path, modules = _port.path, _port.modules


def print_exception(error, file=stdio):
    file.write(text_of(error))


class _Implementation:
    name = "micropython"
    version = (1, 24, 1, "")
    _machine = "Raspberry Pi Pico with RP2040 (desk)"
    # this computer's value, because it decides which native code can run
    _mpy = _port.implementation._mpy


implementation = _Implementation()
