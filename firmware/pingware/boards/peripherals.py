"""Peripherals of the chosen board for the drivers. Only this module uses machine and rp2.

Source: RP2040 datasheet 2.19.2, RP2350 datasheet 9.4 (a GPIO's PWM slice is ``gpio

2 % 8``).
"""

import binascii
import os
import sys

import machine
import micropython
import rp2
import uctypes
from micropython import const

from pingware.boards.chosen import board, chip

RADIO_SELECT = 25  # GPIO: the light of a Pico. On a W it is the radio's chip select.
_WATCHDOG_ENABLE = const(1 << 30)
_GOOD = const(0x5AFF0000)  # an intended end, see ``root/start.py``
_PWM_SLICE_BYTES = const(0x14)


def fed_pwm(gpio, hz, request, switch):
    """Returns the parts that a driver needs for a PWM with DMA (tuple).

    Args:
        gpio: its pin.
        hz: int.
        request: source of the DMA's pace: a request's number, or the address of a pacing timer.
        switch: pin that switches the part on when high.

    Returns:
        ``rp2.DMA``; ``machine.mem32``; ``uctypes.addressof``; calls that lock interrupts and
        unlock them; ``machine.PWM``; the address of its slice's registers; ``request``; the switch
        (off).
    """
    return (
        rp2.DMA,
        machine.mem32,
        uctypes.addressof,
        machine.disable_irq,
        machine.enable_irq,
        machine.PWM(machine.Pin(gpio), freq=hz, duty_u16=0),
        chip.PWM + gpio // 2 % 8 * _PWM_SLICE_BYTES,
        request,
        machine.Pin(switch, machine.Pin.OUT, value=0),
    )


class Peripherals:
    """Peripherals of the chosen board for the drivers, and calls that need the chip.

    ``gpio`` has the GPIO of each signal that its owner can move.

    Args:
        own: pins of the device's file, as ``storage.files.read_pins`` returns them.
    """

    NAME = board.NAME

    def __init__(self, own):
        self.gpio = dict(board.GPIO)
        self.gpio.update(own.get("pins", {}))
        self.GAMES = board.GAMES if own.get("base", True) else ("block",)
        self._held_off = False
        if chip.CLOCK_HZ:
            machine.freq(chip.CLOCK_HZ)

    def speaker_parts(self):
        """Returns the PWM of the speaker and the switch of its amplifier, see ``fed_pwm``."""
        return fed_pwm(self.gpio["speaker"], 132_275, chip.PACING_TIMER, self.gpio["amp_shutdown"])

    def input_pin(self, signal):
        """Returns the input of a button (low = pressed) or of the lever (high = pulled)."""
        return machine.Pin(self.gpio[signal], machine.Pin.IN, machine.Pin.PULL_UP)

    def servo_parts(self):
        """Returns the PWM of the servo and the switch of its supply, see ``fed_pwm``."""
        request = chip.PWM_WRAP_REQUEST + self.gpio["servo"] // 2 % 8
        return fed_pwm(self.gpio["servo"], 50, request, self.gpio["servo_supply"])

    def light_parts(self):
        """Returns the light's red, green and blue PWM."""
        gpios = (self.gpio["light_red"], self.gpio["light_green"], self.gpio["light_blue"])
        return [machine.PWM(machine.Pin(gpio)) for gpio in gpios]

    def power_parts(self):
        """Returns the USB sense input (high = plugged), and the board's special sleep call."""
        return machine.Pin(board.VBUS_SENSE, machine.Pin.IN), None

    def sense_parts(self, sense):
        """Returns the ADC and the divider's ratio of ``"vsys"`` or ``"cell"``."""
        if sense == "vsys":
            return machine.ADC(machine.Pin(board.VSYS_SENSE)), board.VSYS_RATIO
        return machine.ADC(machine.Pin(self.gpio["cell_sense"])), board.CELL_RATIO

    def load_parts(self):
        """Returns the switch of the known load at VSYS (high = on) and its resistance, ohm."""
        return machine.Pin(self.gpio["cell_load"], machine.Pin.OUT, value=0), board.CELL_LOAD_OHM

    def console_parts(self):
        """Returns the byte streams of the USB serial port, and the Ctrl-C switch."""
        return sys.stdin.buffer, sys.stdout.buffer, micropython.kbd_intr

    def upload_parts(self):
        """Returns ``os.dupterm``, and a timer that is not running."""
        return os.dupterm, machine.Timer(-1)

    def uid(self):
        """Returns the chip's own number as text."""
        return binascii.hexlify(machine.unique_id()).decode()

    def without_interrupts(self, call):
        """Calls ``call()`` with interrupts off."""
        before = machine.disable_irq()
        try:
            return call()
        finally:
            self._held_off = True
            machine.enable_irq(before)  # delayed interrupts run now
            self._held_off = False

    def writing_flash(self, call):
        """Calls ``call()``, which can write flash. Interrupts wait meanwhile, 45 ms or more."""
        self._held_off = True
        try:
            return call()
        finally:
            self._held_off = False

    def held_off(self):
        """Returns whether an interrupt that starts now can be late (bool)."""
        return self._held_off

    def close(self):
        """Stops the watchdog, so that a user at the prompt is not interrupted."""
        machine.mem32[chip.WATCHDOG_CTRL_CLEAR] = _WATCHDOG_ENABLE
        machine.mem32[chip.ENDED_AT] = _GOOD
