"""Deck of fortune cards: its presets, the odds of a card, no repeat, and the order again."""

from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare

from pingblock.tables.fortune import cards as table
from pingware.games.fortune.options import CARDS, SETTINGS
from pingware.games.fortune.rules import DECKS, FortuneDeck, cards_of
from pingware.shared.random32 import Random32, from_int
from pingware.shared.rules import is_right, words_of

P_MIN = 0.001


class OneTooFew(Random32):
    """The common mistake of a shuffle: a card may never stay where it lies."""

    def below(self, n):
        return super().below(n - 1) if n > 2 else super().below(n)


def deck_of(cards, seed=1, reshuffle=False, generator=None):
    return FortuneDeck(list(cards), generator or from_int(seed), reshuffle)


def drawn(deck, count):
    return [deck.draw() for _ in range(count)]


@pytest.mark.parametrize("name", ["pk35", "fortune35_guess"])
def test_both_decks_have_35_cards_as_the_table_counts_them_ft_t40(name):
    counts = Counter(cards_of(name))
    assert sum(counts.values()) == 35
    assert counts == table.DECKS[name]


def test_the_published_deck_is_the_documented_one_ft_t40():
    """6 * 4 + 2 + 2 + 2 + 3 + 2, and none of the three cards of the other edition."""
    counts = Counter(cards_of("pk35"))
    six = ("gold", "diamond", "sorceress", "captain", "chest", "monkey")
    assert [counts[name] for name in six] == [4] * 6
    assert [counts[f"sea{swords}"] for swords in (2, 3, 4)] == [2, 2, 2]
    assert (counts["skull1"], counts["skull2"]) == (3, 2)
    assert counts["storm"] == counts["truce"] == counts["zombie"] == 0


def test_the_guess_is_marked_as_one_ft_a_02():
    setting = SETTINGS["fortune_deck"]
    assert setting.default == "fortune35_guess"
    assert "guess" in setting.help


def test_cards_are_called_as_at_the_table():
    assert set(CARDS) == set(table.CARDS)


def test_counts_of_the_owner_make_a_deck():
    assert cards_of({"captain": 2, "zombie": 1, "gold": 0}) == ["captain", "captain", "zombie"]


@pytest.mark.parametrize("name", DECKS)
def test_no_card_comes_again_before_all_were_drawn_ft_09(name):
    deck = deck_of(cards_of(name))
    for _ in range(3):
        assert sorted(drawn(deck, 35)) == sorted(cards_of(name))


def test_the_same_order_comes_again_unless_it_is_shuffled_ft_a_19():
    faithful, shuffled = deck_of(cards_of("pk35")), deck_of(cards_of("pk35"), 1, True)
    assert drawn(faithful, 35) == drawn(faithful, 35)
    assert drawn(shuffled, 35) != drawn(shuffled, 35)


def test_what_is_on_top_is_drawn_and_what_is_left_is_counted():
    deck = deck_of(cards_of("pk35"))
    for left in [*range(35, 0, -1), 35]:
        assert deck.left == left
        assert deck.top == deck.draw()


def p_of_orders(generator, shuffles=12_000):
    """Returns the chi-square's p of the 24 orders of four cards."""
    decks = (deck_of("abcd", generator=generator) for _ in range(shuffles))
    orders = Counter("".join(drawn(deck, 4)) for deck in decks)
    return chisquare([orders["".join(each)] for each in permutations("abcd")]).pvalue


def test_every_order_is_equally_likely():
    assert p_of_orders(from_int(2)) > P_MIN


def test_a_biased_shuffle_fails_the_same_check():
    assert p_of_orders(OneTooFew((1, 2, 3, 4))) < P_MIN


def test_the_card_on_top_has_the_odds_of_its_count():
    """100 000 first cards: each of the 11 kinds as often as it lies in the deck."""
    deck, counts = deck_of(cards_of("pk35")), Counter()
    generator = from_int(3)
    for _ in range(4_000):
        deck = deck_of(cards_of("pk35"), generator=generator)
        counts.update(drawn(deck, 25))
    kinds = Counter(cards_of("pk35"))
    assert (
        chisquare(
            [counts[kind] for kind in kinds], [100_000 * kinds[kind] / 35 for kind in kinds]
        ).statistic
        < 29.6
    )  # p = 0.001 of 10 degrees; without repeats it is smaller still


@pytest.mark.parametrize(
    "deck",
    [
        "pk36",
        "",
        3,
        None,
        [],
        {},
        {"gold": 0},
        {"gold": -1},
        {"gold": 36},
        {"gold": 1.0},
        {"gold": True},
        {"joker": 1},
        {"none": 2, "gold": 1},
    ],
)
def test_what_is_no_deck_is_refused_in_words(deck):
    rule = SETTINGS["fortune_deck"].rule
    assert not is_right(rule, deck)
    assert "pk35" in words_of(rule)
    assert "sorceress" in words_of(rule)
