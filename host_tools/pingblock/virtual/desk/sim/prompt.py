"""The prompt on the serial link after ``main.py`` has ended. It reads and runs lines.

It is like MicroPython's friendly prompt, but has no history, completion, paste mode or raw mode.
"""

from sim import serial, watchdog
from sim import sys as sim_sys
from sim.interrupts import text_of

_CTRL_C, _CTRL_D, _ENTER, _BACKSPACES = 3, 4, (13, 10), (8, 127)
_PRINTABLE = range(32, 127)
_FOLDER = "sim/"


class _SoftReset(Exception):
    pass


def run(names):
    """Reads and runs statements until Ctrl-D on an empty line restarts the program.

    It does not return.

    Args:
        names: the globals of ``main.py``, which statements at the prompt can use.
    """
    names["__repl_print__"] = _show
    prompt = "MicroPython; %s\n>>> " % sim_sys.implementation._machine
    while True:
        try:
            serial.stdio.write(prompt)
            prompt = ">>> "
            _run_source(_statement(), names)
        except KeyboardInterrupt:
            prompt = "\n>>> "
        except _SoftReset:
            serial.stdio.write("\nMPY: soft reboot\n")
            watchdog.soft_reset()


def _show(value):
    """Prints the value of an expression, as a prompt does."""
    if value is not None:
        serial.stdio.write(repr(value) + "\n")


def _run_source(source, names):
    serial.interrupt_byte = _CTRL_C
    try:
        exec(compile(source, "<stdin>", "single"), names)
    except SystemExit:
        raise _SoftReset from None
    except (Exception, KeyboardInterrupt) as error:
        _print_exception(error)


def _print_exception(error):
    """Prints a traceback without the simulation's lines, because a Pico does not have them."""
    lines = text_of(error).split("\n")
    serial.stdio.write("\n".join([line for line in lines if _FOLDER not in line]))


def _statement():
    """Returns a line, or a block that an empty line ends."""
    source = line = _line(True)
    while line.rstrip().endswith(":") or (source is not line and line.strip()):
        serial.stdio.write("... ")
        line = _line(False)
        source += "\n" + line
    return source + "\n"


def _line(may_end):
    """Reads and echoes a line. Ctrl-D on an empty first line ends the prompt."""
    serial.interrupt_byte = -1  # Ctrl-C must not overtake the bytes that were typed before it.
    typed = ""
    while True:
        byte = serial.take(1)[0]
        if byte in _ENTER:
            serial.stdio.write("\n")
            return typed
        if byte == _CTRL_C:
            raise KeyboardInterrupt
        if byte == _CTRL_D and may_end and not typed:
            raise _SoftReset
        if byte in _BACKSPACES and typed:
            typed = typed[:-1]
            serial.stdio.write("\b \b")
        elif byte in _PRINTABLE or byte == 9:
            typed += chr(byte)
            serial.stdio.write(chr(byte))
