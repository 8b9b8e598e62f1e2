"""Custom sounds instead of built-in ones: played or refused, just as fast, and not louder."""

import struct
from itertools import pairwise
from zlib import crc32

import numpy as np
import pytest
from tests.scenarios.trials.own_sound_files import (
    LAUGH_HZ,
    PING,
    PING_HZ,
    RISE,
    made,
    on_device,
    wav,
)
from tests.waveforms import peak

PRESS_MS = 1200.0
LONGEST_MS = 4000.0
SLOWEST_MS = 60.0
OUR_LAUGH_HZ = 643
HEAD_BYTES, RECORDING_WORD = 12, 11
VOLUME = 10


def after_press(bench, for_ms=LONGEST_MS):
    """Presses, and returns the onsets that follow."""
    bench.press(PRESS_MS)
    bench.advance_to(PRESS_MS + for_ms)
    return [onset for onset in bench.heard().onsets if onset.at_ms > PRESS_MS]


def near(onset, hz):
    return abs(onset.hz - hz) < 0.03 * hz


@pytest.mark.rules
def test_custom_ping_counts_coins_at_the_usual_pace(open_bench, only):
    bench = open_bench(files=on_device(made("ping", PING)), volume=VOLUME, **only("coins", 4))
    heard = after_press(bench)
    assert len(heard) == 4
    assert all(near(onset, PING_HZ) for onset in heard)
    assert heard[0].at_ms - PRESS_MS < SLOWEST_MS
    gaps = np.diff([onset.at_ms for onset in heard])
    assert np.all(np.abs(gaps - 350.5) < 3)
    assert bench.events("outcome")[0]["coins"] == 4


@pytest.mark.rules
def test_replay_does_not_change_the_coins_of_later_outcomes(open_bench, stored):
    weights = [1, 0, 0, 0, 0, 1, 0, 0, 0]  # one coin or six
    bench = open_bench(
        files=on_device(made("ping", PING)), volume=VOLUME, profile="custom", weights=weights
    )
    for _ in range(6):
        bench.press()
        bench.advance(2500)
        bench.check()
        bench.advance(2500)
    told = [event for event in bench.events() if event["kind"] in ("outcome", "replay")]
    assert len(told) == 12
    assert {event["coins"] for event in told} == {1, 6}
    assert {a["coins"] - b["coins"] for a, b in pairwise(told)} == {-5, 0, 5}
    notes = [onset.at_ms for onset in bench.heard().onsets if near(onset, PING_HZ)]
    for event in told:
        during = [at_ms for at_ms in notes if -20 < at_ms - event["at_ms"] < 2400]
        assert len(during) == event["coins"], event


def test_recording_is_heard_at_its_pitch_and_length(open_bench, only):
    own = made("laugh", wav(lasts_ms=700), ".wav")
    bench = open_bench(files=on_device(own), volume=VOLUME, **only("laugh"))
    (onset,) = after_press(bench)
    assert near(onset, LAUGH_HZ)
    assert onset.at_ms - PRESS_MS < SLOWEST_MS
    assert bench.request("status")["ok"]["underruns"] == 0
    audio, rate_hz = bench.audio(PRESS_MS)
    loud = np.flatnonzero(np.abs(audio) > 0.05)
    assert (loud[-1] - loud[0]) * 1000 / rate_hz == pytest.approx(700, abs=15)


@pytest.mark.rules
def test_two_recordings_fit_side_by_side(open_bench, only):
    low = made("laugh", wav(hz=300), ".wav")
    high = made("game_over", wav(hz=900), ".wav")
    files = on_device(low, high)
    for kind, hz in (("laugh", 300), ("game_over", 900)):
        bench = open_bench(files=files, volume=VOLUME, **only(kind))
        assert near(after_press(bench)[0], hz)


def harmful(data):
    """Returns a recording that points elsewhere in memory, with a correct CRC."""
    data = bytearray(data)
    struct.pack_into("<i", data, HEAD_BYTES + 4 * RECORDING_WORD, 60_000)
    struct.pack_into("<I", data, 4, crc32(data[8:]))
    return bytes(data)


# The fault in the file of each sound.
SPOILT = {
    "game_over": lambda data: data[:99] + bytes([data[99] ^ 4]) + data[100:],
    "go": lambda data: data[:-5],
    "laugh": harmful,
    "ping": lambda data: data + b"x",
    "power_up": lambda _data: b"",
    "self_test": lambda data: data[:7],
    "tick_1": lambda _data: b"no sound at all, but long enough to be one",
}


@pytest.mark.rules
def test_damaged_sounds_are_reported_once_and_built_in_ones_play(open_bench, only):
    good = made("laugh", wav(lasts_ms=100), ".wav").data  # all of them fit into memory
    spoilt = {f"/sounds/{name}.snd": spoil(good) for name, spoil in SPOILT.items()}
    bench = open_bench(files=spoilt, volume=VOLUME, **only("laugh"))
    assert near(after_press(bench)[0], OUR_LAUGH_HZ)
    (fault,) = bench.events("fault")
    assert fault["code"] == "sound_unusable"
    assert fault["say"] == "The sound power_up cannot be played (it is cut off): upload it again."
    reply = bench.request("sounds")["ok"]
    assert (reply["own"], reply["unusable"]) == ({}, list(SPOILT))


def test_sound_too_big_for_memory_is_refused_and_others_play(open_bench, only):
    big = [made(name, wav(lasts_ms=900), ".wav") for name in ("game_over", "laugh")]
    files = on_device(*big, made("ping", PING))
    bench = open_bench(files=files, volume=VOLUME, **only("coins", 1))
    reply = bench.request("sounds")["ok"]
    assert (sorted(reply["own"]), reply["unusable"]) == (["game_over", "ping"], ["laugh"])
    assert near(after_press(bench)[0], PING_HZ)


@pytest.mark.rules
def test_unused_sounds_and_other_files_are_ignored(open_bench):
    data = made("ping", PING).data
    others = {"/sounds/.part": b"half a file", "/sounds/readme.txt": b"hello"}
    bench = open_bench(files={"/sounds/load.snd": data, "/sounds/no_such.snd": data, **others})
    answer = bench.request("sounds")["ok"]
    assert (answer["own"], answer["unusable"], answer["ram"][0]) == ({}, [], 0)
    assert bench.events("fault") == []


@pytest.mark.rules
def test_custom_sound_obeys_cap_and_mute(open_bench, only):
    own = made("laugh", wav(share=1.0), ".wav")
    bench = open_bench(files=on_device(own), **only("laugh"))
    peaks = []
    for how in ({"level": 10}, {"level": 10, "cap": 5}, {"level": 0}, {"level": 9, "mute": True}):
        muted = how.pop("mute", False)
        bench.request("volume", **how, mute_lock=muted)
        start_ms = bench.now_ms
        bench.press()
        bench.advance(LONGEST_MS)
        peaks.append(peak(bench.parts.sound.waveform(start_ms * 1000)))
    assert peaks[0] > 0.5
    assert 0 < peaks[1] < peaks[0] * 0.4  # 10 dB less
    assert peaks[2:] == [0, 0]
    assert [event["outcome"] for event in bench.events("outcome")] == ["laugh"] * 4


def first_change_us(bench):
    wave = bench.parts.sound.waveform(PRESS_MS * 1000)
    return next(at for at, level in zip(wave.times_us, wave.levels, strict=True) if level > 0)


def test_custom_sounds_do_not_delay_a_press(open_bench, only):
    own = on_device(made("laugh", wav(lasts_ms=1400), ".wav"), made("ping", PING))
    delays = []
    for files in ({}, own):
        bench = open_bench(files=files, volume=VOLUME, **only("laugh"))
        after_press(bench, 200)
        delays.append(first_change_us(bench) - PRESS_MS * 1000)
    assert delays[1] == pytest.approx(delays[0], abs=100)


def lit_ms(bench):
    """Presses, and returns the time in ms until the light goes out."""
    bench.press(PRESS_MS)
    bench.advance_to(PRESS_MS + 4600)
    at_us, rgb = bench.parts.light.changes[-1]
    assert not any(rgb)
    return at_us / 1000 - PRESS_MS


@pytest.mark.rules
def test_light_lasts_as_long_as_the_longer_sound(open_bench, only):
    short, longer = made("power_up", "0 bell A5 100 60\n"), made("power_up", RISE)
    assert longer.length_ms > 3600
    for own, last_ms in (((), 1350), ((short,), 1350), ((longer,), longer.length_ms)):
        bench = open_bench(files=on_device(*own), volume=VOLUME, **only("power_up"))
        assert lit_ms(bench) == pytest.approx(last_ms, abs=60)


@pytest.mark.rules
def test_custom_sounds_play_at_power_on_and_for_the_worms(open_bench):
    own = [made(name, "0 bell A5 150 60\n") for name in ("self_test", "go")]
    bench = open_bench(files=on_device(*own), volume=VOLUME)
    bench.request("worms", run="start")
    bench.advance(400)
    assert [near(onset, PING_HZ) for onset in bench.heard().onsets] == [True, True]


@pytest.mark.rules
def test_requested_sound_plays_only_in_silence(open_bench):
    bench = open_bench(files=on_device(made("laugh", wav(), ".wav")), volume=VOLUME)
    assert bench.request("sounds", play="laugh")["ok"]["playing"] is True
    bench.advance(100)
    assert near(bench.heard().onsets[-1], LAUGH_HZ)
    bench.press()
    bench.advance(100)
    assert bench.request("sounds", play="ping")["ok"]["playing"] is False
    assert len(bench.events("outcome")) == 1
    bench.advance(LONGEST_MS)
    assert bench.request("sounds", play="go")["ok"]["playing"] is True
    refused = bench.request("sounds", play="tusch")["error"]
    assert refused["code"] == "bad_value"
    assert refused["say"] == "The loaded game has no sound tusch."


@pytest.mark.rules
def test_reload_of_sounds_waits_for_the_current_sound(open_bench, only):
    recorded = made("ping", wav(hz=PING_HZ, lasts_ms=280), ".wav")
    bench = open_bench(files=on_device(recorded), volume=VOLUME, **only("coins", 6))
    bench.press()
    bench.advance(50)
    assert bench.request("sounds", load=True)["ok"]["waiting"] is True
    bench.advance(1800)  # the device has checked at least once
    assert bench.request("sounds")["ok"]["waiting"] is True
    bench.advance(LONGEST_MS)
    assert bench.request("sounds")["ok"]["waiting"] is False
    heard = [onset for onset in bench.heard().onsets if near(onset, PING_HZ)]
    assert np.diff([onset.at_ms for onset in heard]) == pytest.approx([350.5] * 5, abs=3)
    bench.press()
    bench.advance(LONGEST_MS)
    assert len([onset for onset in bench.heard().onsets if near(onset, PING_HZ)]) == 12


def test_press_before_custom_sounds_load_plays_the_built_in_one(opened, only):
    own = on_device(made("laugh", wav(lasts_ms=1400), ".wav"))
    bench = opened("chip", files=own, until_ms=120, volume=VOLUME, **only("laugh"))
    bench.press()
    bench.advance(3500)
    heard = bench.heard().onsets
    assert near(heard[0], OUR_LAUGH_HZ)
    assert heard[0].at_ms < 120 + SLOWEST_MS
    bench.press()
    bench.advance(500)
    assert near(bench.heard().onsets[-1], LAUGH_HZ)


# Settings at the start, later settings, the custom tune, whether other sounds come before it.
OWNED = {
    "storm_dice": ({"action_weights": [1, 0, 0, 0]}, {}, "shot", True),
    "fortune": ({"fortune_deck": {"gold": 1}}, {}, "gold", False),
    "fortune, skulls later": ({}, {"fortune_press": "skull"}, "drum_1", False),
    "dice": ({"dice_rules": "one"}, {}, "die_1", False),
    "dice, block later": ({"dice_rules": "one"}, {"dice_rules": "celebration"}, "ping", False),
}


@pytest.mark.parametrize("case", OWNED)
def test_custom_sound_plays_in_each_game_even_if_loaded_later(bench_of, slot, case):
    """Skulls, and the Question Block with the die, are loaded after a setting is changed."""
    settings, later, tune, others = OWNED[case]
    settings = {**settings, "profile": "custom", "weights": [1, 0, 0, 0, 0, 0, 0, 0, 0]}
    stored = slot({"version": 1, "game": case.split(",")[0], "rent_ticks": False, **settings})
    own = made(tune, "0 bell A5 150 60\n").data
    bench = bench_of("desk", 5, files={"/settings.a": stored, f"/sounds/{tune}.snd": own})
    bench.advance_to(1500)
    if later:
        bench.request("settings", set=later)
        bench.advance(2500)
    start_ms = bench.now_ms
    if tune == "ping":
        bench.check()
    else:
        bench.press()
    bench.advance(4000)
    heard = [each for each in bench.heard().onsets if each.at_ms > start_ms]
    assert heard
    assert [each for each in heard if near(each, PING_HZ)] == (heard[-1:] if others else heard)
