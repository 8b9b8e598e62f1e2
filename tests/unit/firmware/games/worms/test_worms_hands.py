"""The referee deals random hands (variant B)."""

import pytest
from tests.unit.firmware.games.worms import worms_stage
from tests.unit.firmware.games.worms.worms_stage import starting_with, table_of


def test_each_press_before_the_first_wiggle_announces_one_hand_ww_19_ww_09():
    table = table_of(3, mixed=True)
    for press in range(4):
        if press == 2:
            table.do("pull")
            assert table.do("stop") == "done"
            assert table.stage.states == ["armed", "stopped"]
        table.wait(1000)
        table.do("press")
    hands = table.referee.hands
    assert table.stage.hands == [(1, hands[0]), (2, hands[1]), (3, hands[2]), (1, hands[0])]
    assert [sum(hand) for hand in hands] == [6, 6, 6]
    told = [(message["player"], message["cards"]) for message in table.stage.told("hand")]
    assert told[1] == (2, hands[1])


@pytest.mark.parametrize("mixed", [True, False])
def test_next_player_hears_the_hand_only_in_mixed_games(mixed):
    table = starting_with(1, 2, mixed=mixed)
    assert table.stage.hands == []
    table.whole_run()
    assert table.stage.hands == ([(2, table.referee.hands[1])] if mixed else [])
    table.do("press")
    assert len(table.stage.hands) == 2 * mixed


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 6), (4, 5)])
def test_first_player_to_cover_every_dealt_card_wins_ww_21(players, each):
    table = starting_with(1, players, mixed=True, seconds=60)
    table.begin()
    table.wait(1000)
    for count in range(1, each + 1):
        assert table.referee.winner is None
        table.worms.match(1, table.now_ms)
        assert table.referee.scores[0] == count
    assert table.referee.winner == 1
    assert table.stage.states[-1] == "won"


def test_new_game_deals_new_hands():
    table = worms_stage.won_table(mixed=True)
    before = table.referee.hands
    table.wait(5000)
    table.do("press")
    assert table.referee.hands != before
    assert table.stage.told("hand")[-1:] == []
    table.wait(1000)
    table.do("press")
    assert table.stage.hands[-1] == (1, table.referee.hands[0])


def test_both_variants_can_be_played_together_ww_22():
    table = starting_with(1, 4, together=True, mixed=True)
    table.do("press")
    assert table.stage.hands == [(1, table.referee.hands[0])]
    assert worms_stage.order_of(table, 5) == [1, 2, 3, 4, 1]
    table.begin()
    table.wait(1000)
    table.do("press")
    assert table.stage.states[-1] == "won"
