"""The parts of the rp2 port's ``machine`` that Pingblock uses."""

from sim import host, interrupts, serial, usb_clock
from sim.clock import NEVER_NS, clock
from sim.pins import Pin
from sim.pwm import PWM, SYSTEM_HZ  # noqa: F401
from sim.registers import Memory
from sim.watchdog import (  # noqa: F401
    PWRON_RESET,
    WDT,
    WDT_RESET,
    reset,
    reset_cause,
)

mem8 = Memory(1)
mem16 = Memory(2)
mem32 = Memory(4)
_ADC_TIME_US = 2
_frequency_hz = SYSTEM_HZ


class ADC:
    """``machine.ADC``. The host's part models answer with a 12-bit code."""

    CORE_TEMP = 4

    def __init__(self, source):
        gpio = source._line.gpio if isinstance(source, Pin) else source
        self._channel = gpio - 26 if gpio >= 26 else gpio
        if not 0 <= self._channel <= 4:
            raise ValueError("Pin doesn't have ADC capabilities")

    def read_u16(self):
        clock.run_until(clock.now_ns + _ADC_TIME_US * 1000)
        code = int.from_bytes(host.ask("A", bytes((self._channel,))), "little")
        return code << 4 | code >> 8


class Timer:
    """``machine.Timer``: a software timer."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **settings):
        self._event = None
        if settings:
            self.init(**settings)

    def init(self, *, mode=1, freq=-1, period=-1, callback=None, tick_hz=1000, hard=False):
        self.deinit()
        self._mode, self._callback, self._hard = mode, callback, hard
        self._period_ns = period * 1_000_000_000 // tick_hz if freq <= 0 else int(1e9 / freq)
        self._event = clock.at(clock.now_ns + max(1, self._period_ns), self._due)

    def _due(self, _argument):
        self._event = None
        if self._mode == Timer.PERIODIC:
            self._event = clock.at(clock.now_ns + max(1, self._period_ns), self._due)
        if self._callback is not None:
            interrupts.request(self._callback, self, self._hard)

    def deinit(self):
        if self._event is not None:
            clock.cancel(self._event)
            self._event = None


def bootloader():
    """Starts the firmware again at once, because the drive of the boot loader is not modelled."""
    reset("bootsel")


def soft_reset():
    raise SystemExit


def disable_irq():
    return interrupts.set_masked(True)


def enable_irq(state):
    interrupts.set_masked(state)


def idle():
    clock.woken = False
    clock.run_until(clock.now_ns + 1_000_000, wake=True)


def lightsleep(time_ms=None):
    """Sleeps until the time is over, or until a pin or USB causes an interrupt."""
    until_ns = NEVER_NS if time_ms is None else clock.now_ns + time_ms * 1_000_000
    clock.woken = False
    host.send("K", bytes((0, usb_clock.runs())))
    clock.run_until(until_ns, wake=True)
    host.send("K", b"\1\1")


def deepsleep(time_ms=None):
    lightsleep(time_ms)
    reset()


def freq(hz=None):
    global _frequency_hz
    if hz is None:
        return _frequency_hz
    if hz != SYSTEM_HZ:
        interrupts.fault("the desk engine runs at 125 MHz only, not at %d Hz" % hz)
    _frequency_hz = hz
    return None


def unique_id():
    return b"\xe6\x60\x58\x38\x83\x11\x22\x33"


def time_pulse_us(pin, level, timeout_us=1_000_000):
    start_ns = _pulse_edge(pin, level, timeout_us)
    if start_ns < 0:
        return -2
    end_ns = _pulse_edge(pin, 1 - level, timeout_us)
    return -1 if end_ns < 0 else (end_ns - start_ns) // 1000


def _pulse_edge(pin, level, timeout_us):
    """Waits for a level. Returns the time in ns, or -1 after the timeout."""
    until_ns = clock.now_ns + timeout_us * 1000
    while pin.value() != level:
        if clock.now_ns >= until_ns:
            return -1
    return clock.now_ns


host.on_input["u"] = lambda payload: serial.set_plugged(payload[0])
