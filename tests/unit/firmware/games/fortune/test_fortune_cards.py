"""Fortune deck on a stage: cards, skulls of a turn, undo, island and finish."""

import pytest
from tests.rules.rows import rows
from tests.unit.firmware.games.timed_table import TimedTable

from pingware.games.fortune import GAME
from pingware.games.fortune.rules import cards_of, shuffle
from pingware.shared.random32 import from_int

ROLL_MS = 3100  # by then a roll of the dice is complete


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
def test_each_press_draws_the_next_card_until_all_35_were_drawn_ft_04(seed):
    table = table_of(seed)
    for nth, card in enumerate(order_of(seed)):
        table.whole_press()
        assert table.stage.heard[-1] == (card, 1)
        told = {"event": "outcome", "outcome": "card", "card": card, "draw": nth + 1}
        assert table.told()[-1] == {**told, "left": 34 - nth}


@pytest.mark.parametrize("chosen", [{}, {"fortune_reshuffle": True}], ids=["as sold", "again"])
def test_then_the_same_order_comes_again_or_another_as_the_owner_wants_it_ft_a_19(chosen):
    table = table_of(3, **chosen)
    for _ in range(70):
        table.whole_press()
    cards = [each["card"] for each in table.told()]
    assert cards[:35] == order_of(3)
    assert sorted(cards[:35]) == sorted(cards[35:])
    assert (cards[:35] == cards[35:]) is (not chosen)


def test_a_repeat_takes_no_card():
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


def test_another_deck_is_shuffled_at_once_and_a_card_of_the_old_one_is_reported_as_it_sounded():
    table = table_of(3)
    outcome, program = table.stage.armed
    table.change(fortune_deck={"zombie": 2})
    table.stage.start(program)
    table.game.follow_press(table.stage.ms, outcome)
    assert table.game.status()["left"] == 2, "none of the new deck is taken"
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
def test_presses_count_the_skulls_of_a_turn_louder_each_time(card, gaps_ms, heard, told):
    """Three of the first roll are out only once it is complete: there may be a fourth."""
    table = turn_of(card)
    skulls(table, *gaps_ms)
    table.wait(ROLL_MS)
    assert " ".join(names(table)).replace("drum_", "") == heard
    assert " ".join(f"{skulls} {state}" for skulls, state in states(table)[-2:]) == told
    table.quiet()
    table.whole_press()
    assert table.told()[-1]["outcome"] == ("card" if "out" in told else "skull")


@pytest.mark.parametrize("row", rows("fortune", "skulls"))
def test_skulls_of_a_turn_by_its_row(row):
    table = turn_of(row["card"])
    for shown in (roll.split()[-1] for roll in row["rolls"]):
        skulls(table, *[100] * int(shown.partition("X")[2][:1] or 0))
        table.wait(ROLL_MS)
    assert states(table)[-1][1] == row["skulls"]
    if row["skulls"] == "island":
        assert table.told()[-1]["penalty"] == -row["others"]


def test_the_check_button_takes_the_last_skull_back_also_from_a_disqualification():
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
def test_a_sorceress_with_her_spell_unused_waits_in_doubt_ft_c03_ft_a_07(gaps_ms):
    table = turn_of("sorceress")
    skulls(table, *gaps_ms)
    table.wait(60_000)
    assert names(table) == ["drum_1", "drum_2", "drum_3"]
    assert states(table)[-1] == (3, "doubt")
    table.check()  # the skull is rolled again
    skulls(table, 2000)  # the new roll is a skull again
    assert states(table)[-1] == (3, "out")


def test_a_sorceress_saves_no_turn_with_four_skulls_and_declines_by_the_end_of_the_turn():
    table = turn_of("sorceress")
    skulls(table, 100, 4000, 4000, 4000)
    assert states(table)[-1] == (4, "out")
    table.quiet()
    table.check()
    table.quiet()
    assert table.game.status()["turn"]["state"] == "doubt"
    table.check(900)
    assert names(table)[-1] == "next_turn"


def test_an_undo_within_a_doubt_takes_the_crash_back():
    table = turn_of("gold")
    skulls(table, 100, 100, 100)
    table.check()
    table.wait(10_000)
    assert names(table) == ["drum_1", "drum_2", "drum_3", "undone"]
    assert table.game.status()["turn"]["state"] == "rolling"


@pytest.mark.parametrize("how", ["check", "lever", "request"])
def test_a_turn_is_ended_and_the_next_press_draws_ft_09(how):
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


def test_a_long_press_lets_the_first_roll_wait_for_its_skulls_anew_ft_15():
    table = turn_of("gold")
    table.hold()
    table.wait(ROLL_MS - 500)  # over 3 s after the press, not after the canceled part of the hold
    skulls(table, 100, 100, 100, 100)
    assert states(table)[-1] == (4, "island")


def test_where_no_turn_is_under_way_the_same_is_the_finish_ft_14():
    table = turn_of("gold")
    for _ in range(2):
        table.check(900)
        table.quiet()
    assert names(table) == ["next_turn", "finish"]
    assert table.told("skulls")[-1]["act"] == "finish"


def test_beside_cards_of_paper_presses_count_skulls_alone():
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
    assert [each["skulls"] for each in table.told("skulls")] == [0], "the turn before is over"


def test_nothing_is_said_while_something_sounds():
    table = turn_of("gold")
    table.press()
    assert table.check() == "busy"
    assert table.check(900) == "busy"
    assert table.ask("fortune", act="finish")["reply"] == "busy"
    assert len(table.game.status()["turn"]) == 4
    assert table.game.status()["turn"]["skulls"] == 1


def test_a_change_of_what_a_press_means_ends_the_turn():
    table = turn_of("gold")
    skulls(table, 100, 100, 100)
    table.change(fortune_press="card")
    table.wait(10_000)
    assert "crash" not in names(table)
    table.whole_press()
    assert table.told()[-1]["outcome"] == "card"


def test_a_new_seed_shuffles_anew():
    table = table_of(3)
    table.whole_press()
    table.stage.seed = 7
    table.game.reseed()
    for _ in range(35):
        table.whole_press()
    assert [each["card"] for each in table.told()][1:] == order_of(7)


@pytest.mark.parametrize(("counted", "left"), [(0, 0), (1, 0), (2, 1)])
def test_a_long_press_takes_the_last_skull_back_whatever_it_has_counted_itself(counted, left):
    table = turn_of("gold")
    skulls(table, *[4000] * counted)
    table.wait(4000)
    table.hold()
    table.quiet()
    assert names(table)[-1] == "undone"
    (told,) = table.told("skulls")
    assert (told["act"], told["skulls"], told["state"]) == ("undo", left, "rolling")
    assert table.game.status()["turn"]["skulls"] == left


def test_a_long_press_that_another_setting_comes_between_takes_nothing_back():
    table = turn_of("gold")
    table.press()
    table.change(fortune_press="card")
    table.game.hold(table.stage.ms)
    table.quiet()
    assert names(table) == ["drum_1"]
    assert table.told("skulls") == []


def test_without_a_skull_the_check_button_repeats_the_card_also_after_an_undo():
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


def test_a_trial_of_the_host_counts_the_top_cards_of_fresh_decks_and_takes_none():
    table = table_of(3, fortune_deck={"gold": 2, "zombie": 1})
    counts = table.ask("fortune", draws=5)["counts"]
    assert sum(counts.values()) == 5
    assert set(counts) <= {"gold", "zombie"}
    assert (table.game.draws, table.game.status()["left"]) == (0, 3)
