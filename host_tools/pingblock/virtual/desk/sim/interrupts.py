"""Interrupt requests. Hard handlers run at once unless masked, soft handlers after others."""

import io
import sys

from sim import host
from sim.clock import clock

_hard = []
_soft = []
_running_hard = False
_running_soft = False
masked = False
ctrl_c_pending = False


class MisuseStop(BaseException):
    """An error on real hardware. It ends the run, and the host raises an error."""


_fault = None


def fault(text):
    """Raises a fault that the host reports even if the firmware swallows the exception."""
    global _fault
    _fault = MisuseStop(text)
    clock.pending = True
    raise _fault


def text_of(error):
    """Returns the traceback of an exception as text."""
    stream = io.StringIO()
    sys.print_exception(error, stream)
    return stream.getvalue()


def request(handler, argument, hard):
    """Requests ``handler(argument)``. Unless masked, a hard handler runs before this returns."""
    global _running_hard
    clock.woken = True
    if hard and not (masked or _running_hard or _hard or _soft):  # a shortcut for the usual case
        _running_hard = True
        _call(handler, argument)
        _running_hard = False
    else:
        (_hard if hard else _soft).append((handler, argument))
    if _hard or _soft:
        run_pending()


def run_pending():
    """Runs the handlers that can run now: first hard handlers, then soft handlers."""
    global _running_hard, _running_soft
    while _hard and not masked and not _running_hard:
        _running_hard = True
        _call(*_hard.pop(0))
        _running_hard = False
    while _soft and not _running_hard and not _running_soft:
        _running_soft = True
        _call(*_soft.pop(0))
        _running_soft = False


def _call(handler, argument):
    clock.catch_up()
    try:
        handler(argument)
    except Exception as error:
        host.crash("Uncaught exception in IRQ callback handler\n" + text_of(error))
        # As in MicroPython, the pin or channel then no longer has interrupts.
        if hasattr(argument, "handler"):
            argument.handler = None
            argument.irq_enabled = False


def in_handler():
    """Returns True while a handler runs."""
    return _running_hard or _running_soft


def set_masked(value):
    """Masks (True) or unmasks (False) interrupts. Returns whether they were masked before."""
    global masked
    before = masked
    masked = value
    if not value:
        run_pending()
    return before


def press_ctrl_c():
    """Handles the interrupt character from the host."""
    global ctrl_c_pending
    ctrl_c_pending = True
    clock.pending = clock.woken = True


def _raise_pending():
    global ctrl_c_pending
    if _fault is not None:
        host.fault(text_of(_fault))
    if ctrl_c_pending and not in_handler():
        ctrl_c_pending = clock.pending = False
        raise KeyboardInterrupt


clock.raise_pending = _raise_pending
