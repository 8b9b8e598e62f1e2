"""GPIO: ``machine.Pin``. A released wire has its pull's level. Reading a wire without a pull is a
fault.
"""

from sim import host, interrupts
from sim.clock import clock

_IN = 0
_OUT = 1
_OPEN_DRAIN = 2
_ALT = 3
_NOTHING = 0xFF


class Line:
    """The electrical state of one GPIO.

    After a reset it is an input with a pull-down, as on an RP2040.
    """

    def __init__(self, gpio):
        self.gpio = gpio
        self.mode = _IN
        self.pull = 2
        self.driven = None  # level that a part outside the chip drives: 0, 1 or None
        self.out = 0
        self.reported = None  # the level that the host knows
        self.pwm = None  # the PWM output that uses the pin
        self.handler = None
        self.trigger = 0
        self.hard = False
        self.flags = 0  # edges that were not handled
        self.pin = None  # argument for the handler
        self.requested = False

    def level(self):
        """Returns 0 or 1. Raises a fault if the level is undefined."""
        if self.mode == _OUT or (self.mode == _OPEN_DRAIN and not self.out):
            return self.out
        if self.driven is not None:
            return self.driven
        if self.pull in (1, 2):
            return 1 if self.pull == 1 else 0
        interrupts.fault("GPIO%d floats: an input without a pull and without a drive" % self.gpio)
        return None

    def drive(self, level):
        """Drives the wire from outside to 0 or 1, or releases it (None)."""
        watched = self.handler is not None
        before = self.level() if watched else 0
        self.driven = level
        if watched and self.level() != before:
            self._edge(8 if before == 0 else 4)

    def _edge(self, edge):
        if not edge & self.trigger:
            return
        self.flags |= edge
        if not self.requested:
            self.requested = True
            interrupts.request(self._handle, self, self.hard)

    def _handle(self, _line):
        self.requested = False
        if self.handler is not None:
            self.pin._irq.last = self.flags
            self.flags = 0
            self.handler(self.pin)

    def set_out(self, level):
        """Sets the output register, for the firmware."""
        self.out = level
        self.tell()

    def tell(self):
        """Reports the new level of a plain output to the host."""
        if self.mode == _OUT and self.out != self.reported:
            self.reported = self.out
            host.send("P", bytes((self.gpio, self.out)))
            clock.sync_within(0)


lines = [Line(gpio) for gpio in range(30)]


def _drive(payload):
    gpio, level = payload
    lines[gpio].drive(None if level == _NOTHING else level)


host.on_input["p"] = _drive


class _PinIrq:
    """The object that ``Pin.irq`` returns."""

    def __init__(self):
        self.last = 0

    def flags(self):
        return self.last


class Pin:
    """``machine.Pin`` of the rp2 port."""

    IN = _IN
    OUT = _OUT
    OPEN_DRAIN = _OPEN_DRAIN
    ALT = _ALT
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=None, *, value=None, alt=None):
        if isinstance(id, Pin):
            id = id._line.gpio
        if isinstance(id, str):
            id = 25 if id == "LED" else int(id[2:])
        self._line = lines[id]
        self._irq = _PinIrq()
        if mode != -1 or value is not None or pull is not None:
            self.init(mode, pull, value=value, alt=alt)

    def __repr__(self):
        return "Pin(GPIO%d)" % self._line.gpio

    def init(self, mode=-1, pull=None, *, value=None, alt=None):
        line = self._line
        line.pull = pull
        if value is not None:
            line.out = 1 if value else 0
        if mode != -1:
            line.mode = mode
            if line.pwm is not None:
                line.pwm.released()
        line.tell()

    def value(self, level=None):
        clock.creep()
        if level is None:
            return self._line.level()
        self._line.set_out(1 if level else 0)
        return None

    def __call__(self, level=None):
        return self.value(level)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(1 - self._line.out)

    def irq(self, handler=None, trigger=12, hard=False):
        line = self._line
        line.handler = handler
        line.trigger = trigger
        line.hard = hard
        line.pin = self
        line.flags = 0
        return self._irq


def driven_at_boot(levels):
    """Takes over the levels that were driven from outside when the power came on."""
    for gpio, level in levels:
        lines[gpio].driven = level


def level_word():
    """Returns the input register of the SIO: one bit for each GPIO, 0 for a floating GPIO."""
    word = 0
    for line in lines:
        if line.driven or line.pull == 1 or (line.mode == _OUT and line.out):
            word |= line.level() << line.gpio
    return word
