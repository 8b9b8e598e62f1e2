"""Sounds end completely and without a click, in each tested way."""

import pytest
from tests.scenarios.trials.endings import (
    ctrl_c,
    ctrl_c_and_soft_reset,
    power_off,
    two_ctrl_c,
)
from tests.waveforms import max_click, max_step_outside_tone, passed_silent_after, peak

CLICK_MAX = 0.05
SILENT_WITHIN_MS = 20.0
REQUEST_MS = 10.0  # time to read, check and answer a request
IN_MID_SOUND_MS = 400.3  # time after the press at which every outcome sounds
# a buffer of samples lasts 5.8 ms, and moments within it matter on the chip
PARTS_OF_A_BLOCK_MS = (0.0, 2.0, 4.0)


def mute(bench):
    bench.send('{"id": 99, "do": "volume", "level": 0}')


def cap_to_zero(bench):
    bench.send('{"id": 99, "do": "volume", "level": 10, "cap": 0}')


def lock_mute(bench):
    bench.send('{"id": 99, "do": "volume", "level": 10, "mute_lock": true}')


def run_pin(bench):
    bench.engine.run_pin(bench.engine.now_us, True)


REQUESTS = (mute, cap_to_zero, lock_mute)
ENDINGS = (*REQUESTS, ctrl_c, two_ctrl_c, ctrl_c_and_soft_reset, power_off)


def silent_after_ms(bench, at_ms):
    """Returns how long the amplifier passed sound on in the 300 ms after ``at_ms``."""
    bench.advance_to(at_ms + 300)
    return passed_silent_after(bench.parts.sound, at_ms)


def interrupted(open_bench, only, kind, ending, later_ms=0.0):
    """Returns a device whose loudest sound was interrupted by ``ending``, and the time of that."""
    bench = open_bench(volume=10, **only(kind, 6 if kind == "coins" else 0))
    bench.press()
    bench.advance(IN_MID_SOUND_MS + later_ms)
    at_ms = bench.now_ms
    assert peak(bench.heard().waveform) > 0.3, "a sound must play, to be interrupted"
    ending(bench)
    return bench, at_ms


def within_ms(ending):
    """Returns how long a sound can continue. After a request it is longer than after a press."""
    return SILENT_WITHIN_MS + (REQUEST_MS if ending in REQUESTS else 0.0)


@pytest.mark.parametrize(
    ("engine", "later_ms"),
    [
        *[pytest.param("chip", ms, marks=pytest.mark.long) for ms in PARTS_OF_A_BLOCK_MS[::2]],
        *[(engine, PARTS_OF_A_BLOCK_MS[1]) for engine in ("chip", "desk")],
    ],
)
@pytest.mark.parametrize("ending", ENDINGS)
def test_interrupted_laugh_ends_within_20_ms_without_a_click(open_bench, only, ending, later_ms):
    bench, at_ms = interrupted(open_bench, only, "laugh", ending, later_ms)
    assert silent_after_ms(bench, at_ms) <= within_ms(ending)
    assert max_click(bench.parts.sound) <= CLICK_MAX


def test_volume_0_silences_a_sound_within_20_ms(open_bench, only):
    bench = open_bench(volume=10, **only("laugh"))
    bench.press()
    bench.advance(IN_MID_SOUND_MS)
    bench.request("volume", level=0)
    (answer,) = bench.events("reply")
    bench.advance(300)
    assert passed_silent_after(bench.parts.sound, answer["at_ms"]) <= SILENT_WITHIN_MS


@pytest.mark.rules
@pytest.mark.parametrize("kind", ["coins", "power_up", "game_over"])
def test_other_outcomes_end_without_a_click(open_bench, only, kind):
    bench, at_ms = interrupted(open_bench, only, kind, mute)
    assert silent_after_ms(bench, at_ms) <= within_ms(mute)
    bench.advance(4000)
    bench.request("volume", level=10)
    bench.press()
    bench.advance(IN_MID_SOUND_MS)
    at_ms = bench.now_ms
    ctrl_c(bench)
    assert silent_after_ms(bench, at_ms) <= within_ms(ctrl_c)
    assert max_click(bench.parts.sound) <= CLICK_MAX


def test_reset_by_the_run_pin_silences_at_once(opened, only):
    def open_chip(**how):
        return opened("chip", **how)

    bench, at_ms = interrupted(open_chip, only, "laugh", run_pin)
    assert silent_after_ms(bench, at_ms) == 0.0
    assert max_click(bench.parts.sound) <= CLICK_MAX
    bench.engine.run_pin(bench.engine.now_us, False)
    bench.advance(2000)
    assert bench.request("hello")["ok"]["product"] == "pingblock"


@pytest.mark.parametrize(("kind", "coins"), [("coins", 6), ("power_up", 0), ("laugh", 0)])
def test_loudest_sound_starts_and_ends_without_a_click(open_bench, only, kind, coins):
    bench = open_bench(volume=10, **only(kind, coins))
    bench.press()
    bench.advance(4000)
    steps = bench.heard().waveform
    assert steps.levels[-1] == 0.0
    assert max_step_outside_tone(steps) <= CLICK_MAX


def test_unplugged_block_continues_its_sound_without_a_click(open_bench, only):
    bench = open_bench(volume=10, **only("laugh"))
    bench.press()
    bench.advance(IN_MID_SOUND_MS)
    bench.unplug()
    bench.advance(3000)
    assert len(bench.heard().sounds[-1]) == 6, "the laugh has six parts"
    assert max_step_outside_tone(bench.heard().waveform) <= CLICK_MAX


def test_volume_changes_during_a_sound_do_not_click(open_bench, only):
    bench = open_bench(volume=0, **only("game_over"))
    bench.press()
    for level in (10, 0, 1, 10, 0, 10, 5, 0, 10):
        bench.advance(100)
        assert bench.request("volume", level=level)["ok"]["volume"] == level
    bench.advance(4000)
    assert peak(bench.heard().waveform) > 0.5
    assert max_click(bench.parts.sound) <= CLICK_MAX


def test_power_on_does_not_click(open_bench):
    bench = open_bench()
    bench.power_off()
    bench.advance(50)
    bench.power_on()
    bench.advance(1500)
    assert len(bench.heard().sounds) == 2, "the ping of each power-on"
    assert max_click(bench.parts.sound) <= CLICK_MAX


def test_ctrl_c_switches_amplifier_and_light_off(open_bench, only):
    bench, _ = interrupted(open_bench, only, "game_over", ctrl_c)
    assert bench.led() != (0, 0, 0)
    bench.advance(300)
    assert bench.led() == (0, 0, 0)
    assert not bench.parts.sound.amplifier_on(1000, int(bench.now_ms), int(bench.now_ms) + 1)[0]


def test_press_after_a_soft_reset_sounds(open_bench, only):
    bench, _ = interrupted(open_bench, only, "coins", ctrl_c_and_soft_reset)
    bench.advance(2000)
    bench.press()
    bench.advance(3000)
    assert len(bench.heard().sounds[-1]) == 6
