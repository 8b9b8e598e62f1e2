"""A virtual apple base: a person moves the lever, and the worms' motion is checked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.pins import GPIO

from pingblock.virtual.parts.contact import DEFAULT, Bounce
from pingblock.virtual.parts.servo import ServoRow
from pingblock.virtual.serial_tap import Event
from pingblock.virtual.virtual_device import Bench
from pingware.shared.motion import DEFAULTS, Calibration

PULL_MS = 300.0  # long enough for any lever
ROUNDING_US = 0.6  # because a pulse is a whole number of PWM steps
AT_HOME_DEG = 0.6  # the servo's dead band


class Apple:
    """A virtual device with a lever, and a record of the worms.

    Args:
        bench: an open virtual device, whose servo signal is recorded from now on.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.line: list[tuple[float, float, float]] = []  # us, Hz and duty, as the sink gets them
        self._told = bench.parts.pwm
        bench.parts.pwm = self._pwm

    def _pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        if gpio == GPIO["servo"]:
            self.line.append((at_us, freq_hz, duty))
        self._told(at_us, gpio, freq_hz, duty)

    def pull(self, for_ms: float = PULL_MS, bounce: Bounce = DEFAULT) -> float:
        """Pulls and releases the lever. Returns the time in ms of the release's first edge."""
        self.bench.pull_lever(bounce=bounce)
        self.bench.advance(for_ms)
        released_ms = self.bench.now_ms
        self.bench.release_lever(bounce=bounce)
        return released_ms

    def set(self, **settings: object) -> None:
        """Changes settings over the link. They must be valid."""
        assert self.bench.request("worms_set", **settings)["ok"]["reply"] == "done"

    def status(self) -> Event:
        """Returns the answer to the request ``worms``."""
        return self.bench.request("worms")["ok"]

    def runs(self) -> list[Event]:
        """The events of the wiggles, in order."""
        return self.bench.events("run")

    def states(self) -> list[str]:
        """The states of the wiggles, in order."""
        return [event["state"] for event in self.runs()]

    def last(self, state: str) -> Event:
        """The latest event of a wiggle with this state."""
        return [event for event in self.runs() if event["state"] == state][-1]

    def faults(self) -> list[str]:
        """The codes of the reported faults."""
        return [event["code"] for event in self.bench.events("fault")]

    def rows(self, start_ms: float = 0.0, end_ms: float = 1e12) -> list[ServoRow]:
        """The servo's record between two times."""
        return [row for row in self.bench.servo() if start_ms <= row.time_ms <= end_ms]

    def moves(self, start_ms: float = 0.0, end_ms: float = 1e12) -> list[ServoRow]:
        """Returns the part of the record in which there are pulses."""
        return [row for row in self.rows(start_ms, end_ms) if row.pulse_us]

    def path(self, start_ms: float = 0.0, end_ms: float = 1e12) -> list[float]:
        """The angles that the worms were sent to, each once, deg."""
        found: list[float] = []
        for row in self.moves(start_ms, end_ms):
            if not found or row.commanded_deg != found[-1]:
                found.append(row.commanded_deg)
        return found

    def heard_hz(self, start_ms: float) -> list[float]:
        """The pitches of all notes since then."""
        return [onset.hz for onset in self.bench.heard().onsets if onset.at_ms >= start_ms]

    def check_pulses(self, **calibration: object) -> None:
        """Fails if any pulse was outside the calibrated range, for example because it was cut."""
        chosen = Calibration({**DEFAULTS, **calibration})
        ends_us = [chosen.pulse_ns(cdeg) / 1000 for cdeg in (chosen.low_cdeg, chosen.high_cdeg)]
        for row in self.moves():
            assert min(ends_us) - ROUNDING_US <= row.pulse_us <= max(ends_us) + ROUNDING_US, row

    def check_rest(self) -> None:
        """Fails unless there are no pulses, no power, and a low line."""
        servo = self.bench.parts.servo
        assert servo.pulse_us == 0.0
        assert not servo.powered
        assert not self.line or self.line[-1][2] == 0.0, "the line must be low"

    def check_home(self, home_deg: float = 90.0) -> None:
        """Fails unless the worms are at home, and at rest."""
        self.check_rest()
        assert self.bench.servo()[-1].physical_deg == pytest.approx(home_deg, abs=AT_HOME_DEG)


OpenApple = Callable[..., Apple]


@pytest.fixture
def open_apple(open_bench: Callable[..., Bench]) -> OpenApple:
    """Opens an apple base on this scenario's engine: see ``opened``, without the name."""
    return lambda **how: Apple(open_bench(**how))


@pytest.fixture
def apple(open_apple: OpenApple) -> Apple:
    """An apple base that is ready, on USB, with wiggles of 5 s and a fixed seed."""
    return open_apple(run_s=[5, 5])
