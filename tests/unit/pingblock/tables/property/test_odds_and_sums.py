"""Acceptance rows about odds, shares and sums of the property games. Figures are invented."""

from fractions import Fraction

from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.chance import SeededChance
from pingblock.tables.property.holdings import worth
from pingware.games.block.rules import OUTCOMES


def test_six_players_leave_the_bank_seventy_coins_sm_t01():
    state = Playing("celebration", 6).state
    assert state.cash == (30,) * 6
    assert state.bank == 70
    assert state.edition.rules.start_coins == ((1, 5), (5, 5))
    dealt = {value: 6 * count for value, count in state.edition.rules.start_coins}
    left = {value: count - dealt[value] for value, count in state.edition.rules.box_coins}
    assert left == {1: 20, 5: 10}


def test_three_tries_for_a_six_succeed_in_91_of_216_sm_t10():
    stays = Fraction(1)
    for tries in range(3):
        game = Playing("celebration").set(jail={0: tries}, place={0: 8})
        before = game.state
        left = 0
        for roll in range(1, 7):
            game.state = before
            game.dice(roll)
            left += game.events[1].kind == "jail_left"
        stays *= 1 - Fraction(left, 6)
    assert 1 - stays == Fraction(91, 216)


def on_block(cash: int) -> Playing:
    game = Playing("celebration").set(cash={0: cash}, place={0: 1})
    game.dice(1)
    return game


def test_drawn_outcomes_have_rulebook_odds_qb_t10_t11():
    """QB-08, QB-A-01, QB-A-02."""
    game = on_block(30)
    drawn = [game.game.draw(game.state, SeededChance(1).at(at)) for at in range(6000)]
    kinds = [step.arg("kind") for step in drawn if step]
    expected = {"coins": 2000, "laugh": 2000, "power_up": 1000, "game_over": 1000}
    chi = sum((kinds.count(kind) - due) ** 2 / due for kind, due in expected.items())
    assert chi < 16.27
    legal = [step for step in game.game.legal(game.state) if step.do == "outcome"]
    assert len(legal) == len(OUTCOMES)


def test_final_count_adds_cash_deeds_and_buildings_fo_t16():
    game = Playing("wasteland_speed")
    counted, mortgaged = game.own(0, "Orange 3", "Orange 1")
    game.set(
        cash={0: 420}, mortgaged={mortgaged: True}, built={counted: 3, mortgaged: 5}
    )  # the total in the row, not a state of a game
    assert worth(game.state, 0) == 1410


def test_deeds_are_dealt_in_random_order():
    """Each of 28 deeds is dealt first in about 100 of 2 800 deals."""
    game = Playing("wasteland_speed")
    first: dict[int, int] = {}
    for at in range(2800):
        step = game.game.draw(game.state, SeededChance(2).at(at))
        assert game.game.why_not(game.state, step) is None
        space = step.arg("spaces")[0]
        first[space] = first.get(space, 0) + 1
    assert len(first) == 28
    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 55.5  # p = 0.001
