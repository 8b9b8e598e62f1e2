"""Dice, jail tries and storm cards of the storm dice: the spec's odds, and fair draws."""

from collections import Counter
from itertools import product

import pytest
import scipy
from tests.rules.rows import rows

from pingware.games.storm_dice.options import SETTINGS
from pingware.games.storm_dice.rules import ACTIONS, Jail, Roll, StormDeck, roll
from pingware.shared.random32 import Random32, from_int
from pingware.shared.schema import is_right

P_MIN = 0.001
DRAWS = 60_000
FACES = range(1, 7)


class ModuloOfSevenBits(Random32):
    """A common mistake: of the 128 values of seven bits, modulo six, 22 give 1, but 21 give 6."""

    def below(self, n):
        return (self.next_u32() & 0x7F) % n


def rolls(generator, count=DRAWS, weights=(2, 2, 1, 1)):
    return Counter(roll(generator, weights) for _ in range(count))


def fair(counts, weights=(2, 2, 1, 1)):
    """Returns the chi-square's p of numbers and actions together, 24 outcomes."""
    pairs = list(product(FACES, zip(ACTIONS, weights, strict=True)))
    unit = sum(counts.values()) / (6 * sum(weights))
    seen = [counts[Roll(number, action)] for number, (action, _) in pairs]
    return scipy.stats.chisquare(seen, [unit * weight for _, (_, weight) in pairs]).pvalue


def test_both_dice_are_fair_and_independent_and_biased_ones_fail_fn_10():
    assert fair(rolls(from_int(1))) > P_MIN
    assert fair(rolls(ModuloOfSevenBits((1, 2, 3, 4)))) < P_MIN
    assert fair(rolls(from_int(1), weights=(20, 20, 10, 11))) < P_MIN


def test_default_faces_are_the_guess_of_the_spec_fn_a_03():
    """Crosshair 2, brick 2, bandages 1, bomb 1."""
    assert ACTIONS == ("shot", "hammer", "heal", "dance")
    assert SETTINGS["action_weights"].default == [2, 2, 1, 1]
    assert "guess" in SETTINGS["action_weights"].help


def test_face_with_weight_0_is_never_rolled():
    assert {each.action for each in rolls(from_int(3), 500, (0, 0, 0, 7))} == {"dance"}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("action_weights", [None, [], [1] * 3, [1] * 5, [0] * 4, [1, 1, 1, -1], "2211"]),
        ("action_weights", [[101, 1, 1, 1], [1, 1, 1, True]]),
        ("storm_spaces", [[3, 3], [0], [41], list(range(1, 17)), ["3"], [3.0], [True]]),
        ("storm_spaces", ["3", {"a": 1}, None]),
    ],
)
def test_impossible_dice_are_refused_as_a_setting(name, wrong):
    assert [value for value in wrong if is_right(SETTINGS[name].rule, value)] == []


@pytest.mark.parametrize("row", [row for row in rows("storm") if "most" not in row.values[0]])
def test_jail_tries_of_row_end_and_then_begin_again(row):
    jail = Jail()
    ends = [*enumerate(row["ends"], 1)] * 2
    assert [jail.count_try(number)[2:] for number in row["tries"] * 2] == ends


def test_players_in_jail_have_their_own_tries():
    jail = Jail()
    first = [(1, 1, "stay"), (2, 1, "stay")]
    second = [(1, 2, "free_next_turn"), (2, 2, "free_next_turn")]
    assert [jail.count_try(1, player)[1:] for player in (1, 2, 1, 2)] == [*first, *second]


def test_six_within_two_tries_frees_in_11_of_36_fn_t16():
    """Counted over all pairs of numbers."""
    left = 0
    for pair in product(FACES, FACES):
        jail = Jail()
        left += "free" in [jail.count_try(number).result for number in pair]
    assert left == 11


def test_each_storm_card_comes_once_until_the_deck_is_empty_fn_20_fn_a_07():
    deck, generator = StormDeck(list(range(1, 16))), from_int(4)
    cards = [deck.draw(generator) for _ in range(15)]
    assert [card.left for card in cards] == list(range(14, -1, -1))
    taken = [card.space for card in cards]
    assert sorted(taken) == list(range(1, 16))
    assert taken != sorted(taken)
    assert [deck.draw(generator), deck.draw(generator)] == [(0, 0), (0, 0)]


def test_every_order_of_storm_cards_is_equally_likely():
    generator = from_int(8)
    decks = (StormDeck([1, 2, 3]) for _ in range(6000))
    orders = Counter(tuple(deck.draw(generator).space for _ in range(3)) for deck in decks)
    assert len(orders) == 6
    assert scipy.stats.chisquare(list(orders.values())).pvalue > P_MIN
