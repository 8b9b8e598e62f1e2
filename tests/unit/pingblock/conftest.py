"""Fake engine, which plays a test's script and records the calls of its user."""

import numpy as np
import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.virtual_device import Bench, open_bench

SAMPLE_US = 45.36
TOP = 944


class FakeEngine:
    """Implements ``Engine``. ``script`` has its firmware's actions: (us, call on the sink)."""

    name = "fake"

    def __init__(self, sink):
        self.sink = sink
        self.now_us = 0.0
        self.room = 65_536
        self.closed = 0
        self.script, self.slices = [], []
        # Arguments of the calls in order: tuples (at_us, ...), and a single value for the last
        # two.
        self.drives, self.sent, self.plugs, self.powers = [], [], [], []
        self.reads, self.ports = [], []
        # a function that takes received bytes and returns the firmware's answer (bytes)
        self.answer = None

    def drive(self, *at_us_gpio_level):
        self.drives.append(at_us_gpio_level)

    def send(self, at_us, data):
        self.sent.append((at_us, data))
        if self.answer:
            reply = self.answer(data)
            self.at(at_us / 1000 + 3, lambda sink: sink.serial(at_us + 3000, reply))

    def host_reads(self, at_us, reading):
        self.reads.append(reading)

    def port(self, at_us, opened):
        self.ports.append(opened)

    def plug(self, *at_us_connected):
        self.plugs.append(at_us_connected)

    def power(self, *at_us_on):
        self.powers.append(at_us_on)

    def advance(self, until_us):
        self.slices.append(until_us)
        due = sorted((step for step in self.script if step[0] <= until_us), key=lambda s: s[0])
        self.script = [step for step in self.script if step[0] > until_us]
        for at_us, call in due:
            self.now_us = at_us
            call(self.sink)
        self.now_us = until_us

    def close(self):
        self.closed += 1

    def device_files(self):
        return {}

    def at(self, at_ms, call):
        """Adds a step to the script."""
        self.script.append((at_ms * 1000, call))

    def serial(self, at_ms, data):
        """Makes the firmware send ``data``."""
        self.at(at_ms, lambda sink: sink.serial(at_ms * 1000, data))

    def sound(self, at_ms, levels):
        """Plays ``levels`` (0.0..1.0) with amplifier and ramps. Returns the end of the sound."""
        ramp = np.linspace(0.0, 0.5, 128)
        whole = np.concatenate((ramp, levels, ramp[::-1]))
        codes = np.round(whole * (TOP + 1)).astype(np.uint16)
        end_ms = at_ms + len(codes) * SAMPLE_US / 1000
        self.at(at_ms, lambda sink: sink.pin(at_ms * 1000, 17, True))
        self.at(at_ms, lambda sink: sink.speaker(at_ms * 1000, SAMPLE_US, codes, TOP))
        self.at(end_ms + 0.1, lambda sink: sink.pin(end_ms * 1000 + 100, 17, False))
        return end_ms


def pings(count, hz=988.0, swing=0.2):
    """Returns ``count`` equal pings 350 ms apart as levels 0.0..1.0 around the middle."""
    at = np.arange(round(350_000 / SAMPLE_US)) * SAMPLE_US / 1e6
    envelope = np.minimum(at / 0.003, 1) * np.exp(-at * 18) * (at < 0.2)
    return 0.5 + swing * np.tile(envelope * np.sign(np.sin(2 * np.pi * hz * at)), count)


class Clock:
    """A clock that tests advance. Args: step_s: how far it advances when it is read."""

    def __init__(self, step_s: float = 0.0) -> None:
        self.now_s = 100.0
        self.step_s = step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    """A clock that does not move."""
    return Clock()


@pytest.fixture
def bench():
    """A virtual device whose engine, ``bench.engine``, is a ``FakeEngine``."""
    with Bench(FakeEngine) as made:
        yield made


@pytest.fixture
def make_bench():
    """Makes a virtual device with a ``FakeEngine``, given a seed."""
    return lambda seed: Bench(FakeEngine, seed)


@pytest.fixture
def make_pings():
    """Returns the function ``pings``."""
    return pings


@pytest.fixture(scope="session")
def usable_desk():
    """Skips if the desk engine does not run here."""
    try:
        open_bench("desk").close()
    except Unavailable as lack:
        pytest.skip(str(lack))
