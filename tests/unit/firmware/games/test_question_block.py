"""The rules of the Question Block: what is drawn, replayed, ignored and said, and when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ticks
from games import odds, question_block
from games.odds import OUTCOMES, Outcome
from games.question_block import QuestionBlock
from games.random32 import from_int

MANUAL = odds.weights_of("manual")
JUNIOR = odds.weights_of("junior")


class Stage:
    """A speaker that can be busy, a light and a link, all of which remember."""

    def __init__(self):
        self.busy = False
        self.played = []
        self.lights = []
        self.messages = []

    def play(self, name, coins):
        if self.busy:
            return False
        self.busy = True
        self.played.append((name, coins))
        return True

    def light(self, show, coins):
        self.lights.append((show, coins))

    def report(self, message):
        self.messages.append(message)

    def told(self, event):
        return [message for message in self.messages if message["event"] == event]


class Table:
    """A game on a stage, and the app's part: the interrupt that starts the armed sound."""

    def __init__(self, seed=1, weights=MANUAL):
        self.stage = Stage()
        self.game = QuestionBlock(self.stage, from_int(seed), weights)
        self.now_ms = ticks.PERIOD - 5000
        self.game.start()

    def press(self):
        """The finger: the interrupt starts the armed sound unless one is sounding."""
        if self.stage.busy:
            return
        self.stage.busy = True
        self.game.handle("accepted", self.now_ms)

    def end(self):
        self.stage.busy = False
        return self.game.handle("ended", self.now_ms)

    def whole_press(self):
        self.press()
        self.game.handle("release", self.now_ms)
        while self.game.sounding:
            self.end()

    def wait(self, ms):
        self.now_ms = ticks.add(self.now_ms, ms)
        self.game.tick(self.now_ms)


@pytest.fixture
def table():
    return Table()


def first_draws(seed, count, weights=MANUAL):
    generator = from_int(seed)
    return [OUTCOMES[odds.draw(generator, weights)] for _ in range(count)]


def test_presses_give_the_draws_of_the_seed_in_order():
    table = Table(seed=7)
    given_outcomes = []
    for _ in range(30):
        table.whole_press()
        given_outcomes.append(table.game.last)
    assert given_outcomes == first_draws(7, 30)


def test_arms_the_outcome_that_the_next_press_then_gives(table):
    for _ in range(20):
        armed = table.game.armed
        table.whole_press()
        assert table.game.last == armed


def test_reports_the_press_and_its_outcome(table):
    table.press()
    outcome = first_draws(1, 1)[0]
    assert table.stage.messages[0] == {"event": "press", "button": "block"}
    assert table.stage.messages[1] == {"event": "outcome", "outcome": outcome.kind, "draw": 1}


def test_reports_the_number_of_coins_only_for_coins():
    table = Table(weights=JUNIOR)
    table.press()
    assert table.stage.messages[1]["coins"] == first_draws(1, 1, JUNIOR)[0].coins


def test_lights_the_outcome_at_once_and_goes_dark_at_its_end(table):
    table.press()
    assert table.stage.lights == [tuple(table.game.last)]
    table.end()
    assert table.stage.lights[-1] == ("off", 0)


def test_counts_every_outcome(table):
    for _ in range(200):
        table.whole_press()
    expected = first_draws(1, 200)
    assert table.game.draws == 200
    assert table.game.counts == [expected.count(outcome) for outcome in OUTCOMES]


def test_holding_replays_after_the_end_without_a_draw_qb_r5_qb_t13(table):
    table.press()
    last, armed = table.game.last, table.game.armed
    assert table.game.handle("hold", table.now_ms) == "done"
    assert table.stage.played == []  # never during the outcome
    table.end()
    assert table.stage.played == [tuple(last)]
    assert (table.game.draws, table.game.armed) == (1, armed)
    assert table.stage.told("replay")[0]["draw"] == 1


def test_three_pings_held_are_three_pings_again_qb_t13():
    table = Table(weights=odds.weights_of("custom", [0, 0, 1, 0, 0, 0, 0, 0, 0]))
    table.press()
    table.game.handle("hold", table.now_ms)
    table.end()
    assert table.stage.played == [("coins", 3)]
    assert table.stage.lights == [("coins", 3), ("off", 0), ("coins", 3)]
    assert table.game.counts == [0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_a_hold_that_comes_after_a_short_outcome_replays_at_once(table):
    table.press()
    table.end()
    table.game.handle("hold", table.now_ms)
    assert table.stage.played == [tuple(table.game.last)]


def test_one_hold_replays_once(table):
    table.press()
    for _ in range(3):
        table.game.handle("hold", table.now_ms)
    table.end()
    table.end()
    assert table.game.handle("hold", table.now_ms) == "nothing"
    assert len(table.stage.told("replay")) == 1


def test_a_hold_let_go_before_the_end_still_replays(table):
    table.press()
    table.game.handle("hold", table.now_ms)
    table.game.handle("release", table.now_ms)
    table.end()
    assert len(table.stage.told("replay")) == 1


def test_holding_an_ignored_press_replays_nothing(table):
    table.press()
    table.game.handle("release", table.now_ms)
    table.press()  # ignored: the outcome is sounding (QB-R4)
    assert table.game.handle("hold", table.now_ms) == "nothing"
    table.end()
    assert table.stage.told("replay") == []
    assert table.game.draws == 1


def test_presses_while_sounding_neither_draw_nor_queue_qb_r4(table):
    table.press()
    armed = table.game.armed
    for _ in range(5):
        table.press()
    table.end()
    assert (table.game.draws, table.game.armed) == (1, armed)
    assert not table.game.sounding


def test_the_check_button_replays_the_last_outcome(table):
    table.whole_press()
    assert table.game.handle("replay", table.now_ms) == "done"
    assert table.stage.played == [tuple(table.game.last)]
    assert table.game.draws == 1


def test_a_replay_while_sounding_is_refused_and_not_kept(table):
    table.press()
    assert table.game.handle("replay", table.now_ms) == "busy"
    table.end()
    assert table.stage.played == []


def test_a_replay_in_the_moment_before_the_end_is_told_is_refused(table):
    table.press()
    table.stage.busy = False  # the sound is over, but the game does not know yet
    assert table.game.handle("replay", table.now_ms) == "busy"


def test_a_replay_before_the_first_outcome_says_there_is_nothing(table):
    assert table.game.handle("replay", table.now_ms) == "nothing"
    assert table.stage.messages == []


def test_a_replay_on_a_speaker_that_is_busy_otherwise_is_refused(table):
    table.whole_press()
    table.stage.busy = True
    assert table.game.handle("replay", table.now_ms) == "busy"
    assert not table.game.sounding


def test_a_new_profile_changes_the_armed_outcome():
    table = Table(weights=odds.weights_of("custom", [0, 1, 0, 0]))
    assert table.game.armed == Outcome("laugh", 0)
    table.game.set_weights(odds.weights_of("custom", [0, 0, 0, 1]))
    assert table.game.armed == Outcome("game_over", 0)


def test_a_new_seed_starts_its_list_with_the_next_press(table):
    table.whole_press()
    table.game.set_generator(from_int(7))
    outcomes = []
    for _ in range(10):
        table.whole_press()
        outcomes.append(table.game.last)
    assert outcomes == first_draws(7, 10)


def test_a_sound_started_just_before_a_change_of_profile_is_reported_as_it_sounded():
    table = Table(weights=odds.weights_of("custom", [0, 1, 0, 0]))
    started = table.game.armed
    table.game.set_weights(odds.weights_of("custom", [0, 0, 0, 1]))
    table.game.accepted(table.now_ms, started)
    assert table.game.last == Outcome("laugh", 0)
    assert table.game.armed == Outcome("game_over", 0)
    assert sum(table.game.counts) == 1


def test_a_sound_started_just_before_a_change_of_seed_uses_up_no_draw_of_the_new_seed(table):
    started = table.game.armed
    table.game.set_generator(from_int(7))
    assert table.game.armed != started
    table.game.accepted(table.now_ms, started)
    table.end()
    outcomes = []
    for _ in range(10):
        table.whole_press()
        outcomes.append(table.game.last)
    assert outcomes == first_draws(7, 10)


def test_low_cells_chirp_after_the_outcome_never_during_it_qb_r7(table):
    table.press()
    table.game.battery("replace_soon", table.now_ms)
    assert table.stage.played == []
    table.end()
    assert table.stage.played == [("low_battery", 0)]


def test_low_cells_do_not_chirp_out_of_the_blue(table):
    table.game.battery("replace_soon", table.now_ms)
    assert table.stage.played == []


def test_a_held_replay_comes_before_the_chirp(table):
    table.game.battery("replace_soon", table.now_ms)
    table.press()
    table.game.handle("hold", table.now_ms)
    table.end()
    table.end()
    assert table.stage.played == [tuple(table.game.last), ("low_battery", 0)]


def test_the_chirp_returns_only_after_ten_outcomes(table):
    table.game.battery("replace_soon", table.now_ms)
    for _ in range(21):
        table.whole_press()
    assert table.stage.played == [("low_battery", 0)] * 3  # after outcomes 1, 11 and 21


@pytest.mark.parametrize("verdict", ["good", "fair"])
def test_cells_that_will_do_are_not_spoken_about(table, verdict):
    table.game.battery(verdict, table.now_ms)
    table.whole_press()
    assert table.stage.played == []


def test_empty_cells_say_goodbye_after_the_outcome_and_then_the_game_is_finished(table):
    table.press()
    table.game.battery("stop", table.now_ms)
    table.end()
    assert table.stage.played == [("goodbye", 0)]
    assert not table.game.finished
    table.end()
    assert table.game.finished


def test_empty_cells_say_goodbye_at_once_in_silence_and_only_once(table):
    for _ in range(5):
        table.game.battery("stop", table.now_ms)
        table.end()
    assert table.stage.played == [("goodbye", 0)]


def test_a_press_after_the_goodbye_plays_and_then_says_goodbye_again(table):
    table.game.battery("stop", table.now_ms)
    table.end()
    table.press()
    assert not table.game.finished
    table.end()
    assert table.stage.played == [("goodbye", 0)] * 2
    assert table.game.draws == 1


def test_fresh_cells_take_the_goodbye_back(table):
    table.game.battery("stop", table.now_ms)
    table.end()
    table.game.battery("good", table.now_ms)
    table.whole_press()
    assert not table.game.finished
    assert table.stage.played == [("goodbye", 0)]


def test_a_sound_whose_end_was_never_told_ends_by_itself(table):
    table.press()
    table.wait(question_block.SOUND_MAX_MS - 1)
    assert table.game.sounding
    table.wait(1)  # and this is beyond the wrap of the ticks
    assert not table.game.sounding


def test_a_press_whose_forerunner_was_never_ended_counts_all_the_same(table):
    table.press()
    table.stage.busy = False
    table.press()
    assert table.game.draws == 2
    assert table.game.sounding


@pytest.mark.parametrize("event", ["", "Press", None, 5, ("hold",), [], "armed", "set_weights"])
def test_a_silly_event_changes_nothing(table, event):
    table.press()
    before = (table.game.armed, table.game.draws, len(table.stage.lights))
    assert table.game.handle(event, table.now_ms) == "unknown"
    assert (table.game.armed, table.game.draws, len(table.stage.lights)) == before


ANY_ORDER = st.lists(
    st.sampled_from(
        [
            "press",
            "hold",
            "release",
            "end",
            "ended",
            "replay",
            "wait",
            "profile",
            "seed",
            "nonsense",
            "good",
            "replace_soon",
            "stop",
        ]
    ),
    max_size=60,
)


def happen(table, event):
    game = table.game
    if event in ("good", "replace_soon", "stop"):
        game.battery(event, table.now_ms)
    elif event in ("press", "end"):
        getattr(table, event)()
    elif event == "wait":
        table.wait(6000)
    elif event == "profile":
        game.set_weights(JUNIOR)
    elif event == "seed":
        game.set_generator(from_int(3))
    else:
        game.handle(event, table.now_ms)


@given(ANY_ORDER)
def test_no_order_of_events_leads_to_a_dead_end_or_a_wrong_count(events):
    table = Table()
    for event in events:
        happen(table, event)
        assert sum(table.game.counts) == table.game.draws == len(table.stage.told("outcome"))
        assert table.game.armed in OUTCOMES
    for _ in range(4):  # replay, chirp or goodbye may still be owed
        table.end()
        table.wait(question_block.SOUND_MAX_MS)
    assert not table.game.sounding
    draws, armed = table.game.draws, table.game.armed
    table.press()
    assert (table.game.draws, table.game.last) == (draws + 1, armed)


@given(ANY_ORDER)
def test_replays_follow_only_holds_and_requests(events):
    table = Table()
    for event in events:
        happen(table, event)
    asked = events.count("hold") + events.count("replay")
    assert len(table.stage.told("replay")) <= asked
