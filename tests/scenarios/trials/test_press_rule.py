"""The press rule with noisy contacts: each press counts once, a spike never."""

from itertools import product
from random import Random

import pytest
from tests.pins import GPIO
from tests.waveforms import max_click

from pingblock.virtual.parts.contact import CLEAN, Bounce

ONE_COIN_MS = 900


def chatter(bench, gpio, start_ms, for_ms, chance, mean_us):
    """Opens and closes a contact at random from ``start_ms`` on."""
    at_us, low = start_ms * 1000, True
    while at_us < (start_ms + for_ms) * 1000:
        bench.engine.drive(at_us, gpio, False if low else None)
        at_us, low = at_us + 20 + chance.expovariate(1 / mean_us), not low
    bench.engine.drive((start_ms + for_ms) * 1000, gpio, None)


def test_bouncing_press_counts_once(open_bench, only):
    bench = open_bench(**only("coins", 1))
    kinds = list(product((1.0, 8.0), (0, 2, 20, 100)))
    for draws, (bounce_ms, edges) in enumerate(kinds, 1):
        bench.press(for_ms=50, bounce=Bounce(bounce_ms=bounce_ms, edges=edges))
        bench.advance(ONE_COIN_MS)
        assert len(bench.events("outcome")) == draws, (bounce_ms, edges)
    assert [event["draw"] for event in bench.events("outcome")] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_repeated_spikes_do_not_count_as_presses(open_bench, only):
    bench = open_bench(**only("coins", 1))
    for spike_us in (1, 10, *[50] * 48):
        bench.press(bounce=Bounce(spike_us=spike_us))
        bench.advance(13)
    assert bench.events("press") == []
    bench.advance(50)
    bench.press()
    bench.advance(100)
    assert len(bench.events("outcome")) == 1


# Longer than the 30 s of a stuck button for the rules, which the desk has, too. On the chip,
# longer than the 8 s of the watchdog, because interrupts take time there.
@pytest.mark.parametrize(
    ("engine", "for_s", "mean_us"),
    [("desk", 35, 2000), pytest.param("chip", 9, 400, marks=pytest.mark.long)],
)
def test_chattering_wire_draws_at_most_once_and_stops_nothing(
    engine, open_bench, only, for_s, mean_us
):
    bench = open_bench(**only("coins", 1))
    chatter(bench, GPIO["block_button"], 1100, for_s * 1000, Random(1), mean_us)
    bench.advance_to(for_s * 500)
    assert len(bench.events("outcome")) <= 1
    assert bench.request("hello")["ok"]["product"] == "pingblock"
    bench.advance_to(for_s * 1000 + 2000)
    assert len(bench.events("outcome")) <= 1
    before = len(bench.events("outcome"))
    bench.press(bounce=CLEAN)
    bench.advance(1000)
    assert len(bench.events("outcome")) == before + 1
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]


def test_chatter_on_the_check_button_does_not_delay_the_block(open_bench, only):
    bench = open_bench(**only("coins", 1))
    chatter(bench, GPIO["check_button"], 1100, 3000, Random(2), 400)
    for _ in range(2):
        bench.advance(1000)
        bench.press()
    bench.advance(1000)
    assert len(bench.events("outcome")) == 2


# ``reliability/test_faults.py`` causes each fault on the chip.
@pytest.mark.parametrize("engine", ["desk"])
def test_stuck_block_button_is_reported_and_check_button_works(open_bench, only):
    bench = open_bench(**only("coins", 2))
    bench.press(bounce=Bounce(stuck=True))
    bench.advance(29_000)
    assert bench.events("fault") == []
    bench.advance(2000)
    (fault,) = bench.events("fault")
    assert fault["code"] == "block_button_stuck"
    assert fault["say"].endswith(".")
    bench.advance(5000)
    replays = len(bench.events("replay"))
    bench.check()
    bench.advance(2000)
    assert len(bench.events("replay")) == replays + 1
    assert len(bench.heard().sounds[-1]) == 2
    assert len(bench.events("outcome")) == 1
    assert bench.request("status")["ok"]["faults"] == {"block_button_stuck": 1}


@pytest.mark.parametrize("engine", ["desk"])
def test_stuck_check_button_does_not_stop_the_block(open_bench, only):
    bench = open_bench(**only("coins", 2))
    bench.check(bounce=Bounce(stuck=True))
    bench.advance(31_500)
    assert [fault["code"] for fault in bench.events("fault")] == ["check_button_stuck"]
    bench.press()
    bench.advance(1500)
    assert len(bench.events("outcome")) == 1
    assert len(bench.heard().sounds[-1]) == 2


def test_button_held_at_power_on_counts_only_after_its_release(open_bench, only):
    bench = open_bench(until_ms=0, **only("coins", 1))
    bench.press(at_ms=0, for_ms=1500, bounce=CLEAN)
    bench.advance_to(2000)
    assert bench.events("outcome") == []
    bench.press()
    bench.advance(1000)
    assert len(bench.events("outcome")) == 1


@pytest.mark.parametrize(
    ("engine", "at_ms"),
    [
        *[("chip", at_ms) for at_ms in (150, 350, 700)],
        *[pytest.param("chip", at_ms, marks=pytest.mark.long) for at_ms in (120, 250, 500)],
    ],
)
def test_press_while_booting_counts_and_sounds_without_a_click(open_bench, only, at_ms):
    bench = open_bench(until_ms=0, **only("coins", 3))
    bench.press(at_ms=at_ms)
    bench.advance_to(3000)
    assert [event["draw"] for event in bench.events("outcome")] == [1]
    assert bench.events("press")[0]["kind"] == "press"
    assert max_click(bench.parts.sound) <= 0.05
    assert len(bench.heard().onsets) >= 3


@pytest.mark.rules
def test_long_hold_replays_once_without_a_draw(open_bench, only):
    bench = open_bench(**only("coins", 2))
    bench.press(for_ms=8000)
    bench.advance(10_000)
    assert [len(sound) for sound in bench.heard().sounds[1:]] == [2, 2]
    assert bench.events("replay")[0]["draw"] == 1
    assert len(bench.events("replay")) == 1
    assert bench.request("status")["ok"]["draws"] == 1


@pytest.mark.rules
def test_hold_needs_700_ms_and_a_press_that_counted(open_bench, only):
    bench = open_bench(**only("coins", 6))
    bench.press(for_ms=60)
    bench.press(at_ms=bench.now_ms + 500, for_ms=3000)
    bench.advance(8000)
    assert bench.events("replay") == []
    for held_ms, replays in ((640, 0), (780, 1)):
        bench.press(for_ms=held_ms)
        bench.advance(8000)
        assert len(bench.events("replay")) == replays


@pytest.mark.rules
def test_check_button_before_any_outcome_only_taps(open_bench):
    bench = open_bench()
    bench.advance(200)
    lit = len(bench.parts.light.changes)
    bench.check()
    bench.advance(1500)
    assert bench.events("outcome") == []
    assert bench.events("replay") == []
    assert bench.events("press")[0]["button"] == "check"
    assert len(bench.heard().sounds) == 2, "the ping of power-on, and a tap"
    assert len(bench.parts.light.changes) > lit


@pytest.mark.rules
def test_check_button_replays_the_last_draw(open_bench, draws_of):
    bench = open_bench(seed=7)
    for _ in range(2):
        bench.press()
        bench.advance(5000)
    bench.check()
    bench.advance(5000)
    outcome, coins = draws_of(7, 2)[-1]
    (replay,) = bench.events("replay")
    assert (replay["outcome"], replay.get("coins", 0), replay["draw"]) == (outcome, coins, 2)
    bench.press()
    bench.advance(100)
    assert bench.events("outcome")[-1]["draw"] == 3
