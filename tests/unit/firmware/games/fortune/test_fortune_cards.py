"""Fortune deck on a stage: cards, skulls of a turn, undo, island and finish."""

import pytest
from tests.rules.rows import rows
from tests.unit.firmware.games.timed_table import TimedTable

from pingware.games.fortune import GAME
from pingware.games.fortune.rules import cards_of, shuffle
from pingware.shared.random32 import from_int

ROLL_MS = 3100  # By then, a roll of the dice is complete.


def table_of(seed=1, **settings):
    return TimedTable(GAME, seed, **settings)


def order_of(seed, deck="fortune35_guess"):
    pile = cards_of(deck)
    shuffle(pile, from_int(seed))
    return pile


def turn_of(card, **settings):
    """Returns a table whose turn has begun with a card."""
    table = table_of(fortune_deck={card: 1}, fortune_press="turn", **settings)
    table.whole_press()
    table.stage.heard.clear()
    return table


def skulls(table, *gaps_ms):
    """Counts a skull after each gap."""
    for gap_ms in gaps_ms:
        table.wait(gap_ms)
        table.press()
        table.wait(1000)


def states(table):
    return [(each["skulls"], each["state"]) for each in table.told() if each["outcome"] == "skull"]


def names(table):
    return [name for name, _ in table.stage.heard]


@pytest.mark.parametrize("seed", [1, 7])
def test_each_press_draws_the_next_of_35_cards_ft_04(seed):
    table = table_of(seed)
    for nth, card in enumerate(order_of(seed)):
        table.whole_press()
        assert table.stage.heard[-1] == (card, 1)
        told = {"event": "outcome", "outcome": "card", "card": card, "draw": nth + 1}
        assert table.told()[-1] == {**told, "left": 34 - nth}


@pytest.mark.parametrize("chosen", [{}, {"fortune_reshuffle": True}], ids=["as sold", "again"])
def test_second_pass_repeats_the_order_unless_reshuffle_is_set_ft_a_19(chosen):
    table = table_of(3, **chosen)
    for _ in range(70):
        table.whole_press()
    cards = [each["card"] for each in table.told()]
    assert cards[:35] == order_of(3)
    assert sorted(cards[:35]) == sorted(cards[35:])
    assert (cards[:35] == cards[35:]) is (not chosen)


def test_repeating_a_card_draws_no_new_card():
    table = table_of(3)
    table.whole_press()
    assert table.check() == "done"
    table.quiet()
    assert table.check(900) == "done"
    table.quiet()
    assert len({*table.stage.heard}) == 1
    table.whole_press()
    assert [each["card"] for each in table.told()] == order_of(3)[:2]
    assert [each["left"] for each in table.told()] == [34, 33]


def test_changed_deck_is_shuffled_and_started_old_card_is_reported():
    table = table_of(3)
    outcome, program = table.stage.armed
    table.change(fortune_deck={"zombie": 2})
    table.stage.start(program)
    table.game.follow_press(table.stage.ms, outcome)
    assert table.game.status()["left"] == 2, "the new deck must be complete"
    table.quiet()
    assert table.told()[-1]["card"] == order_of(3)[0]
    assert table.ask("fortune", act="shuffle")["left"] == 2
    table.whole_press()
    assert table.told()[-1]["card"] == "zombie"


@pytest.mark.parametrize(
    ("card", "gaps_ms", "heard", "told"),
    [
        pytest.param("gold", (100, 4000, 4000), "1 2 crash", "2 rolling 3 out", id="ft-08"),
        pytest.param("gold", [100] * 3, "1 2 3 crash", "3 doubt 3 out", id="first-roll"),
        pytest.param("gold", [100] * 4, "1 2 3 chant", "3 doubt 4 island", id="ft-15"),
        pytest.param("skull2", [100] * 2, "3 chant", "3 doubt 4 island", id="ft-t20"),
        pytest.param("skull2", [100], "3 crash", "3 doubt 3 out", id="ft-t19"),
        pytest.param("zombie", [100] * 5, "1 2 3 3 3", "4 rolling 5 rolling", id="ft-c12"),
    ],
)
def test_presses_count_the_skulls_and_lead_to_the_turn_state(card, gaps_ms, heard, told):
    """Three of the first roll are out only once it is complete: there can be a fourth."""
    table = turn_of(card)
    skulls(table, *gaps_ms)
    table.wait(ROLL_MS)
    assert " ".join(names(table)).replace("drum_", "") == heard
    assert " ".join(f"{skulls} {state}" for skulls, state in states(table)[-2:]) == told
    table.quiet()
    table.whole_press()
    assert table.told()[-1]["outcome"] == ("card" if "out" in told else "skull")


@pytest.mark.parametrize("row", rows("fortune", "skulls"))
def test_skulls_of_each_rules_row_lead_to_its_state(row):
    table = turn_of(row["card"])
    for shown in (roll.split()[-1] for roll in row["rolls"]):
        skulls(table, *[100] * int(shown.partition("X")[2][:1] or 0))
        table.wait(ROLL_MS)
    assert states(table)[-1][1] == row["skulls"]
    if row["skulls"] == "island":
        assert table.told()[-1]["penalty"] == -row["others"]


def test_check_button_undoes_the_last_skull_even_after_disqualification():
    table = turn_of("sorceress")
    skulls(table, 100, 4000, 4000)
    table.quiet()
    assert table.check() == "done"
    table.quiet()
    assert names(table)[-1] == "undone"
    (told,) = table.told("skulls")
    assert (told["act"], told["skulls"], told["state"]) == ("undo", 2, "rolling")
    skulls(table, 100)
    assert states(table)[-1] == (3, "out")


@pytest.mark.parametrize("gaps_ms", [(100, 4000, 4000), (100, 100, 100)])
def test_sorceress_with_unused_spell_waits_in_doubt_ft_c03_ft_a_07(gaps_ms):
    table = turn_of("sorceress")
    skulls(table, *gaps_ms)
    table.wait(60_000)
    assert names(table) == ["drum_1", "drum_2", "drum_3"]
    assert states(table)[-1] == (3, "doubt")
    table.check()  # the skull is rolled again
    skulls(table, 2000)  # the new roll is a skull again
    assert states(table)[-1] == (3, "out")


def test_four_sorceress_skulls_are_out_and_undo_leads_to_doubt():
    table = turn_of("sorceress")
    skulls(table, 100, 4000, 4000, 4000)
    assert states(table)[-1] == (4, "out")
    table.quiet()
    table.check()
    table.quiet()
    assert table.game.status()["turn"]["state"] == "doubt"
    table.check(900)
    assert names(table)[-1] == "next_turn"


def test_undo_during_a_doubt_prevents_the_crash():
    table = turn_of("gold")
    skulls(table, 100, 100, 100)
    table.check()
    table.wait(10_000)
    assert names(table) == ["drum_1", "drum_2", "drum_3", "undone"]
    assert table.game.status()["turn"]["state"] == "rolling"


@pytest.mark.parametrize("how", ["check", "lever", "request"])
def test_check_lever_or_request_ends_turn_and_next_press_draws_ft_09(how):
    table = turn_of("gold")
    skulls(table, 100)
    if how == "check":
        table.check(900)
    elif how == "lever":
        table.lever()
    else:
        table.ask("fortune", act="next")
    table.quiet()
    assert names(table) == ["drum_1", "next_turn"]
    assert table.told("skulls")[-1]["act"] == "next"
    table.whole_press()
    assert table.told()[-1]["outcome"] == "card"


def test_long_press_restarts_the_wait_for_first_roll_skulls_ft_15():
    table = turn_of("gold")
    table.hold()
    # more than 3 s after the press, but not after the canceled part of the hold
    table.wait(ROLL_MS - 500)
    skulls(table, 100, 100, 100, 100)
    assert states(table)[-1] == (4, "island")


def test_second_turn_end_in_a_row_is_the_finish_ft_14():
    table = turn_of("gold")
    for _ in range(2):
        table.check(900)
        table.quiet()
    assert names(table) == ["next_turn", "finish"]
    assert table.told("skulls")[-1]["act"] == "finish"


def test_skull_setting_makes_presses_count_only_skulls():
    table = table_of(fortune_press="skull")
    skulls(table, 100, 100)
    table.wait(ROLL_MS)
    skulls(table, 100)
    assert names(table) == ["drum_1", "drum_2", "crash"]
    table.quiet()
    skulls(table, 100)
    assert states(table)[-1] == (1, "rolling")
    for _ in range(2):
        table.quiet()
        table.check()
    assert [each["skulls"] for each in table.told("skulls")] == [0], "the turn is over"


def test_actions_during_a_sound_are_refused_as_busy():
    table = turn_of("gold")
    table.press()
    assert table.check() == "busy"
    assert table.check(900) == "busy"
    assert table.ask("fortune", act="finish")["reply"] == "busy"
    assert len(table.game.status()["turn"]) == 4
    assert table.game.status()["turn"]["skulls"] == 1


def test_change_of_press_meaning_ends_the_turn():
    table = turn_of("gold")
    skulls(table, 100, 100, 100)
    table.change(fortune_press="card")
    table.wait(10_000)
    assert "crash" not in names(table)
    table.whole_press()
    assert table.told()[-1]["outcome"] == "card"


def test_new_seed_shuffles_the_deck_again():
    table = table_of(3)
    table.whole_press()
    table.stage.seed = 7
    table.game.reseed()
    for _ in range(35):
        table.whole_press()
    assert [each["card"] for each in table.told()][1:] == order_of(7)


@pytest.mark.parametrize(("counted", "left"), [(0, 0), (1, 0), (2, 1)])
def test_long_press_undoes_its_own_skull_and_the_one_before(counted, left):
    table = turn_of("gold")
    skulls(table, *[4000] * counted)
    table.wait(4000)
    table.hold()
    table.quiet()
    assert names(table)[-1] == "undone"
    (told,) = table.told("skulls")
    assert (told["act"], told["skulls"], told["state"]) == ("undo", left, "rolling")
    assert table.game.status()["turn"]["skulls"] == left


def test_setting_change_during_a_long_press_prevents_the_undo():
    table = turn_of("gold")
    table.press()
    table.change(fortune_press="card")
    table.game.hold(table.stage.ms)
    table.quiet()
    assert names(table) == ["drum_1"]
    assert table.told("skulls") == []


def test_check_button_repeats_the_card_when_no_skull_is_left():
    table = turn_of("gold")
    skulls(table, 100, 4000)
    for left in (1, 0):
        table.check()
        table.quiet()
        table.game.replay(table.stage.ms)
        table.quiet()
        assert names(table)[-1] == ("drum_1" if left else "gold")
    table.check()
    table.quiet()
    assert names(table)[-2:] == ["gold", "gold"]


def test_host_draws_use_fresh_decks_and_take_no_card():
    table = table_of(3, fortune_deck={"gold": 2, "zombie": 1})
    counts = table.ask("fortune", draws=5)["counts"]
    assert sum(counts.values()) == 5
    assert set(counts) <= {"gold", "zombie"}
    assert (table.game.draws, table.game.status()["left"]) == (0, 3)
