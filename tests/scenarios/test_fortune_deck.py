"""Fortune deck on desk and chip: the sound's signature is the reported card."""

import pytest
from tests.scenarios.by_ear import name_of

from pingware.games.fortune import turns
from pingware.games.fortune.play import FortuneCards
from pingware.games.fortune.rules import cards_of, shuffle
from pingware.shared.random32 import from_int

SEED = 4
SURE = 1.5  # least ratio between the distances of the wrong sounds and that of the right one
CARD_MS = 2300
OFF_MS = 90_000
DESK = pytest.mark.parametrize("engine", ["desk"], indirect=True)


@pytest.fixture
def bench(engine, bench_of):
    bench = bench_of(engine, SEED)
    bench.advance_to(1500)
    bench.request("game", name="fortune")
    bench.advance(500)
    return bench


def order():
    pile = cards_of("fortune35_guess")
    shuffle(pile, from_int(SEED))
    return pile


def card_heard(bench):
    """Presses, and returns the card that an ear recognizes."""
    start_ms = bench.now_ms
    bench.press()
    bench.advance(CARD_MS)
    return name_of(bench, FortuneCards.SOUNDS, start_ms, bench.now_ms)[0]


@pytest.mark.pico2
def test_cards_sound_as_reported_in_the_order_of_the_seed(bench):
    for nth, card in enumerate(order()[:8]):
        start_ms = bench.now_ms
        bench.press()
        bench.press(start_ms + 300)  # This press is ignored, because a sound is playing.
        bench.advance(CARD_MS)
        told = bench.events("outcome")[-1]
        assert (told["draw"], told["card"], told["left"]) == (nth + 1, card, 34 - nth)
        name, margin = name_of(bench, FortuneCards.SOUNDS, start_ms, bench.now_ms)
        assert name == card
        assert margin > SURE


@pytest.mark.rules
def test_third_skull_crashes_after_a_wait_and_can_be_undone(bench):
    bench.request("settings", set={"fortune_deck": {"gold": 1}, "fortune_press": "turn"})
    bench.advance(300)
    start_ms = bench.now_ms
    for at_ms in (0, 2000, 3300, 4600):
        bench.press(start_ms + at_ms)
    bench.advance(6000)
    states = [each.get("state") for each in bench.events("outcome")]
    assert states == [None, "rolling", "rolling", "doubt"]
    bench.advance(4000)
    assert bench.events("outcome")[-1]["state"] == "out"
    crash_ms = next(each.at_ms for each in bench.heard().onsets if each.at_ms > start_ms + 6500)
    assert crash_ms - (start_ms + 4600) == pytest.approx(3000, abs=60)
    assert name_of(bench, turns.SOUNDS, crash_ms - 20, crash_ms + 1200)[0] == "crash"
    bench.check()
    bench.advance(1500)
    (told,) = bench.events("skulls")
    assert (told["act"], told["skulls"], told["state"]) == ("undo", 2, "rolling")


@pytest.mark.rules
def test_skull_counts_while_the_last_drum_still_sounds(bench):
    bench.request("settings", set={"fortune_press": "skull"})
    for nth, gap_ms in enumerate((300, 400, 500, 600, 700), 1):
        start_ms = bench.now_ms
        for press in range(4):
            bench.press(start_ms + press * gap_ms)
        bench.advance(3 * gap_ms + 1500)
        counted = [(each["skulls"], each["state"]) for each in bench.events("outcome")]
        turn = [(1, "rolling"), (2, "rolling"), (3, "doubt"), (4, "island")]
        assert counted == turn * nth, f"{gap_ms} ms"
        assert name_of(bench, turns.SOUNDS, start_ms + 3 * gap_ms, bench.now_ms)[0] == "chant"
        bench.check(for_ms=900)
        bench.advance(1500)


@pytest.mark.rules
def test_sleep_and_change_of_game_let_the_deck_continue(bench):
    bench.unplug()
    assert card_heard(bench) == order()[0]
    bench.advance(OFF_MS + 10_000)
    assert card_heard(bench) == order()[1]  # Its press has ended the sleep.
    bench.plug()
    bench.advance(1500)
    start_ms = bench.now_ms
    bench.press()
    bench.advance(200)
    assert bench.request("game", name="block")["ok"]["game"] == "block"
    bench.advance(CARD_MS)
    assert name_of(bench, FortuneCards.SOUNDS, start_ms, bench.now_ms)[0] == order()[2]
    bench.press()
    bench.advance(4000)
    assert bench.events("outcome")[-1]["outcome"] in ("coins", "laugh", "power_up", "game_over")


@DESK  # The chip would play the same.
def test_invalid_deck_is_refused_and_changes_nothing(bench):
    for deck in ("pk36", {"joker": 1}, {"gold": 36}, {}):
        refused = bench.request("settings", set={"fortune_deck": deck})["error"]
        assert refused["code"] == "bad_value"
        assert "pk35" in refused["say"]
    assert bench.request("fortune", act="cheat")["error"]["code"] == "bad_value"
    assert bench.request("status")["ok"]["settings"]["fortune_deck"] == "fortune35_guess"
