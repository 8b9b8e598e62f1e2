"""Measures the time until a press counts and until all is loaded, and the free memory then."""

from __future__ import annotations

from benchmarks.firmware_changes import Flashed, rebuilt
from benchmarks.latency import first_change_ms
from benchmarks.schedule import bracket, earliest
from benchmarks.subjects import OURS, Subject, open_chip
from pingblock.virtual.parts.contact import CLEAN

# targets without and with flash cache misses
READY_MS, LOADED_MS, RAM_KB = (35.0, 56.0), (78.0, 122.0), (172.0, 172.0)
STEP_MS = 0.1
FIRST_MS = 10.0
LATER_MS = (2, 5, 10, 20, 35, 50, 75, 100, 150)  # presses this much later must also count
_BOTH = 'GAMES = ("block", "base")'
_AT_ONCE_MS = 1.5  # Later sounds are the power-on ping, or come from a late check of the button.
_ANSWER_LIMIT_MS = 100.0
# The device inflates the sound of its first draw. Another draw would change the start by up to 1
# ms and 0.5 kB.
_DRAWS = {"/seed": b"1\n"}


def counts(subject: Subject, device: Flashed, xip: bool, press_ms: float) -> bool:
    """Returns whether a clean press ``press_ms`` after reset gets its sound.

    The power-on ping is not the sound of a press. The press must sound at once, and be reported as
    a draw later.
    """
    ours = subject.name == OURS.name
    with open_chip(device.holding(_DRAWS), xip) as bench:
        bench.press(press_ms, bounce=CLEAN)
        bench.advance_to(press_ms + 2 * _ANSWER_LIMIT_MS)
        wave = bench.parts.sound.waveform(press_ms * 1000)
        took_ms = first_change_ms(wave, press_ms * 1000)
        if took_ms is None or took_ms > (_AT_ONCE_MS if ours else _ANSWER_LIMIT_MS):
            return False
        if not ours:
            return True
        bench.advance(subject.up_ms)
        return len(bench.events("outcome")) == 1


def ready_ms(subject: Subject, load: str, xip: bool) -> float:
    """Returns the time after reset from which a press counts, ms, at most 0.1 ms too high.

    Args:
        subject: the subject that boots.
        load: kind of load on its device.
        xip: whether flash cache misses are emulated.

    Raises:
        RuntimeError: a later press does not count.
    """
    device = subject.device(load)

    def works(at_ms: float) -> bool:
        return counts(subject, device, xip, at_ms)

    ready = earliest(works, *bracket(works, FIRST_MS, subject.up_ms), STEP_MS)
    deaf_ms = [ms for ms in LATER_MS if not works(ready + ms)]
    if deaf_ms:
        raise RuntimeError(f"Ready after {ready} ms, but deaf {deaf_ms} ms later.")
    return ready


def loaded_ms(xip: bool, subject: Subject = OURS) -> float:
    """Returns the time from reset to the firmware's hello in ms. All tasks run from then on."""
    with open_chip(subject.device("idle").holding(_DRAWS), xip) as bench:
        bench.advance_to(OURS.up_ms)
        return float(bench.events("hello")[0]["at_ms"])


def ram_free_kb(subject: Subject, xip: bool) -> float:
    """Returns the free memory after a collection with all parts loaded, in kB (1000 bytes)."""
    return _free_kb(subject, subject.device("idle"), xip)


def ram_block_kb(xip: bool) -> float:
    """Returns the largest free block for a device that has only the Question Block."""
    return _free_kb(OURS, rebuilt({"pingware/boards/rev_a.py": _without_base}), xip)


def _without_base(text: str) -> str:
    if _BOTH not in text:
        raise RuntimeError("The pin map does not list its games as expected.")
    return text.replace(_BOTH, 'GAMES = ("block",)')


def _free_kb(subject: Subject, device: Flashed, xip: bool) -> float:
    ours = subject.name == OURS.name
    with open_chip(device.holding(_DRAWS), xip) as bench:
        bench.advance_to(subject.up_ms)
        if ours:
            return float(bench.request("status", memory=True)["ok"]["ram_free"]) / 1000
        said = [str(event["text"]) for event in bench.events("text")]
        return next(float(text) for text in said if text.isdigit()) / 1000
