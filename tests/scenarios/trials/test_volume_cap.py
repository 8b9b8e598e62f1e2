"""Never louder than the owner's cap, with all tested requests and stored values."""

import json
from itertools import pairwise
from types import SimpleNamespace

import pytest
from tests.waveforms import max_click, peak

from pingware.shared import volume

MIDDLE = 472
ROUNDING = 0.004  # error of a sample: one count, and the middle, which is off by half a count
LEVELS = range(11)
GAME_OVER_MS = 3200
TWO_BLOCKS_MS = 12  # 2 x 128 samples of 45.36 us can be mixed before the request arrives
NOISE = bytes(range(256)) * 8
# With a correct CRC: files of a faulty program, not of a faulty file system. For other stored
# values see ``tests/unit/firmware/shared/test_settings.py`` and ``storage`` there.
NONSENSE_VALUES = (
    [],
    {"version": 1, "volume": 999, "cap": 999},
    {"version": 99, "volume": {"level": 10}, "cap": [10], "profile": "loud", "cells": 7},
)


def cap_share(cap):
    """Returns the largest swing that ``cap`` allows, 0.0..1.0."""
    chosen = SimpleNamespace(loudness=10, cap=cap)
    return volume.gain_and_cap(chosen)[1] / MIDDLE


def play_game_over(bench):
    """Plays the loudest outcome. Returns the peak of its swing."""
    start_us = bench.now_ms * 1000
    assert bench.request("press")["ok"] == {"accepted": True}
    bench.advance(GAME_OVER_MS)
    return peak(bench.parts.sound.waveform(start_us))


def test_caps_rise_from_silence_to_full_scale():
    shares = [cap_share(cap) for cap in LEVELS]
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert all(low < high for low, high in pairwise(shares))


def check_full_volume(bench, cap):
    bench.request("volume", level=10, cap=cap)
    peak = play_game_over(bench)
    assert peak <= cap_share(cap) + ROUNDING, cap
    assert peak >= 0.8 * cap_share(cap) - ROUNDING, f"quieter than it may be: {cap}"


def test_full_volume_stays_below_the_cap_on_the_chip(opened, only):
    bench = opened("chip", **only("game_over"))
    for cap in (0, 1, 5, 10):
        check_full_volume(bench, cap)


@pytest.mark.long
def test_every_volume_with_every_cap_stays_below_the_cap(opened, only):
    bench = opened("desk", **only("game_over"))
    for cap in LEVELS:
        check_full_volume(bench, cap)
        for level in range(10):
            bench.request("volume", level=level, cap=cap)
            assert play_game_over(bench) <= cap_share(cap) + ROUNDING, (level, cap)


def test_cap_lowered_during_a_sound_applies_within_two_blocks(open_bench, only):
    bench = open_bench(volume=10, **only("game_over"))
    bench.press()
    bench.advance(300)
    bench.request("volume", level=10, cap=2)
    start_us = (bench.now_ms + TWO_BLOCKS_MS) * 1000
    bench.advance(GAME_OVER_MS)
    assert 0 < peak(bench.parts.sound.waveform(start_us)) <= cap_share(2) + ROUNDING


def test_block_with_damaged_settings_plays_within_the_default_cap(open_bench):
    assert_plays(open_bench(files={"/settings.a": NOISE, "/settings.b": NOISE}))


@pytest.mark.rules
@pytest.mark.parametrize("values", NONSENSE_VALUES)
def test_block_with_invalid_settings_plays_within_the_default_cap(open_bench, slot, values):
    assert_plays(open_bench(files={"/settings.a": slot(values)}))


def assert_plays(bench):
    status = bench.request("status")["ok"]
    settings = status["settings"]
    assert settings["volume"] in LEVELS
    assert settings["cap"] in LEVELS
    assert status["problems"]
    bench.press()
    bench.advance(4000)
    assert len(bench.events("outcome")) == 1
    assert bench.heard().sounds[1:]
    assert peak(bench.heard().waveform) <= cap_share(settings["cap"]) + ROUNDING
    assert max_click(bench.parts.sound) <= 0.05


@pytest.mark.rules
def test_invalid_volume_does_not_lift_a_valid_cap(open_bench, only, slot):
    values = {"version": 1, "volume": 999, "cap": 1, **only("game_over")}
    bench = open_bench(files={"/settings.a": slot(values)})
    bench.press()
    bench.advance(GAME_OVER_MS)
    assert 0 < peak(bench.heard().waveform) <= cap_share(1) + ROUNDING


@pytest.mark.rules
def test_refused_volume_changes_nothing(bench):
    before = bench.request("status")["ok"]["settings"]
    for wrong in (-1, 11, 1000, True, "10", None, [5], 1 << 30):
        for asked in ({"level": wrong}, {"level": 10, "cap": wrong}):
            # The codec would not send such a request, so it is written by hand.
            told = send_raw(bench, {"id": "raw", "do": "volume", **asked})
            assert told["error"]["code"] == "bad_value", asked
    assert bench.request("status")["ok"]["settings"] == before


def send_raw(bench, message):
    """Sends an unchecked message and returns its answer."""
    bench.parts.tap.replies.pop(message["id"], None)
    bench.send(json.dumps(message))
    bench.advance(100)
    return bench.parts.tap.replies[message["id"]]
