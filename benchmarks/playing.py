"""Measures the mixer on the chip: its cost, underruns, and the purity of its sound."""

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
CARRIER_HZ = 125e6 / 945  # The level at the pin changes only when a period of the carrier begins.
_REPEATS = 5  # The tune is played once more, so that its end is not measured.
TONE_HZ = 1000.0
_SETTLED_US = 50_000.0  # By then, bias and volume have settled.
_PRESS_MS = 2500.0
# In each of these, the check that runs once a second and another task run during the first coin.
# The settings are stored before the first of these times.
_LOOK_MS = (5250.0, 6250.0, 7250.0, 8250.0)
_LIGHT_MS = 500.0  # By then, the light show of a coin is over.


def cpu_pct(bench: Bench, over_ms: float) -> float:
    """Lets ``over_ms`` pass. Returns the share of it in which the core was running, in percent."""
    engine = cast(ChipEngine, bench.engine)
    before = engine.cycles
    bench.advance(over_ms)
    return 100 * (engine.cycles - before) / (over_ms * CLOCKS_A_MS)


def _play(bench: Bench, coins: int = 1, press_ms: float = _PRESS_MS) -> float:
    """Presses for the changed ping at full volume. Returns the time of the press in us."""
    bench.advance_to(OURS.up_ms)
    only_coins(bench, coins)
    bench.request("volume", level=10, cap=10)
    bench.press(press_ms, bounce=CLEAN)
    bench.advance_to(press_ms)
    return press_ms * 1000


def cpu_playing_pct(voices: int, xip: bool, viper: bool = False) -> float:
    """Returns the CPU share of the whole firmware in percent while ``voices`` (0..4) sound.

    Args:
        voices: number of voices. With 0, the mixer runs but is silent.
        xip: whether flash cache misses are emulated.
        viper: whether to use the kernel for every port instead of the assembler one.
    """
    changes: Mapping[str, Change] = steady(voices) | (with_viper() if viper else {})
    with open_chip(rebuilt(changes), xip) as bench:
        _play(bench)
        bench.advance(_LIGHT_MS)
        share_pct = cpu_pct(bench, 2000)
        no_traceback(bench)
        return share_pct


def cpu_silent_pct(xip: bool) -> float:
    """Returns the CPU share of the unchanged firmware in percent while it is idle."""
    with open_chip(OURS.device("idle"), xip) as bench:
        bench.advance_to(3000)
        return cpu_pct(bench, 10_000)


def cpu_coin_pct(xip: bool) -> float:
    """Returns the highest CPU share in percent while sound, light and link announce a coin."""
    return max(_coin_pct(xip, press_ms) for press_ms in _LOOK_MS)


def _coin_pct(xip: bool, press_ms: float) -> float:
    with open_chip(OURS.device("idle"), xip) as bench:
        _play(bench, press_ms=press_ms)
        return cpu_pct(bench, 350)


def sine_sinad_db(xip: bool) -> float:
    """Returns the SINAD in dB of a 1 kHz sine at the speaker pin, at full volume."""
    with open_chip(rebuilt(sine()), xip) as bench:
        start_us = _play(bench) + 200_000
        bench.advance(1500)
        wave = bench.parts.sound.waveform(start_us - 1000)
        first_us = wave.times_us[wave.times_us >= start_us][0]
        return sinad_db(
            held(wave, CARRIER_HZ, first_us + 0.01, int(CARRIER_HZ)), CARRIER_HZ, TONE_HZ
        )


def wrong_samples(times_us: Floats, levels: Floats, period: int) -> int:
    """Counts samples that differ from the repetition or come late.

    Args:
        times_us: time of each sample.
        levels: samples of a sound that repeats exactly, a whole number of repetitions.
        period: number of samples in a repetition.
    """
    turns = levels.reshape(-1, period)
    late = np.diff(times_us) > 1.5 * SAMPLE_US
    return int(np.sum(turns != turns[0]) + np.sum(late))


def underruns(xip: bool, seconds: int = 60) -> tuple[int, int]:
    """Plays four voices for ``seconds`` under load, with requests.

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
