"""Differences between the MicroPython images of this computer, as the table of docs/pico.md.

``python -m tests.bench.micropython_images`` prints it.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.bench.firmware_changes import Change, Files, changed
from tests.bench.null_sink import NullSink

from pingblock.build import uf2
from pingblock.errors import Unavailable
from pingblock.virtual.bench import Bench
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.engine import Engine, Sink
from pingblock.virtual.pico2.engine import Pico2Engine

PHASES = 12  # of a soft reset against the 11.6 ms that both half buffers sound
_BUFFERS_MS = 11.6
_SOUND_MS = 60.0  # well inside the ping of a press
_RESTART_MS = 1000.0
_SETTLED_MS = 5000.0
_PROGRAM_MS = 400.0
_REPLY_MS = 50.0

ROWS = {
    "heap of bare MicroPython, bytes": "import gc; print(gc.mem_free() + gc.mem_alloc())",
    "format of `.mpy` files": """
import sys
mpy = sys.implementation._mpy
print("%d.%d" % (mpy & 255, mpy >> 8 & 3))
""",
    "`json.dumps([1, {'a': 2}])`": "import json; print(json.dumps([1, {'a': 2}]))",
    "`json.dumps([1 / 3, 1e10])`": "import json; print(json.dumps([1 / 3, 1e10]))",
    "`json.dumps([123456.789, 16777217.0])`": (
        "import json; print(json.dumps([123456.789, 16777217.0]))"
    ),
    "`machine.lightsleep(100)` takes, ms": """
import machine, time
time.sleep_ms(100)  # USB is enumerated by then: its interrupts end a sleep
start_us = time.ticks_us()
machine.lightsleep(100)
print(time.ticks_diff(time.ticks_us(), start_us) // 1000)
""",
    "`machine.lightsleep(100)` while USB is enumerated, ms": """
import machine, time
start_us = time.ticks_us()
machine.lightsleep(100)
print(time.ticks_diff(time.ticks_us(), start_us) // 1000)
""",
}


class _Said(NullSink):
    """Keeps what the chip prints."""

    def __init__(self) -> None:
        self.text = b""

    def serial(self, at_us: float, data: bytes) -> None:
        self.text += data


def printed(image: uf2.Image, program: str) -> str:
    """Returns the line that a program prints as ``main.py`` on a chip that boots an image."""
    said = _Said()
    engine = _engine(said, image, {"main.py": program.encode()})
    engine.advance(_PROGRAM_MS * 1000)
    engine.send(engine.now_us, b"\r")  # what is said before USB is up comes with the next output
    engine.advance(engine.now_us + _REPLY_MS * 1000)
    engine.close()
    return said.text.decode().splitlines()[0]


def open_on(image: uf2.Image, changes: Mapping[str, Change]) -> Bench:
    """Opens a bench whose chip boots an image with the firmware, some of its sources changed."""
    files = changed(changes, "pico2" if _is_pico_2(image) else "chip")
    return Bench(lambda sink: _engine(sink, image, files))


def _engine(sink: Sink, image: uf2.Image, files: Files) -> Engine:
    if _is_pico_2(image):
        return Pico2Engine(sink, files=files)
    return ChipEngine(sink, files=files, micropython=image.path)


def _is_pico_2(image: uf2.Image) -> bool:
    return uf2.family(image.path.read_bytes()) == uf2.RP2350


def images() -> list[uf2.Image]:
    """Returns the images of this computer, that for the Pico 2 last."""
    try:
        return [*uf2.images(), uf2.Image(uf2.micropython_for("pico2"), "1.28.0, Pico 2")]
    except Unavailable:
        return uf2.images()


def loaded_ms(image: uf2.Image) -> float:
    """Returns when all is loaded, by the time in the firmware's greeting, ms after power-on."""
    with open_on(image, {}) as bench:
        bench.advance_to(_RESTART_MS)
        return float(bench.events("hello")[0]["at_ms"])


def free_kb(image: uf2.Image) -> float:
    """Returns the memory that is free after a collection, with all of the firmware loaded, kB."""
    with open_on(image, {}) as bench:
        bench.advance_to(_SETTLED_MS)
        return float(bench.request("status", memory=True)["ok"]["ram_free"]) / 1000


def hangs(image: uf2.Image) -> int:
    """Returns how many of ``PHASES`` soft resets under a running sound never come back."""
    return sum(_hangs_at(image, at * _BUFFERS_MS / PHASES) for at in range(PHASES))


def without_close(text: str) -> str:
    """Leaves DMA running when the firmware ends, which ``FirstStage.close`` prevents."""
    head = "        self.block_button.close()\n        self.sound.close()\n"
    assert text.count(head) == 1, "FirstStage.close has changed"
    return text.replace(head, f"        return\n{head}")


def _hangs_at(image: uf2.Image, phase_ms: float) -> bool:
    with open_on(image, {"pingware/app/boot/first_stage.py": without_close}) as bench:
        bench.advance_to(_RESTART_MS)
        bench.press()
        bench.advance(_SOUND_MS)
        bench.engine.send(bench.engine.now_us, b"\r\x03\x03")
        bench.advance(_SOUND_MS + phase_ms)
        assert not bench.parts.sound.idle, "nothing sounds any more"
        bench.engine.send(bench.engine.now_us, b"\x04")
        bench.advance(_RESTART_MS)
        return len(bench.events("hello")) < 2


def rows(images: list[uf2.Image]) -> list[list[str]]:
    """Returns the table's rows: a name, then a cell for each image."""
    found = [["all is loaded, ms after power-on", *(f"{loaded_ms(each):.0f}" for each in images)]]
    found += [["free with everything loaded, kB", *(f"{free_kb(each):.0f}" for each in images)]]
    for name, program in ROWS.items():
        found.append([name, *(f"`{printed(each, program)}`" for each in images)])
    words = [f"{hangs(each)} of {PHASES} hang" for each in images]
    return [*found, ["soft reset while DMA plays a sound", *words]]


def main() -> None:
    """Prints the table."""
    found = images()
    print(f"| | {' | '.join(each.version for each in found)} |")
    print("|" + "---|" * (len(found) + 1))
    for row in rows(found):
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
