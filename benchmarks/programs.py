"""Tunes that put a known load on the mixer, played instead of the coin's ping."""

from __future__ import annotations

from benchmarks.firmware_changes import Change, with_ping
from pingblock.sounds.score import Score
from pingblock.tunes import sequencer

BUFFER_SAMPLES, BUFFER_TICKS, TICK_SAMPLES = 128, 8, 16
_ENVELOPE = {"attack_ms": 2, "sustain_pct": 100, "release_ms": 5}
_VOICES = (("pulse", 440), ("triangle", 660), ("noise", 6000), ("sine", 1000))
_SILENT_PCT, _EACH_PCT, _FULL_PCT = 0, 25, 100
_TAIL_MS = 100


def _ping(voices: tuple[tuple[str, int], ...], every_ms: int, level_pct: int) -> dict[str, Change]:
    rows = tuple((0, f"bench_{wave}", hz, every_ms - _TAIL_MS, level_pct) for wave, hz in voices)
    instruments = {f"bench_{wave}": {"wave": wave, **_ENVELOPE} for wave, _ in voices}
    return with_ping(Score(rows, instruments, every_ms))


def steady(voices: int, every_ms: int = 3000) -> dict[str, Change]:
    """Returns changes that play 0 to 4 different voices. With 0, the mixer runs silently."""
    if voices == 0:
        return _ping(_VOICES[:1], every_ms, _SILENT_PCT)
    return _ping(_VOICES[:voices], every_ms, _EACH_PCT)


def sine(every_ms: int = 2000) -> dict[str, Change]:
    """Returns the change that plays a sine of 1 kHz at full volume."""
    return _ping((("sine", 1000),), every_ms, _FULL_PCT)


def repeat_ms(least_ms: int) -> int:
    """Returns a time of at least ``least_ms`` that is a whole number of blocks.

    If a tune is repeated at this interval, its samples are the same each time.
    """
    ticks = sequencer.ticks
    return next(ms for ms in range(least_ms, least_ms + 100) if ticks(ms) % BUFFER_TICKS == 0)


def samples(every_ms: int) -> int:
    """Returns the number of samples in a repetition."""
    ticks: int = sequencer.ticks(every_ms)
    return ticks * TICK_SAMPLES
