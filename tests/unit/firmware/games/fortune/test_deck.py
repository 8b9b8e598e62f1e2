"""Deck of fortune cards: its presets, the odds of a card, no repeat, and the order again."""

from collections import Counter
from itertools import permutations

import pytest
import scipy

from pingblock.tables.fortune import cards as table
from pingware.games.fortune.options import CARDS, SETTINGS
from pingware.games.fortune.rules import DECKS, cards_of, shuffle
from pingware.shared.random32 import Random32, from_int
from pingware.shared.schema import is_right
from pingware.shared.wording import words_of

P_MIN = 0.001


class OneTooFew(Random32):
    """A common mistake in a shuffle: a card cannot stay in its place."""

    def below(self, n):
        return super().below(n - 1) if n > 2 else super().below(n)


def shuffled(cards, generator):
    pile = list(cards)
    shuffle(pile, generator)
    return pile


@pytest.mark.parametrize("name", ["pk35", "fortune35_guess"])
def test_both_decks_have_the_35_cards_of_the_table_ft_t40(name):
    counts = Counter(cards_of(name))
    assert sum(counts.values()) == 35
    assert counts == table.DECKS[name]


def test_published_deck_has_the_documented_counts_ft_t40():
    """6 * 4 + 2 + 2 + 2 + 3 + 2, without the three cards of the other edition."""
    counts = Counter(cards_of("pk35"))
    six = ("gold", "diamond", "sorceress", "captain", "chest", "monkey")
    assert [counts[name] for name in six] == [4] * 6
    assert [counts[f"sea{swords}"] for swords in (2, 3, 4)] == [2, 2, 2]
    assert (counts["skull1"], counts["skull2"]) == (3, 2)
    assert counts["storm"] == counts["truce"] == counts["zombie"] == 0


def test_guessed_deck_matches_the_spec_and_is_the_marked_default_ft_a_02():
    assert Counter(cards_of("fortune35_guess")) == {
        **{"captain": 4, "sorceress": 4, "chest": 4, "storm": 2, "monkey": 3, "sea2": 2},
        **{"sea3": 2, "sea4": 1, "zombie": 1, "truce": 1, "gold": 3, "diamond": 3},
        **{"skull1": 3, "skull2": 2},
    }
    setting = SETTINGS["fortune_deck"]
    assert setting.default == "fortune35_guess"
    assert "guess" in setting.help
    assert set(CARDS) == set(table.CARDS)


def test_custom_counts_make_a_deck():
    assert cards_of({"captain": 2, "zombie": 1, "gold": 0}) == ["captain", "captain", "zombie"]


@pytest.mark.parametrize("name", DECKS)
def test_shuffle_neither_loses_nor_adds_a_card(name):
    assert sorted(shuffled(cards_of(name), from_int(1))) == sorted(cards_of(name))


def p_of_orders(generator, shuffles=6000):
    """Returns the chi-square's p of the 24 orders of four cards."""
    orders = Counter("".join(shuffled("abcd", generator)) for _ in range(shuffles))
    return scipy.stats.chisquare([orders["".join(each)] for each in permutations("abcd")]).pvalue


def test_every_order_is_equally_likely_and_a_biased_shuffle_fails():
    assert p_of_orders(from_int(2)) > P_MIN
    assert p_of_orders(OneTooFew((1, 2, 3, 4))) < P_MIN


def test_each_place_of_a_shuffled_deck_has_the_card_odds():
    """In each place of 1000 shuffled decks, the 11 kinds occur as often as their counts say."""
    generator, deck = from_int(4), cards_of("pk35")
    places = zip(*(shuffled(deck, generator) for _ in range(1000)), strict=True)
    kinds = Counter(deck)
    expected = [1000 * kinds[kind] / 35 for kind in kinds]
    counts = [Counter(place) for place in places]
    values = [
        scipy.stats.chisquare([each[kind] for kind in kinds], expected).pvalue for each in counts
    ]
    assert min(values) > P_MIN / len(values)
    assert 0.3 < sum(values) / len(values) < 0.7


def test_invalid_deck_is_refused_and_the_rule_lists_the_choices():
    rule = SETTINGS["fortune_deck"].rule
    counts = [{"gold": wrong} for wrong in (0, -1, 36, 1.0, True)]
    others = ["pk36", "", 3, None, [], {}, {"joker": 1}, {"none": 2, "gold": 1}]
    assert [deck for deck in (*counts, *others) if is_right(rule, deck)] == []
    assert "pk35" in words_of(rule)
    assert "sorceress" in words_of(rule)
