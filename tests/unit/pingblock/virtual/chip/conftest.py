"""A chip without firmware for the corrections, and a chip with MicroPython for the engine."""

import pytest
from tests.fakes.sinks import RecordingSink

from pingblock.errors import Unavailable
from pingblock.virtual.chip.corrections.usb_host import HostTimes
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.chip.silicon import QuietLogger, bare_chip
from pingblock.virtual.published import uf2_path


@pytest.fixture
def mcu():
    """An uncorrected RP2040 without a program: registers, peripherals and the clock."""
    chip = bare_chip()
    chip.logger = QuietLogger()
    return chip


class Told(RecordingSink):
    """A sink that records calls. Its ADC reads 1000 + channel."""

    def __init__(self):
        super().__init__()
        self.text = b""

    def speaker(self, at_us, period_us, levels, top):
        self.all.append(("speaker", at_us, period_us, levels.tolist(), top))

    def adc(self, at_us, channel):
        self.all.append(("adc", at_us, channel))
        return 1000 + channel

    def serial(self, at_us, data):
        self.text += data
        self.all.append(("serial", at_us, data))


AT_ONCE = HostTimes(debounce_ms=10, reset_ms=0, recovery_ms=0, opening_ms=0)


class Running:
    """A chip engine with a program as its main.py, and its messages to a host without delays."""

    def __init__(self, program, **options):
        options.setdefault("host", AT_ONCE)
        self.told = Told()
        files = {"main.py": program.encode(), **options.pop("files", {})}
        self.engine = ChipEngine(self.told, files=files, **options)

    def until(self, ms):
        self.engine.advance(ms * 1000)
        return self

    @property
    def lines(self):
        """Returns the firmware's output, line by line, without MicroPython's banner and prompt."""
        text = self.told.text.decode().replace("\r", "").replace(">>> ", "\n")
        return [line for line in text.split("\n") if line and not line.startswith(NOISE)]


NOISE = ("MicroPython v", 'Type "help')


@pytest.fixture
def run():
    """Starts a chip engine with a program. Skips without a MicroPython image."""
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    started = []

    def start(program, **options):
        started.append(Running(program, **options))
        return started[-1]

    yield start
    for one in started:
        one.engine.close()
