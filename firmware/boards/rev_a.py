"""Board revision A: makes the peripherals that the drivers are handed. The only user of machine.

Nothing here knows what a part is for; pins and electrical facts are in ``pins_rev_a``.
"""

import machine
import rp2
import uctypes

from boards.pins_rev_a import PINS


def _gpio(name):
    return PINS[name][0]


class RevA:
    """The Raspberry Pi Pico of revision A."""

    def speaker_parts(self):
        """Returns the arguments of ``drivers.speaker.Speaker``, by name."""
        gpio = _gpio("speaker")
        return {
            "dma": rp2.DMA,
            "mem32": machine.mem32,
            "address_of": uctypes.addressof,
            "lock": machine.disable_irq,
            "unlock": machine.enable_irq,
            "pwm": machine.PWM(machine.Pin(gpio), freq=132_275, duty_u16=0),
            "pwm_slice": gpio // 2 % 8,
            "amp": machine.Pin(_gpio("amp_shutdown"), machine.Pin.OUT, value=0),
        }
