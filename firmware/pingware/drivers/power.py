"""USB presence and timed sleep of the Pico.

Not the decision to sleep: see ``services.idle``. Timers, PWM and the ADC stand still asleep, so
light and sound have to be off before. Pins with an interrupt handler wake it.
Source: Pico datasheet 2.1 (GPIO24 senses VBUS); MicroPython ``machine.lightsleep``.
"""

# Without an argument, or with next to nothing, lightsleep waits for an oscillator that no pin
# wakes (micropython issue 7035); longer naps would starve an 8.3 s watchdog.
NAP_MIN_MS = 10
NAP_MAX_MS = 4000


class Power:
    """The supply as far as the chip can see and use it.

    Args:
        vbus_pin: input, high = USB power present.
        lightsleep: callable(ms), which returns early on a pin's interrupt; or None.
        on_cable: callable of the pin; runs in a hard interrupt when USB comes or goes.
    """

    def __init__(self, vbus_pin, lightsleep, on_cable):
        self._vbus_pin = vbus_pin
        self._lightsleep = lightsleep
        vbus_pin.irq(on_cable, vbus_pin.IRQ_RISING | vbus_pin.IRQ_FALLING, hard=True)

    @property
    def on_usb(self):
        """True if USB power is present (bool)."""
        return self._vbus_pin.value() == 1

    def sleep(self, ms, nap):
        """Naps; never if USB is present, because that would cut the link.

        Args:
            nap: callable(ms), the sleep call of boards without an own one.
            ms: int, at most this long; held within NAP_MIN_MS..NAP_MAX_MS. Call it again.

        Returns:
            bool, whether it slept at all.
        """
        if self.on_usb:
            return False
        (self._lightsleep or nap)(max(NAP_MIN_MS, min(ms, NAP_MAX_MS)))
        return True
