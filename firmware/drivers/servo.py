"""A hobby servo on a PWM pin, its supply behind a switch. Not where it goes: ``services.motion``.

Pulses come before power, so that it never wakes up to a line that says nothing. Power goes only
after a whole frame without a pulse, and the PWM is never switched off in one: on MicroPython rp2
that can leave the pin high. Source: product facts 5.4.
"""

PWM_HZ = 50
FRAME_MS = 20


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
        self._pulses = False

    def open(self):
        """Starts the PWM without a pulse, the supply off."""
        self._supply(0)
        self._pwm.freq(PWM_HZ)
        self._pwm.duty_ns(0)

    def write(self, pulse_ns):
        """Sets the pulse from the next frame on; the first one also switches the supply on.

        Args:
            pulse_ns: int, ns, of a ``services.servo_calibration.Calibration``.
        """
        self._pwm.duty_ns(pulse_ns)
        if not self._pulses:
            self._pulses = True
            self._supply(1)

    def rest(self):
        """Ends the pulses; call ``power_off`` a frame later."""
        self._pwm.duty_ns(0)
        self._pulses = False

    def power_off(self):
        """Switches the supply off, unless there are pulses again."""
        if not self._pulses:
            self._supply(0)

    def close(self):
        """Ends pulses and power, whatever was going on; safe to call twice."""
        had_pulses = self._pulses
        try:
            self.rest()
            if had_pulses:
                self._sleep_ms(FRAME_MS + 1)
        finally:
            self._supply(0)
