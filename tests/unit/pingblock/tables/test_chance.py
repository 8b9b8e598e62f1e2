"""Numbers by seed and position: fair, repeatable, and apart from each other."""

from collections import Counter

import pytest

from pingblock.tables.chance import BOTS, DICE, SeededChance


def chi_square(counts, cells, draws):
    return sum((counts[cell] - draws / cells) ** 2 / (draws / cells) for cell in range(cells))


@pytest.mark.parametrize(
    "make",
    [
        lambda chance, draw: chance.at(draw).below(6),  # the first number of every draw
        lambda chance, draw: chance.below(6),  # numbers one after another
        lambda chance, draw: SeededChance(draw).below(6),  # the first number for every seed
    ],
)
def test_numbers_are_fair(make):
    """5 degrees of freedom: above 20.5 once in 1000 tries."""
    chance = SeededChance(3)
    counts = Counter(make(chance, draw) for draw in range(6000))
    assert set(counts) == set(range(6))
    assert chi_square(counts, 6, 6000) < 20.5


@pytest.mark.parametrize("step", [1, 2, 7])
def test_numbers_are_independent_of_each_other(step):
    """35 degrees of freedom: above 66.6 once in 1000 tries."""
    numbers = [SeededChance(8).at(draw).below(6) for draw in range(7200 + step)]
    pairs = Counter(6 * a + b for a, b in zip(numbers, numbers[step:], strict=False))
    assert chi_square(pairs, 36, 7200) < 66.6


def test_draw_repeats_by_its_number_in_any_order():
    chance = SeededChance(5)
    first = [chance.at(3).below(1000), chance.below(1000)]
    chance.at(9).below(1000)
    assert [chance.at(3).below(1000), chance.below(1000)] == first
    assert SeededChance(5 + 2**64).at(3).below(1000) == first[0]
    dice, bots = (SeededChance(5, stream) for stream in (DICE, BOTS))
    assert [dice.at(n).below(1000) for n in range(4)] != [bots.at(n).below(1000) for n in range(4)]
