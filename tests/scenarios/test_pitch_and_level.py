"""Absolute pitch and level of the sounds, in hertz and dBFS, on each engine."""

import pytest

from pingware.games.block import rules as odds

READY_MS = 1200
SOUND_MS = 3500

# Equal temperament with A4 = 440 Hz: n semitones above are 440 * 2 ** (n / 12) Hz. Notes that
# slide have no single pitch, so the laugh and the last notes of some sounds are missing here.
NOTES_HZ = {
    ("coins", 2): [1174.66, 1174.66],  # D6 twice
    ("power_up", 0): [349.23, 440.00, 523.25, 659.26, 783.99, 987.77],  # F4 A4 C5 E5 G5 B5
    ("game_over", 0): [659.26, 523.25, 415.30, 349.23],  # E5 C5 G#4 F4
}
# 0 dBFS is a full-scale sine. The ping is a sine of 58 % (-4.7 dB) with one of 16 % above it (+0.3
# dB). It loses 40 dB in 250 ms, so it loses 0.4 dB in the 5 ms of a measurement: -4.8 dBFS. The
# steps of the volume are 2, 2, 3, 3, ... dB, so level 6 is 10 dB below level 10.
PING_DBFS = {10: -4.8, 6: -14.8, 1: -29.8}
# A square wave of 38 % has the power of a sine of 54 % (-5.4 dB), and a triangle of 56 % that of a
# sine of 46 % (-6.8 dB). The amplifier's input lowers F4 and its harmonics by 3.5 dB (470 Hz).
FIRST_NOTE_DBFS = {("coins", 2): -4.8, ("power_up", 0): -8.9, ("game_over", 0): -6.8}
# The ping of power-on has 28 and 7 % (-11.3 dB by the same calculation) at level 4: 16 dB less.
# The amplifier's input lowers its notes 0.8 dB less than 1 kHz.
POWER_ON_DBFS = -26.5


def onsets_of(bench, outcome, volume):
    """Returns the notes of a press that gives this outcome, at a volume of 0..10."""
    weights = [int(tuple(each) == outcome) for each in odds.OUTCOMES]
    bench.request("settings", set={"profile": "custom", "weights": weights, "volume": volume})
    start_ms = bench.now_ms
    bench.press()
    bench.advance(SOUND_MS)
    return [onset for onset in bench.heard().onsets if onset.at_ms >= start_ms]


def test_pitch_and_level_of_each_sound_are_exact(engine, bench_of):
    bench = bench_of(engine, 1)
    bench.advance_to(READY_MS)
    (ping,) = bench.heard().onsets
    assert ping.hz == pytest.approx(1174.66, rel=0.005)
    assert ping.level_db == pytest.approx(POWER_ON_DBFS, abs=1)
    for outcome, expected_hz in NOTES_HZ.items():
        onsets = onsets_of(bench, outcome, 10)
        heard_hz = [onset.hz for onset in onsets[: len(expected_hz)]]
        assert heard_hz == pytest.approx(expected_hz, rel=0.005)
        assert onsets[0].level_db == pytest.approx(FIRST_NOTE_DBFS[outcome], abs=1)
    for volume, level_dbfs in PING_DBFS.items():
        levels_db = [onset.level_db for onset in onsets_of(bench, ("coins", 2), volume)]
        assert levels_db == pytest.approx([level_dbfs] * 2, abs=1)
