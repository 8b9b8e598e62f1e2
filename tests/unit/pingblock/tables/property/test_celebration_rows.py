"""Acceptance rows of the celebration (SM-T) and of its block (QB-T). Figures are invented."""

from fractions import Fraction

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board
from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.chance import SeededChance
from pingblock.tables.property.tasks import BlockPress
from pingware.games.block.rules import OUTCOMES


def celebration(players: int = 2, **figures: dict) -> Playing:
    changes = {name.replace("_", " "): each for name, each in figures.items()}
    return Playing("celebration", players, board=filled_board(changes))


def test_six_players_leave_the_bank_seventy_coins_sm_t01():
    state = celebration(6).state
    assert state.cash == (30,) * 6
    assert state.bank == 70
    assert state.edition.rules.start_coins == ((1, 5), (5, 5))
    dealt = {value: 6 * count for value, count in state.edition.rules.start_coins}
    left = {value: count - dealt[value] for value, count in state.edition.rules.box_coins}
    assert left == {1: 20, 5: 10}


def test_three_tries_for_a_six_succeed_in_91_of_216_sm_t10():
    stays = Fraction(1)
    for tries in range(3):
        game = celebration().set(jail={0: tries}, place={0: 8})
        before = game.state
        left = 0
        for roll in range(1, 7):
            game.state = before
            game.dice(roll)
            left += game.events[1].kind == "jail_left"
        stays *= 1 - Fraction(left, 6)
    assert 1 - stays == Fraction(91, 216)


def test_castle_and_houses_sell_for_half_rounded_up_sm_t11():
    """SM-34: 3 for the castle, 2 for each house."""
    costs = {"house_cost": 3, "hotel_cost": 5}
    game = celebration(Brown_1=costs, Brown_2=costs)
    one, two = game.own(0, "Brown 1", "Brown 2")
    game.set(built={one: 5, two: 0}, hotels=11)
    for cash in (33, 35, 37, 39, 41):
        assert game.do("sell", 0, space=one).cash[0] == cash
    assert (game.state.houses, game.state.hotels) == (32, 12)


def test_house_of_one_coin_sells_for_one_sm_a_04():
    """SM-A-03: the other location of the set keeps its doubled rent."""
    game = celebration()
    one, _ = game.own(1, "Brown 1", "Brown 2")
    assert game.do("build", 1, space=one).cash[1] == 29
    game.dice(1)
    game.set(turn=0, place={0: 2})
    assert [claim.amount for claim in game.dice(1).claims] == [2, 2]
    assert game.state.edition.spaces[one].rent[:2] == (1, 2)
    assert game.do("sell", 1, space=one).cash[1] == 30


@pytest.mark.parametrize("value", [4, 7])
def test_debt_above_all_assets_is_bankruptcy_to_bank_sm_t17(value):
    """SM-33: a player who can raise the debt is not bankrupt."""
    game = celebration(3, Brown_1={"mortgage": value, "unmortgage": value})
    (space,) = game.own(0, "Brown 1")
    game.set(cash={0: 3}, place={0: 1})
    game.dice(1)
    game.do("outcome", kind="game_over")
    total = sum(game.state.cash) + game.state.bank
    if value == 7:
        assert game.refused("bankrupt", 0).rule == "SM-33"
        state = game.do("mortgage", 0, space=space)
        assert (state.cash[0], state.turn) == (0, 1)
    else:
        state = game.do("bankrupt", 0)
        assert (state.alive, state.owner[space], state.mortgaged[space]) == ((1, 2), -1, False)
    assert sum(state.cash) + state.bank == total


def on_block(cash: int, place: int = 1, players: int = 2) -> Playing:
    game = celebration(players).set(cash={0: cash}, place={0: place})
    game.dice(1)
    return game


@pytest.mark.parametrize(
    ("cash", "kind", "coins", "after"),
    [(12, "coins", 4, 16), (12, "laugh", None, 7), (10, "game_over", None, 0)],
)
def test_block_outcome_moves_coins_between_player_and_bank_qb_t01_t02(cash, kind, coins, after):
    """QB-T02, QB-02, QB-03, QB-05, QB-06, SM-19. Zero coins are not a bankruptcy (QB-T14)."""
    game = on_block(cash)
    bank = game.state.bank
    state = game.do("outcome", kind=kind, **({"coins": coins} if coins else {}))
    assert state.cash[0] == after
    assert state.bank - bank == cash - after
    assert (state.turn, state.alive) == (1, (0, 1))


def test_laugh_that_cannot_be_paid_leads_to_bankruptcy_qb_t04():
    game = on_block(4, players=3)
    game.do("outcome", kind="laugh")
    assert [step.do for step in game.game.legal(game.state)] == ["bankrupt"]
    assert game.do("bankrupt", 0).alive == (1, 2)


@pytest.mark.parametrize(
    ("rolls", "after"), [((3,), 7), ((4,), 7), ((6,), 2), ((2, 6), 18)], ids=str
)
def test_die_rolls_replace_block_presses_qb_07(rolls, after):
    """QB-T05: two more coins than a die's small numbers, or a roll for coins."""
    game = on_block(12)
    for roll in rolls:
        state = game.dice(roll)
    assert state.cash[0] == after


def test_power_up_move_to_jail_ends_turn_qb_04():
    game = on_block(12, place=25).set(place={0: 20})
    game.do("outcome", kind="power_up")
    state = game.dice(4)
    assert (state.place[0], state.jail[0], state.cash[0], state.turn) == (8, 0, 12, 1)


def test_silent_five_moves_over_go_and_plays_space_qb_t07():
    """SM-A-12: the start pays during this move, too."""
    game = celebration()
    game.set(
        cash={0: 9}, place={0: 30}, todo=(BlockPress(0),), moving=True
    )  # a test board with a block two spaces before Go
    game.dice(5)
    state = game.dice(3)
    assert (state.place[0], state.cash[0]) == (1, 11)
    assert state.todo[0].space == 1


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


def test_second_outcome_down_to_zero_coins_is_not_bankruptcy_qb_t14():
    game = on_block(10, place=9)
    game.do("outcome", kind="power_up")
    game.set(place={0: 17})
    game.dice(1)
    state = game.do("outcome", kind="game_over")
    assert state.cash[0] == 0
    assert state.alive == (0, 1)


def test_press_without_token_on_block_is_refused_qb_01():
    assert celebration().refused("outcome", kind="laugh").rule == "QB-01"
    # without a number of coins
    assert on_block(9).refused("outcome", kind="coins").rule == "QB-03"
