"""Last resort where not even ``safe`` can be loaded: the Pico's own light, and the prompt.

It stays source, so that what spoils compiled files does not spoil it.
"""

import sys

import machine

_STARTS = 0x40058018  # see start.py
_STEP_MS = 100
_STEPS = 30
_LIT = (0, 3)  # steps, as in safe.py
_SAID = "\nPingblock is in safe mode (%s).\n'pingblock install' repairs it."

reason = "damaged"  # of safe mode; the doctor asks the module ``safe`` for it
timer = None
_at = [0]


def run():
    """Has the Pico's light flash from now on, and leaves for the prompt; no watchdog runs."""
    global timer
    machine.mem32[_STARTS] = 1  # after an install, ``start`` again
    sys.modules["safe"] = sys.modules["last"]
    timer = machine.Timer(-1, mode=machine.Timer.PERIODIC, period=_STEP_MS, callback=_step)
    print(_SAID % reason)


def _step(_timer):
    _at[0] = (_at[0] + 1) % _STEPS
    machine.Pin("LED", machine.Pin.OUT, value=int(_at[0] in _LIT))
