"""The variants and the numbers of players."""

import pytest

from pingware.games.worms.variants import rules_of


def test_two_to_four_players_need_five_matches_to_win_ww_02_ww_03_ww_04_ww_22():
    assert [rules_of(n) for n in (2, 3, 4)] == [(n, False, False, 5) for n in (2, 3, 4)]
    assert rules_of(4, together=True, mixed=True) == (4, True, True, 5)


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 6), (4, 5)])
def test_mixed_hands_are_as_large_as_possible_ww_t08_ww_20(players, each):
    assert rules_of(players, mixed=True).each == each
