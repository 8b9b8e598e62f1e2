"""From reset until a press counts, until all is loaded, and what memory is left then."""

from __future__ import annotations

from tests.bench.firmware_changes import Files, changed, collected
from tests.bench.latency import first_change_ms
from tests.bench.schedule import earliest
from tests.bench.subjects import OURS, Subject, open_chip

from pingblock.virtual.parts.contact import CLEAN

STEP_MS = 0.5
_AT_ONCE_MS = 5.0
_ANSWER_LIMIT_MS = 100.0


def counts(subject: Subject, files: Files, xip: bool, press_ms: float) -> bool:
    """Returns whether a clean press ``press_ms`` after reset gets its sound.

    The power-on ping is no answer: ours must come at once, and be told as a draw later on.
    """
    with open_chip(files, xip) as bench:
        bench.press(press_ms, bounce=CLEAN)
        bench.advance_to(press_ms + 2 * _ANSWER_LIMIT_MS)
        wave = bench.parts.sound.waveform(press_ms * 1000)
        took_ms = first_change_ms(wave, press_ms * 1000)
        if subject is not OURS:
            return took_ms is not None and took_ms <= _ANSWER_LIMIT_MS
        if took_ms is None or took_ms > _AT_ONCE_MS:
            return False
        bench.advance(subject.up_ms)
        return len(bench.events("outcome")) == 1


def ready_ms(subject: Subject, xip: bool) -> float:
    """Returns the time after reset from which on a press counts, ms, within 0.5 ms."""
    files = subject.files("idle")
    return earliest(lambda at_ms: counts(subject, files, xip, at_ms), 10.0, subject.up_ms, STEP_MS)


def loaded_ms(xip: bool) -> float:
    """Returns when the firmware says hello, ms after reset: everything runs from then on."""
    with open_chip(OURS.files("idle"), xip) as bench:
        bench.advance_to(OURS.up_ms)
        return float(bench.events("hello")[0]["at_ms"])


def ram_free_kb(subject: Subject, xip: bool) -> float:
    """Returns the free memory after a collection, all loaded, in kB (1000 bytes)."""
    ours = subject is OURS
    files = changed({"app/link.py": collected}) if ours else subject.files("idle")
    with open_chip(files, xip) as bench:
        bench.advance_to(subject.up_ms)
        if ours:
            return float(bench.request("status")["ok"]["ram_free"]) / 1000
        said = [str(event["text"]) for event in bench.events("text")]
        return next(float(text) for text in said if text.isdigit()) / 1000
