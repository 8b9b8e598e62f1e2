"""A desk engine on each interpreter, with a tiny firmware, and a sink that remembers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.desk.engine import DeskEngine
from pingblock.virtual.desk.life import Life
from pingblock.virtual.desk.messages import Record
from pingblock.virtual.desk.process import UnixPort
from pingblock.virtual.engines import NEEDS
from pingblock.virtual.wasm.interpreter import WasmPort


class Told:
    """A sink: what was told, in order, as (kind, at_us, ...)."""

    def __init__(self) -> None:
        self.all: list[tuple[Any, ...]] = []
        self.code = 1234
        self.on_pin: Callable[[float, int, bool], None] | None = None

    def pin(self, at_us: float, gpio: int, level: bool) -> None:
        self.all.append(("pin", at_us, gpio, level))
        if self.on_pin:
            self.on_pin(at_us, gpio, level)

    def pwm(self, at_us: float, gpio: int, freq_hz: float, duty: float) -> None:
        self.all.append(("pwm", at_us, gpio, freq_hz, duty))

    def speaker(self, at_us: float, period_us: float, levels: Any, top: int) -> None:
        self.all.append(("speaker", at_us, period_us, levels, top))

    def adc(self, at_us: float, channel: int) -> int:
        self.all.append(("adc", at_us, channel))
        return self.code

    def serial(self, at_us: float, data: bytes) -> None:
        if not data.startswith(b"MicroPython; "):
            self.all.append(("serial", at_us, data))

    def reset(self, at_us: float, cause: str) -> None:
        self.all.append(("reset", at_us, cause))

    def of(self, kind: str) -> list[tuple[Any, ...]]:
        return [entry[1:] for entry in self.all if entry[0] == kind]

    @property
    def text(self) -> str:
        """The program's output, without the prompt that follows its end."""
        text = b"".join(data for _, data in self.of("serial")).decode().replace("\r\n", "\n")
        return text.replace("\nMPY: soft reboot\n", "")

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def samples(self) -> tuple[Any, Any]:
        """Returns (times in us, levels) of all speaker samples."""
        runs = self.of("speaker")
        times = [at_us + period_us * np.arange(len(part)) for at_us, period_us, part, _ in runs]
        return np.concatenate(times), np.concatenate([part for _, _, part, _ in runs])


class Desk:
    """An engine, its sink and shorthand for both."""

    def __init__(self, folder: Path, program: str, **options: Any) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "main.py").write_text(program)
        self.told = Told()
        self.engine = DeskEngine(self.told, firmware_dir=folder, **({"boot_us": 0} | options))

    def run(self, until_ms: float) -> "Desk":
        self.engine.advance(until_ms * 1000)
        return self


@pytest.fixture
def told() -> Told:
    """A sink that remembers."""
    return Told()


@pytest.fixture
def told_factory() -> type[Told]:
    """Makes sinks that remember."""
    return Told


@pytest.fixture(params=["desk", "wasm"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Makes a Desk from the text of a main.py, on each interpreter; closes it after the test."""
    try:
        NEEDS[request.param]()
    except Unavailable as reason:
        pytest.skip(str(reason))
    runs_on = {"desk": UnixPort, "wasm": WasmPort}[request.param]
    made: list[Desk] = []

    def make(program: str, **options: Any) -> Desk:
        folder = tmp_path / f"firmware{len(made)}"
        made.append(Desk(folder, program, interpreter=runs_on, **options))
        return made[-1]

    yield make
    for each in made:
        each.engine.close()


@pytest.fixture
def exchanges(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts of records that came with each batch of every process of MicroPython."""
    counts: list[int] = []
    answer = Life.answer

    def counted(life: Life, said: list[Record]) -> list[Record] | None:
        counts.append(len(said))
        return answer(life, said)

    monkeypatch.setattr(Life, "answer", counted)
    return counts
