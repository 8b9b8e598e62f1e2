"""Cost of the mixer, underruns, and purity of its sound, played on the chip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np

from benchmarks.firmware_changes import Change, probed, rebuilt, with_viper
from benchmarks.latency import ask
from benchmarks.programs import repeat_ms, samples, sine, steady
from benchmarks.sinad import held, sinad_db
from benchmarks.subjects import OURS, no_traceback, only_coins, open_chip
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.virtual_device import Bench
from pingblock.virtual.waveform import Floats

CLOCKS_A_MS = 125_000
SAMPLE_US = 45.36
CARRIER_HZ = 125e6 / 945  # the level at the pin changes only when the carrier begins again
_REPEATS = 5  # of a tune that is played once more, so that its end is left out
TONE_HZ = 1000.0
_SETTLED_US = 50_000.0  # bias and volume are in place
_PRESS_MS = 2500.0
# Each has the look once per second within its first coin, and another task that is called up. At
# the first of them the settings are on the flash.
_LOOK_MS = (5250.0, 6250.0, 7250.0, 8250.0)
_LIGHT_MS = 500.0  # the light's show of a coin is over by then


def cpu_pct(bench: Bench, over_ms: float) -> float:
    """Lets ``over_ms`` pass and returns the share of it in which the core was running, percent."""
    engine = cast(ChipEngine, bench.engine)
    before = engine.cycles
    bench.advance(over_ms)
    return 100 * (engine.cycles - before) / (over_ms * CLOCKS_A_MS)


def _play(bench: Bench, coins: int = 1, press_ms: float = _PRESS_MS) -> float:
    """Presses for the changed ping at full volume. Returns the time of the press, us."""
    bench.advance_to(OURS.up_ms)
    only_coins(bench, coins)
    bench.request("volume", level=10, cap=10)
    bench.press(press_ms, bounce=CLEAN)
    bench.advance_to(press_ms)
    return press_ms * 1000


def cpu_playing_pct(voices: int, xip: bool, viper: bool = False) -> float:
    """Returns the whole firmware's CPU share while ``voices`` (0..4) sound, percent.

    Args:
        voices: 0 = the mixer runs, but no voice sounds.
        xip: whether the flash cache's misses are charged.
        viper: with the kernel for every port instead of the assembler one.
    """
    changes: Mapping[str, Change] = steady(voices) | (with_viper() if viper else {})
    with open_chip(rebuilt(changes), xip) as bench:
        _play(bench)
        bench.advance(_LIGHT_MS)
        share_pct = cpu_pct(bench, 2000)
        no_traceback(bench)
        return share_pct


def cpu_silent_pct(xip: bool) -> float:
    """Returns the CPU share of the unchanged firmware while it is idle, percent."""
    with open_chip(OURS.device("idle"), xip) as bench:
        bench.advance_to(3000)
        return cpu_pct(bench, 10_000)


def cpu_coin_pct(xip: bool) -> float:
    """Returns the highest CPU share while sound, light and link report a coin, percent."""
    return max(_coin_pct(xip, press_ms) for press_ms in _LOOK_MS)


def _coin_pct(xip: bool, press_ms: float) -> float:
    with open_chip(OURS.device("idle"), xip) as bench:
        _play(bench, press_ms=press_ms)
        return cpu_pct(bench, 350)


def sine_sinad_db(xip: bool) -> float:
    """Returns the SINAD of a 1 kHz sine at the speaker pin, at full volume, dB."""
    with open_chip(rebuilt(sine()), xip) as bench:
        start_us = _play(bench) + 200_000
        bench.advance(1500)
        wave = bench.parts.sound.waveform(start_us - 1000)
        first_us = wave.times_us[wave.times_us >= start_us][0]
        return sinad_db(
            held(wave, CARRIER_HZ, first_us + 0.01, int(CARRIER_HZ)), CARRIER_HZ, TONE_HZ
        )


def wrong_samples(times_us: Floats, levels: Floats, period: int) -> int:
    """Counts samples that break the repetition or come late.

    Args:
        times_us: time of each sample.
        levels: the samples, of a sound that repeats exactly, in whole repetitions.
        period: samples per repetition.
    """
    turns = levels.reshape(-1, period)
    late = np.diff(times_us) > 1.5 * SAMPLE_US
    return int(np.sum(turns != turns[0]) + np.sum(late))


def underruns(xip: bool, seconds: int = 60) -> tuple[int, int]:
    """Plays four voices for ``seconds`` under load with requests coming in.

    Returns:
        (number of errors, number of samples). The errors are underruns that the firmware counted,
            plus
        samples at the pin that are wrong or late.
    """
    every_ms = repeat_ms(seconds * 1000 // _REPEATS)
    with open_chip(probed(steady(4, every_ms), load=True), xip) as bench:
        start_us = _play(bench, _REPEATS + 1)
        ask(bench, bench.now_ms, bench.now_ms + seconds * 1000)
        bench.advance(every_ms * (_REPEATS + 1) + 500)
        told: int = bench.request("status")["ok"]["underruns"]
        no_traceback(bench)
        wave = bench.parts.sound.waveform(start_us + _SETTLED_US)
        count = _REPEATS * samples(every_ms)
        return told + wrong_samples(
            wave.times_us[:count], wave.levels[:count], count // _REPEATS
        ), count
