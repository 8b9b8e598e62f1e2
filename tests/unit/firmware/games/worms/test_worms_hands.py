"""The referee deals random hands (variant B)."""

from tests.unit.firmware.games.worms import worms_stage
from tests.unit.firmware.games.worms.worms_stage import table_of


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
