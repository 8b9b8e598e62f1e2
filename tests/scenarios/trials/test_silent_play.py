"""A muted block shows the same with only the light, in the same time (QB-07)."""

from itertools import pairwise

import pytest

from pingware.games.block.rules import OUTCOMES

LIGHT_STEP_MS = 35.0
WAYS = ({"volume": 0}, {"volume": 10, "mute_lock": True}, {"volume": 10, "cap": 0})


def muted(open_bench, settings):
    """Returns a device that has played one outcome without a sound."""
    bench = open_bench(**settings)
    bench.press()
    bench.advance(4500)
    return bench


def light_of_a_press(bench):
    """Presses, waits, and returns the light's changes: (ms after the press, colour) each."""
    start_ms = bench.now_ms
    bench.press()
    bench.advance(4500)
    changes = [(at_us / 1000 - start_ms, rgb) for at_us, rgb in bench.parts.light.changes]
    return [change for change in changes if change[0] >= 0]


def lit_times_ms(changes):
    """Returns when the light went on, and when it went off."""
    lit = [(at_ms, any(rgb)) for at_ms, rgb in changes]
    before = [False, *(on for _, on in lit)]
    return [at_ms for (at_ms, on), was in zip(lit, before, strict=False) if on != was]


def pattern_ms(changes):
    """Returns when the light fell by half or more, and when it changed last."""
    bright = [(at_ms, sum(rgb)) for at_ms, rgb in changes]
    falls = [at_ms for (_, was), (at_ms, now) in pairwise(bright) if was > 150 and now < was / 2]
    return [*falls, bright[-1][0]]


# The choice of the light is a rule, the same on each engine. Its timing depends on the engine.
@pytest.mark.rules
def test_light_shows_muted_outcomes_in_the_same_pattern(bench, only):
    for kind, count in OUTCOMES:
        bench.request("settings", set={"volume": 10, **only(kind, count)})
        aloud = light_of_a_press(bench)
        bench.request("volume", level=0)
        dark = light_of_a_press(bench)
        assert pattern_ms(dark) == pytest.approx(pattern_ms(aloud), abs=LIGHT_STEP_MS), kind
        assert {rgb for _, rgb in dark[:3]} & {rgb for _, rgb in aloud[:6]}, "another colour"
        assert bench.led() == (0, 0, 0)
        if kind == "coins":
            check_count(lit_times_ms(dark), count)


def check_count(times_ms, count):
    """Checks that the light flashes with the pings, every 350.5 ms, for 175 ms each (QB-R2)."""
    assert len(times_ms) == 2 * count
    for nth, (on_ms, off_ms) in enumerate(zip(times_ms[::2], times_ms[1::2], strict=True)):
        assert on_ms == pytest.approx(350.5 * nth, abs=LIGHT_STEP_MS)
        assert off_ms - on_ms == pytest.approx(175, abs=LIGHT_STEP_MS)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "_".join(way))
def test_muted_block_keeps_pin_and_amplifier_off_from_power_on(open_bench, only, way):
    bench = muted(open_bench, {**way, **only("game_over")})
    assert not bench.heard().waveform.levels.any()
    assert any(sum(rgb) for at_us, rgb in bench.parts.light.changes if at_us < 1e6)
    assert not bench.parts.sound.amplifier_on(1000, 0, int(bench.now_ms)).any()
    assert [event["outcome"] for event in bench.events("outcome")] == ["game_over"]


@pytest.mark.rules
def test_press_during_a_muted_outcome_does_not_draw(open_bench, only):
    bench = open_bench(volume=0, **only("coins", 6))
    for at_ms in (1100, 1500, 2500, 2900):
        bench.press(at_ms)
    bench.advance_to(6000)
    assert len(bench.events("outcome")) == 1
    bench.press()
    bench.advance(100)
    assert len(bench.events("outcome")) == 2


@pytest.mark.rules
def test_muted_and_loud_blocks_are_busy_for_the_same_time(open_bench, only):
    ends = []
    for level in (0, 10):
        bench = open_bench(volume=level, **only("power_up"))
        bench.press()
        bench.advance(50)
        while bench.request("replay")["ok"]["replay"] == "busy":
            bench.advance(20)
        ends.append(bench.now_ms)
    assert ends[0] == pytest.approx(ends[1], abs=60)
