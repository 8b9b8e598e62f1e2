"""The variants: valid and invalid ones."""

import pytest

from pingware.games.worms.variants import rules_of


def test_two_to_four_play_for_five_matches_ww_02_ww_03_ww_04_ww_22():
    assert [rules_of(n) for n in (2, 3, 4)] == [(n, False, False, 5) for n in (2, 3, 4)]
    assert rules_of(2, each=10).each == 5, "all that there are of a colour"
    assert rules_of(4, together=True, mixed=True) == (4, True, True, 5)


@pytest.mark.parametrize("players", [0, 1, 5, -2, None, 2.0, "3", True])
def test_other_numbers_of_players_are_refused_ww_02(players):
    with pytest.raises(ValueError, match="2 to 4 players"):
        rules_of(players)


@pytest.mark.parametrize(
    ("players", "asked", "each"), [(2, None, 10), (3, None, 6), (4, None, 5), (3, 5, 5), (2, 1, 1)]
)
def test_mixed_hands_are_as_large_as_can_be_or_short_ww_t08_ww_20(players, asked, each):
    assert rules_of(players, mixed=True, each=asked).each == each


@pytest.mark.parametrize(
    ("players", "each"), [(3, 7), (4, 6), (2, 11), (2, 0), (2, "5"), (2, 2.5)]
)
def test_hands_that_cannot_be_dealt_are_refused(players, each):
    with pytest.raises(ValueError, match="cards each"):
        rules_of(players, mixed=True, each=each)
