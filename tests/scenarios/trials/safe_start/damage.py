"""Damage to the slots of a device, and how the device starts then."""

from __future__ import annotations

from random import Random

from benchmarks.firmware_changes import Flashed
from tests import slots_image

from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.virtual_device import Bench
from pingware.shared.slot_format import CONTENT, PAGE_BYTES, STATE

PLAYS, SAFE, PROMPT, DEAD = "plays", "safe mode", "prompt", "dead"
SAID = "Pingblock is in safe mode"
# The watchdog ends a hang after 4 s. After three bad starts, the other slot is started, or safe
# mode.
SETTLED_MS = 6_500.0
PATIENT_MS = 30_000.0
_LOOK_MS = 1000.0
# A check can interrupt the start that the watchdog has begun. Then the watchdog resets again.
_WATCHDOG_MS = 10_000.0
# Wait after a crash at the press, because Ctrl-C would end the start at the prompt.
_RESTARTS_MS = 1500.0


def erased(_slot: bytes) -> bytes:
    """Returns an erased slot."""
    return b""


def no_head(slot: bytes) -> bytes:
    """Returns the slot with an erased head."""
    return b"\xff" * PAGE_BYTES + slot[PAGE_BYTES:]


def no_state(slot: bytes) -> bytes:
    """Returns the slot with an erased state."""
    return slot[:STATE] + b"\xff" * PAGE_BYTES + slot[CONTENT:]


def flipped(slot: bytes) -> bytes:
    """Returns the slot with one changed byte in the middle."""
    return _changed(slot, len(slot) // 2, 0x5A)


WAYS = {way.__name__: way for way in (erased, no_head, no_state, flipped)}


def mutated(slot: bytes, seed: int) -> bytes:
    """Returns a slot with 1 to 8 random bytes changed."""
    chance = Random(f"mutation {seed}")
    for _ in range(chance.randint(1, 8)):
        slot = _changed(slot, chance.randrange(len(slot)), chance.randrange(1, 256))
    return slot


def _changed(slot: bytes, at: int, bits: int) -> bytes:
    return slot[:at] + bytes((slot[at] ^ bits,)) + slot[at + 1 :]


def slots() -> tuple[bytes, bytes]:
    """Returns both slots of a device: slot a runs, and slot b also has good firmware."""
    return slots_image.firmware().at(0, 2), slots_image.other_firmware().at(1, 1)


def opened(a: bytes, b: bytes = b"") -> Bench:
    """Returns a chip with this in its slots."""
    return booted(Flashed(slots={0: a, 1: b}))


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
