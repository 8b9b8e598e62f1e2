"""Board revision A: makes the peripherals that the drivers are handed. The only user of machine.

Source: RP2040 datasheet 2.19.2 (a GPIO's PWM slice is ``gpio // 2 % 8``); Pico datasheet 2.1.
"""

import binascii
import sys

import machine
import micropython
import rp2
import uctypes
from micropython import const

# Pins of revision A: what each is wired to; electrical facts. hardware/README.md shows this as
# its wiring table, read from here; a test holds the two together.
# lever microswitch, closed at rest, other leg to GND; input, internal pull-up, pulled = high
_LEVER = const(13)
# button on top, other leg to GND; input, internal pull-up, pressed = low
_BLOCK_BUTTON = const(14)
# rear button, other leg to GND; input, internal pull-up, pressed = low
_CHECK_BUTTON = const(15)
# amplifier input through the RC filter; PWM slice 0 A, low when silent
_SPEAKER = const(16)
# amplifier SD pin, 100 k to GND; output, high = amplifier on
_AMP_SHUTDOWN = const(17)
# RGB light red, through 150 R; PWM slice 1 A, active high, common cathode
_LIGHT_RED = const(18)
# RGB light green, through 100 R; PWM slice 1 B, active high, common cathode
_LIGHT_GREEN = const(19)
# RGB light blue, through 100 R; PWM slice 2 A, active high, common cathode
_LIGHT_BLUE = const(20)
# high-side switch gate of the servo supply; output, high = servo powered
_SERVO_SUPPLY = const(21)
# servo signal, 1 k in series; PWM slice 3 A, 50 Hz, low when idle
_SERVO = const(22)
# on the Pico: USB power present; input, high = USB plugged
_VBUS_SENSE = const(24)
# boost build only: the cell through its own 1/2 divider; ADC0
_CELL_SENSE = const(26)
# on the Pico: VSYS / 3; ADC3
_VSYS_SENSE = const(29)

_VSYS_RATIO = const(3)  # Pico datasheet 4.3
_CELL_RATIO = const(2)
_WATCHDOG_MS = const(8000)  # the most that the chip can count is 8388
# RP2040 datasheet 4.7.6 and 2.1.2: CTRL of the watchdog, written through its clear alias.
_WATCHDOG_CTRL_CLEAR = const(0x4005B000)
_WATCHDOG_ENABLE = const(1 << 30)
# A word that survives every reset but loss of power: how often the firmware crashed in a row.
_SCRATCH0 = const(0x4005800C)
_CRASHES = const(0x5AFE)  # in the upper half, so that chance is no count


def _button(gpio):
    return machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP)


class RevA:
    """The Raspberry Pi Pico of revision A."""

    NAME = "rev_a"
    GAMES = ("block", "base")  # what is built in: the Question Block, the apple base, or both

    def speaker_parts(self):
        """Returns the arguments of ``drivers.speaker.Speaker``, by name."""
        return {
            "dma": rp2.DMA,
            "mem32": machine.mem32,
            "address_of": uctypes.addressof,
            "lock": machine.disable_irq,
            "unlock": machine.enable_irq,
            "pwm": machine.PWM(machine.Pin(_SPEAKER), freq=132_275, duty_u16=0),
            "pwm_slice": _SPEAKER // 2 % 8,
            "amp": machine.Pin(_AMP_SHUTDOWN, machine.Pin.OUT, value=0),
        }

    def block_pin(self):
        """Returns the block button's input, low = pressed."""
        return _button(_BLOCK_BUTTON)

    def check_pin(self):
        """Returns the check button's input, low = pressed."""
        return _button(_CHECK_BUTTON)

    def lever_pin(self):
        """Returns the lever's input, high = pulled."""
        return _button(_LEVER)

    def servo_parts(self):
        """Returns the servo's PWM and the switch of its supply (high = on)."""
        supply = machine.Pin(_SERVO_SUPPLY, machine.Pin.OUT, value=0)
        return machine.PWM(machine.Pin(_SERVO), freq=50, duty_u16=0), supply

    def light_parts(self):
        """Returns the light's red, green and blue PWM."""
        return [machine.PWM(machine.Pin(gpio)) for gpio in (_LIGHT_RED, _LIGHT_GREEN, _LIGHT_BLUE)]

    def power_parts(self):
        """Returns the USB sense input (high = plugged) and the sleep call."""
        return machine.Pin(_VBUS_SENSE, machine.Pin.IN), machine.lightsleep

    def sense_parts(self, sense):
        """Returns the ADC and the divider's ratio of ``"vsys"`` or ``"cell"``."""
        if sense == "vsys":
            return machine.ADC(machine.Pin(_VSYS_SENSE)), _VSYS_RATIO
        return machine.ADC(machine.Pin(_CELL_SENSE)), _CELL_RATIO

    def console_parts(self):
        """Returns the byte streams of the USB serial port, and the Ctrl-C switch."""
        return sys.stdin.buffer, sys.stdout.buffer, micropython.kbd_intr

    def uid(self):
        """Returns the chip's own number as text."""
        return binascii.hexlify(machine.unique_id()).decode()

    def watchdog(self):
        """Starts the watchdog and returns it; it has to be fed from now on."""
        return machine.WDT(timeout=_WATCHDOG_MS)

    def watchdog_off(self):
        """Stops the watchdog, so that a host at the prompt is not thrown out."""
        machine.mem32[_WATCHDOG_CTRL_CLEAR] = _WATCHDOG_ENABLE

    def without_interrupts(self, call):
        """Calls ``call()`` as if it were an interrupt: nothing else comes between."""
        before = machine.disable_irq()
        try:
            return call()
        finally:
            machine.enable_irq(before)

    def powered_on(self):
        """Returns whether the power came on just now, rather than a restart (bool)."""
        return machine.reset_cause() == machine.PWRON_RESET

    def crashes(self):
        """Returns how often the firmware crashed in a row (int)."""
        word = machine.mem32[_SCRATCH0]
        return word & 0xFFFF if word >> 16 & 0xFFFF == _CRASHES else 0

    def note_crashes(self, count):
        """Remembers, over a restart, how often the firmware crashed in a row."""
        machine.mem32[_SCRATCH0] = _CRASHES << 16 | count

    def restart(self):
        """Resets the chip."""
        machine.reset()

    def bootloader(self):
        """Leaves for the chip's own boot loader, which shows itself as a drive."""
        machine.bootloader()

    def close(self):
        """Leaves the pins as after a reset and the watchdog off."""
        self.watchdog_off()
