"""Safe mode: light and prompt run without firmware, until the owner repairs the device.

A good start never loads this. Two short yellow flashes repeat every 3 s (the Pico's light as
well). Three soft low beeps sound at first unless the owner has muted it. MicroPython's prompt is
at the port, so that ``pingblock doctor``, ``flash`` and ``support`` can continue from there.
"""

import json
import time

import machine
import pins  # type: ignore[import-not-found]  # of this board, made by the build
from micropython import const

# RP2040 datasheet 4.7.6: CTRL of the watchdog, written through its clear alias.
_CTRL_CLEAR = const(0x4005B000)
_ENABLE = const(1 << 30)
_STARTS = const(0x40058018)  # see start.py
_STEP_MS = const(100)
_STEPS = const(30)
_LOOKS = const(5)
_LIT = (0, 3)  # steps
_DUTY_U16 = const(12_000)
_CARRIER_HZ = const(132_275)
_BEEP_US, _BEEP_DUTY_U16 = const(2270), const(4000)  # half a wave of 220 Hz, soft
_BEEP_WAVES, _PAUSE_MS, _BEEPS = const(50), const(200), const(3)
_MUTES = (b'"mute_lock": true', b'"button_mute": true')
_SAID = """\nPingblock is in safe mode (%s).
'pingblock doctor' names what is wrong, 'pingblock flash' repairs it."""

_PINS_FILE, _PINS_BYTES = "/pins", const(1024)

timer = None  # of the light
reason = ""  # of safe mode. The doctor reads it.
_lamps: list = []


def _gpio(signal):
    """Returns the GPIO of a signal (str, in capitals): of the owner's file, else of the board."""
    try:
        with open(_PINS_FILE, "rb") as file:
            told = file.read(_PINS_BYTES)
        number = json.loads(told[told.index(b"{") :])["pins"][signal.lower()]
        machine.Pin(number)
        return number
    except Exception:  # without this file or part of it, the board's pins are right
        return getattr(pins, signal)


def holds_button():
    """Returns whether the check button is held (bool).

    On the first RP2040 chips MicroPython borrows GPIO15 for a millisecond of each USB bus reset
    and then puts its old pull back (datasheet, RP2040-E5). So the pull is set before each look.
    """
    for _ in range(_LOOKS):
        pin = machine.Pin(_gpio("CHECK_BUTTON"), machine.Pin.IN, machine.Pin.PULL_UP)
        time.sleep_ms(1)
        if pin.value():
            return False
    return True


def run(why="damaged"):
    """Beeps, starts the flashing light, and returns to the prompt.

    Args:
        why: damaged (both slots are bad), crash, hang, power, stopped, late or asked.
    """
    global timer, reason
    reason = why
    machine.mem32[_STARTS] = 1  # after a reset, ``start`` runs again
    machine.mem32[_CTRL_CLEAR] = _ENABLE
    _lamps.extend([_pico_lamp(), _lamp(_gpio("LIGHT_RED")), _lamp(_gpio("LIGHT_GREEN"))])
    timer = machine.Timer(-1, mode=machine.Timer.PERIODIC, period=_STEP_MS, callback=_step)
    print(_SAID % why)
    if not _is_muted():
        _beep()


def _pico_lamp():
    lamp = machine.Pin("LED", machine.Pin.OUT, value=0)
    return lambda lit: lamp.value(lit)


def _lamp(number):
    lamp = machine.PWM(machine.Pin(number), freq=1000, duty_u16=0)
    return lambda lit: lamp.duty_u16(_DUTY_U16 * lit)


_at = [0]  # step of the pattern


def _step(_timer):
    _at[0] = (_at[0] + 1) % _STEPS
    for lamp in _lamps:
        lamp(int(_at[0] in _LIT))


def _beep():
    amplifier = machine.Pin(_gpio("AMP_SHUTDOWN"), machine.Pin.OUT, value=1)
    speaker = machine.PWM(machine.Pin(_gpio("SPEAKER")), freq=_CARRIER_HZ, duty_u16=0)
    for _ in range(_BEEPS):
        for _ in range(_BEEP_WAVES):
            speaker.duty_u16(_BEEP_DUTY_U16)
            time.sleep_us(_BEEP_US)
            speaker.duty_u16(0)
            time.sleep_us(_BEEP_US)
        time.sleep_ms(_PAUSE_MS)
    amplifier.value(0)
    speaker.deinit()


def _is_muted():
    """Returns whether readable stored settings mute the device (bool)."""
    for path in ("/settings.a", "/settings.b"):
        try:
            with open(path, "rb") as file:
                stored = file.read(2048)
                if any(mute in stored for mute in _MUTES):
                    return True
        except (OSError, MemoryError):
            pass
    return False
