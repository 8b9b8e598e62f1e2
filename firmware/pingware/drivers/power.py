"""USB presence and timed sleep of the Pico.

``services.idle`` decides when to sleep. Timers, PWM and the ADC stop during sleep, so light and
sound must be off before it begins. Pins with an interrupt handler wake it. Source: Pico datasheet
2.1 (GPIO24 senses VBUS); MicroPython ``machine.lightsleep``.
"""

# Without an argument, or with a very short time, lightsleep waits for an oscillator that pins do
# not wake (micropython issue 7035). Longer naps would starve an 8.3 s watchdog.
NAP_MIN_MS = 10
NAP_MAX_MS = 4000


class Power:
    """The supply as the chip can see and use it.

    Args:
        vbus_pin: input, high = USB power present.
        lightsleep: callable(ms), which returns early on a pin's interrupt, or None.
        on_cable: callable of the pin. It runs in a hard interrupt when USB comes or goes.
    """

    def __init__(self, vbus_pin, lightsleep, on_cable):
        self._vbus_pin = vbus_pin
        self._lightsleep = lightsleep
        vbus_pin.irq(on_cable, vbus_pin.IRQ_RISING | vbus_pin.IRQ_FALLING, hard=True)

    @property
    def on_usb(self):
        """Returns whether USB power is present (bool)."""
        return self._vbus_pin.value() == 1

    def sleep(self, ms, nap):
        """Naps, unless USB is present, because that would cut the link.

        Args:
            nap: callable(ms), the default sleep call, for boards without a special one.
            ms: int, the longest nap, limited to NAP_MIN_MS..NAP_MAX_MS. Call it again after a nap.

        Returns:
            bool, whether it slept at all.
        """
        if self.on_usb:
            return False
        (self._lightsleep or nap)(max(NAP_MIN_MS, min(ms, NAP_MAX_MS)))
        return True
