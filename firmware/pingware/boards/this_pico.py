"""Peripherals of the Pico that the firmware runs on. One image fits Pico and Pico W.

GPIO25 is the light of a Pico, and on a W the chip select of the radio. While it is low, GPIO29 has
VSYS / 3 on a Pico, 0.6 V or more. On a W it is then the radio's clock, near 0 V.

Source: Pico datasheet 2.1, Pico W datasheet 2.1.
"""

import machine
from micropython import const

from pingware.boards import peripherals
from pingware.boards.chosen import board, chip

_LEAST_U16 = const(4096)  # 0.2 V


def made(own):
    """Returns the peripherals (``peripherals.Peripherals``) of this Pico.

    Args:
        own: see ``peripherals.Peripherals``.
    """
    if _has_radio():
        from pingware.boards import radio_rp2

        return radio_rp2.RadioPeripherals(own)
    if chip.SENSE_MAY_STAY_HIGH:
        from pingware.boards import sense_rp2350

        return sense_rp2350.SensePeripherals(own)
    return peripherals.Peripherals(own)


def _has_radio():
    machine.Pin(peripherals.RADIO_SELECT, machine.Pin.OUT, value=0)
    return machine.ADC(machine.Pin(board.VSYS_SENSE)).read_u16() < _LEAST_U16
