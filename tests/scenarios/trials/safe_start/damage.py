"""Damage to one file of a device, and how the device starts then."""

from __future__ import annotations

from random import Random

from tests.bench.firmware_changes import Flashed, as_files

from pingblock.virtual.bench import Bench
from pingblock.virtual.chip.engine import ChipEngine

Files = dict[str, bytes]
PLAYS, SAFE, PROMPT, DEAD = "plays", "safe mode", "prompt", "dead"
SAID = "Pingblock is in safe mode"
# A hang takes the watchdog 4 s; after three bad starts another slot or safe mode comes.
SETTLED_MS = 6_500.0
PATIENT_MS = 30_000.0
_LOOK_MS = 1000.0
# A look may interrupt the start in which the watchdog has put things right: then it bites again.
_WATCHDOG_MS = 10_000.0
_RESTARTS_MS = 1500.0  # after a crash at the press; Ctrl-C would end the start at the prompt


def empty(files: Files, path: str) -> None:
    """Leaves nothing in the file."""
    files[path] = b""


def gone(files: Files, path: str) -> None:
    """Removes the file."""
    del files[path]


def folder(files: Files, path: str) -> None:
    """Puts a folder in the file's place."""
    del files[path]
    files[path + "/in.it"] = b"x"


def half(files: Files, path: str) -> None:
    """Cuts the file in the middle."""
    files[path] = files[path][: len(files[path]) // 2]


def flipped(files: Files, path: str) -> None:
    """Changes one byte in the middle."""
    data = bytearray(files[path])
    data[len(data) // 2] ^= 0x5A
    files[path] = bytes(data)


def no_text(files: Files, path: str) -> None:
    """Fills the file with bytes that are no UTF-8."""
    files[path] = b"\xff\xfe\x80" * 9


WAYS = (empty, gone, folder, half, flipped, no_text)


def mutated(seed: int) -> tuple[str, Files]:
    """Returns a device's files with 1 to 8 random bytes of one of them changed, and which."""
    chance = Random(f"mutation {seed}")
    files = as_files()
    path = chance.choice(sorted(files))
    data = bytearray(files[path] or b"\0")
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    files[path] = bytes(data)
    return path, files


def opened(files: Files) -> Bench:
    """Returns a chip with just these files, on MicroPython as it is published."""
    return Bench(lambda sink: ChipEngine(sink, files=files), seed=1)


def booted(device: Flashed) -> Bench:
    """Returns the chip of a device."""
    return Bench(lambda sink: ChipEngine(sink, flash=device.flash()), seed=1)


def outcome(bench: Bench) -> str:
    """Waits until the device has settled, and returns how: ``PLAYS``, ``SAFE`` and so on."""
    bench.advance_to(SETTLED_MS)
    while bench.now_ms < PATIENT_MS:
        found = look(bench)
        if found in (PLAYS, SAFE):
            return found
        bench.advance(_WATCHDOG_MS if found == PROMPT else _LOOK_MS)
    return look(bench)


def look(bench: Bench) -> str:
    """Presses, and then asks for the prompt."""
    drawn = len(bench.events("outcome"))
    bench.press()
    bench.advance(400)
    if len(bench.events("outcome")) == drawn + 1 and heard_sound(bench):
        return PLAYS
    bench.advance(_RESTARTS_MS)
    bench.send(b"\r\x03")
    bench.advance(200)
    bench.send(b"print(6 * 7)\r")
    bench.advance(300)
    told = [str(event["text"]) for event in bench.events("text")]
    if not any(text == "42" for text in told[-8:]):
        return DEAD
    return SAFE if any(text.startswith(SAID) for text in told) else PROMPT


def heard_sound(bench: Bench) -> bool:
    """Returns whether the speaker moved within the last 400 ms."""
    wave = bench.parts.sound.waveform((bench.now_ms - 400) * 1000)
    return len(wave.levels) > 2
