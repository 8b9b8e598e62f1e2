"""A desk engine on each interpreter, with a tiny firmware, and a sink that records calls."""

import numpy as np
import pytest
from tests.fakes.sinks import RecordingSink

from pingblock.errors import Unavailable
from pingblock.virtual.desk.engine import DeskEngine, DeskTimes
from pingblock.virtual.desk.life import Life
from pingblock.virtual.desk.process import UnixPort
from pingblock.virtual.engines import NEEDS
from pingblock.virtual.wasm.interpreter import WasmPort


class Told(RecordingSink):
    """A sink that records calls. Its ADC reads ``code``."""

    def __init__(self):
        super().__init__()
        self.code = 1234
        self.on_pin = None

    def pin(self, at_us, gpio, level):
        self.all.append(("pin", at_us, gpio, level))
        if self.on_pin:
            self.on_pin(at_us, gpio, level)

    def adc(self, at_us, channel):
        self.all.append(("adc", at_us, channel))
        return self.code

    def serial(self, at_us, data):
        if not data.startswith(b"MicroPython; "):
            self.all.append(("serial", at_us, data))

    @property
    def text(self):
        """The program's output, without the prompt that follows its end."""
        text = b"".join(data for _, data in self.of("serial")).decode().replace("\r\n", "\n")
        return text.replace("\nMPY: soft reboot\n", "")

    @property
    def lines(self):
        return self.text.splitlines()

    def samples(self):
        """Returns (times in us, levels) of all speaker samples."""
        runs = self.of("speaker")
        times = [at_us + period_us * np.arange(len(part)) for at_us, period_us, part, _ in runs]
        return np.concatenate(times), np.concatenate([part for _, _, part, _ in runs])


AT_ONCE = DeskTimes(boot_us=0, bus_us=0)


class Desk:
    """An engine, its sink and shorthand for both."""

    def __init__(self, folder, program, **options):
        folder.mkdir(exist_ok=True)
        (folder / "main.py").write_text(program)
        self.told = Told()
        options.setdefault("times", AT_ONCE)
        self.engine = DeskEngine(self.told, firmware_dir=folder, **options)

    def run(self, until_ms):
        self.engine.advance(until_ms * 1000)
        return self


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def told_factory():
    return Told


@pytest.fixture(params=["desk", "wasm"])
def desk(request, tmp_path):
    """Makes a Desk from the text of a main.py, on each interpreter. Closes it after the test."""
    try:
        NEEDS[request.param]()
    except Unavailable as reason:
        pytest.skip(str(reason))
    runs_on = {"desk": UnixPort, "wasm": WasmPort}[request.param]
    made = []

    def make(program, **options):
        folder = tmp_path / f"firmware{len(made)}"
        made.append(Desk(folder, program, interpreter=runs_on, **options))
        return made[-1]

    yield make
    for each in made:
        each.engine.close()


@pytest.fixture
def exchanges(monkeypatch):
    """The number of records in each exchange with MicroPython, in order."""
    counts, answer = [], Life.answer

    def counted(life, said):
        counts.append(len(said))
        return answer(life, said)

    monkeypatch.setattr(Life, "answer", counted)
    return counts
