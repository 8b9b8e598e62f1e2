"""Sinks for tests that need only one output of a device."""


class SerialSink:
    """A sink that keeps the device's serial output. Its ADC always reads 2000."""

    def __init__(self):
        self.text = b""

    def serial(self, _at_us, data):
        self.text += data

    def adc(self, _at_us, _channel):
        return 2000

    def ignore(self, *_):
        """Ignores pins, sounds and resets."""

    pin = pwm = clocks = speaker = reset = ignore


class RecordingSink:
    """A sink that records every call in order: tuples (name of the method, at_us, ...)."""

    def __init__(self):
        self.all = []

    def __getattr__(self, kind):
        return lambda *told: self.all.append((kind, *told))

    def of(self, kind):
        """Returns the arguments of each call of one method, in order."""
        return [entry[1:] for entry in self.all if entry[0] == kind]
