"""The console on the real MicroPython (emulated chip): fast, and not delayed by its host."""

import random
from pathlib import Path

import pytest
from tests.fakes.sinks import SerialSink

from pingblock.common.declared import DECLARATIONS, request
from pingblock.common.firmware import firmware_dir
from pingblock.errors import Unavailable
from pingblock.image import programs
from pingblock.image.mpy import compile_file, shipped
from pingblock.image.stages import firmware_sources
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.published import uf2_path
from pingware.shared.protocol import decode, encode

PROGRAM = Path(__file__).with_name("chip_program.py")
FOLDERS = tuple(
    f"pingware/{name}"
    for name in ("__init__", "boards/", "games/", "link/", "shared/", "storage/")
)
# includes a garbage collection, but waiting for the host would take 500 000
LONGEST_FLUSH_US = 5000
LONGEST_DRAIN_US = 25_000


class Talk:
    """The host at the other end of the chip's link."""

    def __init__(self) -> None:
        sources = programs.for_device(firmware_sources(shipped(firmware_dir())))
        packages = {name.rpartition(".")[0] for name in sources}
        files = {}
        for name, source in sources.items():
            path = name.replace(".", "/") + ("/__init__" if name in packages else "")
            if path.startswith(FOLDERS):
                files[f"{path}.mpy"] = compile_file(source, f"{path}.py")
        self.ear = SerialSink()
        self._chip = ChipEngine(self.ear, files={**files, "main.py": PROGRAM.read_bytes()})
        self.run(500)

    def run(self, ms: float, data: bytes = b"", reading: bool = True) -> bytes:
        """Sends ``data``, lets time pass, and returns the output."""
        before = len(self.ear.text)
        now_us = self._chip.now_us
        self._chip.host_reads(now_us, reading)
        if data:
            self._chip.send(now_us, data)
        self._chip.advance(now_us + ms * 1000)
        return self.ear.text[before:]

    def messages(self) -> list[dict]:
        return [decode(line) for line in self.ear.text.split(b"\n")[:-1] if line.strip()]

    def ask(self, id: int) -> dict:
        self.run(150, b"\n" + encode(request(DECLARATIONS, id, "status")))
        (reply,) = [m for m in self.messages() if m.get("id") == id]
        return reply["ok"]

    def close(self) -> None:
        self._chip.close()


@pytest.fixture
def talk():
    try:
        uf2_path()
    except Unavailable as missing:
        pytest.skip(str(missing))
    talk = Talk()
    yield talk
    talk.close()


def test_settings_and_seed_survive_and_prompt_opens_after_silence(talk) -> None:
    stored = talk.messages()[0]
    assert stored == {"event": "stored", "saved": True, "volume": 3, "seed": 77}
    talk.run(200)
    talk.run(200, b"\r\x03")
    assert talk.run(200, b"print(6 * 7)\r\n").split(b"\r\n")[1] == b"42"


def test_host_that_stops_reading_does_not_delay_the_device(talk) -> None:
    chance = random.Random(4)
    talk.run(900, reading=False)
    for _ in range(10):
        talk.run(chance.uniform(3, 40))
        talk.run(chance.uniform(5, 80), reading=False)
    longest_us = talk.ask(2)["longest_us"]
    assert longest_us["flush"] < LONGEST_FLUSH_US
    numbers = [m["n"] for m in talk.messages() if m.get("event") == "note"]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 20


def test_garbage_costs_little_time_and_next_request_is_answered(talk) -> None:
    chance = random.Random(5)
    talk.run(1500, b"x" * 10_000 + b"\n." + chance.randbytes(2000) + b"a\r\x03\n")
    seen = talk.ask(3)
    assert seen["refused"] > 1
    assert seen["longest_us"]["drain"] < LONGEST_DRAIN_US
    codes = [m["error"]["code"] for m in talk.messages() if "error" in m]
    assert codes.count("too_long") == 1
