"""An RGB light on three PWM channels. The shows are in ``shared.light_show``.

Dark is duty 0, never ``deinit``, which can leave a pin high in mid-pulse (MicroPython rp2).
"""

# far above visible flicker. A slice takes a new duty only at its wrap, so there is no glitch.
PWM_HZ = 1000
_U8_MAX = 255
_U16_MAX = 65535


def duty_u16(level):
    """Returns the duty for a brightness, with a gamma of 2 because the eye is logarithmic.

    Args:
        level: int, 0..255. Other values are limited to this range.

    Returns:
        int, 0..65535.
    """
    level = max(0, min(level, _U8_MAX))
    return level * level * _U16_MAX // (_U8_MAX * _U8_MAX)


class Light:
    """One light.

    Args:
        red, green, blue: PWM objects, active high.
    """

    def __init__(self, red, green, blue):
        self._channels = (red, green, blue)
        self._shown = [0, 0, 0]

    def open(self):
        """Starts the PWM, dark."""
        for channel in self._channels:
            channel.freq(PWM_HZ)
            channel.duty_u16(0)

    def show(self, rgb):
        """Shows a colour. It writes only changed channels.

        Args:
            rgb: three ints, 0..255, brightness before gamma.
        """
        for index, level in enumerate(rgb):
            if level != self._shown[index]:
                self._channels[index].duty_u16(duty_u16(level))
                self._shown[index] = level

    def off(self):
        """Goes dark. It can be called at any time."""
        for index, channel in enumerate(self._channels):
            channel.duty_u16(0)
            self._shown[index] = 0
