"""A press at the moment when another sound begins or has just ended.

The answer to a request also counts as such a moment, because its reader can press. The long
version, every 10 us around every kind of start, is ``tests/soak/test_press_edges.py``.
"""

import pytest
from benchmarks import starts
from benchmarks.branches import branch
from benchmarks.takeover import fingerprint, press_at

from pingblock.virtual.heard import End
from pingblock.virtual.parts.contact import CLEAN
from pingware.shared import protocol

NEAR_US = range(-300, 301, 100)
NEW_SOUND_MS = 6.5
AFTER_ANSWER_MS = (0, 0.3, 3, 20)
CLICK_MAX = 0.05
DEAD_MS = 30.0


@pytest.mark.parametrize(
    "start", [starts.power_on_ping, starts.soft_tick], ids=lambda f: f.__name__
)
def test_press_around_an_announcement_counts_once_and_sounds(opened, only, start):
    bench = opened("chip", **only("coins", 1))
    known = fingerprint(bench)
    at_ms = start(bench)
    for near_us in NEAR_US:
        answer = press_at(bench, at_ms + near_us / 1000, known)
        assert answer.draws == 1, f"{near_us} us"
        assert answer.began_ms is not None, f"{near_us} us: reported, but another sound is heard"
        assert answer.began_ms <= NEW_SOUND_MS
        assert answer.largest_step <= CLICK_MAX


@pytest.mark.parametrize(("kind", "coins"), [("coins", 2), ("game_over", 0)])
def test_press_soon_after_a_sound_has_ended_counts(opened, only, kind, coins):
    bench = opened("chip", volume=10, **only(kind, coins))

    def last_heard_ms():
        bench.press(bounce=CLEAN)
        bench.advance(4500)
        return [end.at_ms for end in bench.heard().features if isinstance(end, End)][-1]

    end_ms = branch(last_heard_ms)
    bench.press(bounce=CLEAN)
    bench.press(end_ms - 100, bounce=CLEAN)
    bench.press(end_ms + DEAD_MS, bounce=CLEAN)
    bench.advance_to(end_ms + 300)
    assert [event["draw"] for event in bench.events("outcome")] == [1, 2]


@pytest.mark.parametrize(
    ("game", "do", "fields", "outcome"),
    [
        ("block", "profile", {"name": "custom", "weights": [0] * 8 + [1]}, "game_over"),
        ("dice", "dice", {"auction": "start"}, "bid"),
        ("storm_dice", "storm_dice", {"next": "jail", "player": 2, "tries": 1}, "jail_try"),
    ],
)
def test_press_after_the_answer_follows_the_request(opened, game, do, fields, outcome):
    bench = opened("chip", game=game)

    def outcome_of_press(after_ms):
        bench.send(protocol.encode({"id": 1, "do": do, **fields}))
        while 1 not in bench.parts.tap.replies:
            bench.advance(0.05)
        bench.advance(after_ms)
        bench.press(bounce=CLEAN)
        bench.advance(300)
        return [event["outcome"] for event in bench.events("outcome")][-1]

    found = {ms: branch(lambda ms=ms: outcome_of_press(ms)) for ms in AFTER_ANSWER_MS}
    assert found == dict.fromkeys(AFTER_ANSWER_MS, outcome)
