"""A hobby servo on a PWM pin, its supply behind a switch. Not where it goes: ``services.motion``.

Pulses come before power, so that it never wakes up to a line that says nothing. Power goes only
after a whole frame without a pulse, and the PWM is never switched off in one: on MicroPython rp2
that can leave the pin high. Source: product facts 5.4.
"""

PWM_HZ = 50
FRAME_MS = 20
# A pulse comes out from the next frame of the PWM on, wherever in it ``write`` is called.
_POWER_AT_WRITE = 3


class Servo:
    """One servo, at rest until ``begin``.

    Args:
        pwm: ``machine.PWM`` of the signal, active high.
        supply: output pin, high = powered.
        sleep_ms: callable(ms).
    """

    def __init__(self, pwm, supply, sleep_ms):
        self._pwm = pwm
        self._supply = supply
        self._sleep_ms = sleep_ms
        self._writes = 0  # since the pulses began

    def open(self):
        """Starts the PWM without a pulse, the supply off."""
        self._supply(0)
        self._pwm.freq(PWM_HZ)
        self._pwm.duty_ns(0)

    def write(self, pulse_ns):
        """Sets the pulse from the next frame on; call it every frame.

        The supply comes on when pulses have come out already.

        Args:
            pulse_ns: int, ns, of a ``services.servo_calibration.Calibration``.
        """
        self._pwm.duty_ns(pulse_ns)
        self._writes += 1
        if self._writes == _POWER_AT_WRITE:
            self._supply(1)

    def rest(self):
        """Ends the pulses; call ``power_off`` a frame later."""
        self._pwm.duty_ns(0)
        self._writes = 0

    def power_off(self):
        """Switches the supply off, unless there are pulses again."""
        if not self._writes:
            self._supply(0)

    def close(self):
        """Ends pulses and power, whatever was going on; safe to call twice."""
        had_pulses = self._writes
        try:
            self.rest()
            if had_pulses:
                self._sleep_ms(FRAME_MS + 1)
        finally:
            self._supply(0)
