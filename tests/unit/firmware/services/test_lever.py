"""The lever: armed when pulled, a wiggle at the edge of release, faults reported once."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.device_moves import play
from tests.rules.rows import rows

from pingware.services.lever import HALF_PULL_MS, Lever
from pingware.shared import ticks

CHATTER_MS = 5000

REST, PULLED = False, True
START = ticks.PERIOD - 700  # the ticks wrap in every test


class Hand:
    """Works a lever and notes the events: (ms since the start, event)."""

    def __init__(self, look_ms=5, rested=True):
        self.lever = Lever()
        self.told = []
        self._look_ms = look_ms
        self._now_ms = -1000 if rested else 0
        self._level = REST
        if rested:
            self.stay(REST, 500).stay(REST, 500)

    def stay(self, level, ms):
        """Keeps the switch at a level. If the level is new, the first moment is an edge."""
        end = self._now_ms + ms
        self._level = level
        while self._now_ms < end:
            self.look()
            self._now_ms = min(end, self._now_ms + self._look_ms)
        return self

    def bounce(self, level, ms=4, seed=1):
        """Changes to a level with chatter of 1 ms."""
        rng = Random(seed)
        for _ in range(ms):
            self.stay(rng.choice((REST, PULLED)), 1)
        return self.stay(level, 0)

    def pull(self, ms):
        self.stay(PULLED, ms)

    def rest(self, ms):
        self.stay(REST, ms)

    def pull_and_rest(self, pull_ms, rest_ms):
        self.stay(PULLED, pull_ms).stay(REST, rest_ms)

    def look(self):
        while True:
            event = self.lever.update(self._level, ticks.add(START, self._now_ms))
            if not event:
                return
            self.told.append((self._now_ms, event))

    @property
    def fault(self):
        return self.lever.fault

    @property
    def events(self):
        return [event for _at, event in self.told]


@pytest.mark.parametrize("row", rows("lever"))
def test_pulls_of_row_cause_its_events(row):
    play(Hand(row.get("look_ms", 5), rested="cold" not in row), row["play"])


def test_bounces_neither_restart_the_pull_nor_repeat_an_event():
    hand = Hand(look_ms=1)
    hand.stay(PULLED, 1).bounce(PULLED).stay(PULLED, 295).stay(REST, 1).bounce(REST, seed=3)
    hand.stay(REST, 1000)
    assert hand.told == [(HALF_PULL_MS, "armed"), (300, "released")]


@pytest.mark.parametrize("seed", range(20))
def test_bouncing_pull_arms_and_releases_exactly_once(seed):
    hand = Hand(look_ms=1)
    hand.stay(PULLED, 1).bounce(PULLED, 8, seed).stay(PULLED, 400)
    hand.stay(REST, 1).bounce(REST, 8, seed + 1).stay(REST, 400)
    assert hand.events == ["armed", "released"]
    assert hand.told[1][0] == 409


@pytest.mark.parametrize("phase_ms", [1, 7, 30, 100])
def test_endless_chatter_of_the_switch_is_reported_once(phase_ms):
    hand = Hand(look_ms=1)
    for _ in range(2 * CHATTER_MS // phase_ms):
        hand.stay(PULLED, phase_ms).stay(REST, phase_ms)
    assert hand.events == ["lever_chatter"]
    assert hand.told[0][0] == CHATTER_MS


def test_steady_pulls_with_rests_between_cause_no_fault():
    hand = Hand(look_ms=1)
    for _ in range(2 * CHATTER_MS // HALF_PULL_MS):
        hand.stay(PULLED, HALF_PULL_MS).stay(REST, HALF_PULL_MS)
    assert set(hand.events) == {"armed", "released"}


def test_chatter_while_armed_cancels_the_arming():
    hand = Hand(look_ms=1).stay(PULLED, 500)
    for _ in range(2 * CHATTER_MS // 10):
        hand.stay(REST, 5).stay(PULLED, 5)
    assert "lever_chatter" in hand.events
    assert hand.events.count("released") <= 1  # the first edge of the bounce
    hand.told.clear()
    hand.stay(REST, 2000)
    assert hand.events == ["lever_free"]


def test_playing_with_the_lever_for_a_minute_causes_no_fault():
    hand = Hand()
    for _ in range(60):
        hand.stay(PULLED, HALF_PULL_MS + 10).stay(REST, 40).stay(PULLED, 60).stay(REST, 740)
    assert set(hand.events) == {"armed", "released"}


def test_pin_that_floats_from_power_on_causes_no_fault():
    hand = Hand(look_ms=1, rested=False)
    for _ in range(2 * CHATTER_MS // 7):
        hand.stay(PULLED, 7).stay(REST, 7)
    assert hand.told == []


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40_000)), max_size=30))
def test_events_alternate_and_lever_recovers_after_any_moves(moves):
    hand = Hand(look_ms=50)
    for level, ms in moves:
        hand.stay(level, ms)
    hand.stay(REST, 2000)
    armed = False
    for event in hand.events:
        if event == "armed":
            assert not armed
        if event == "released":
            assert armed
        armed = event == "armed"
    assert hand.lever.fault is None
    assert hand.events.count("lever_free") == hand.events.count("lever_stuck")
    hand.told.clear()
    hand.stay(PULLED, 300).stay(REST, 100)
    assert hand.events == ["armed", "released"]


@given(st.lists(st.integers(1, 400), max_size=60))
def test_lever_works_again_after_any_chatter(phases):
    hand = Hand(look_ms=3)
    for index, ms in enumerate(phases):
        hand.stay(index % 2 == 0, ms)
    hand.stay(REST, 2000)
    faults = [event for event in hand.events if event.startswith("lever_")]
    assert faults in ([], ["lever_chatter", "lever_free"])
    hand.told.clear()
    hand.stay(PULLED, 300).stay(REST, 100)
    assert hand.events == ["armed", "released"]
