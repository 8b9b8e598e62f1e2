"""Open decisions that a correction, or a player who leaves, makes impossible."""

import pytest
from tests.unit.pingblock.tables.test_corrections import a_table, own

from pingblock.tables.amend import CORRECT, JOIN, LEAVE
from pingblock.tables.command import Refusal, command


def said_after(table, step):
    """Returns the sentences of a step."""
    return [table.game.say(event, table.players) for event in table.do(step)]


def test_correction_drops_offer_that_player_cannot_keep():
    table = a_table("wasteland", roll_off=False)
    own(table, 1, 1)
    table.do(command("offer", 0, to=1, give_cash=500, take_deeds=[1]))
    table.do(command(CORRECT, what="cash", player=0, amount=700))
    assert table.game.to_act(table.state) == (1,)
    said = said_after(table, command(CORRECT, what="cash", player=0, amount=499))
    assert "Ann and Ben: the offered deal no longer holds." in said
    assert table.game.to_act(table.state) == (0,)
    with pytest.raises(Refusal, match="no deal that this player can"):
        table.do(command("accept", 1))


def test_correction_of_turn_says_that_the_offer_is_dropped():
    table = a_table("wasteland", roll_off=False)
    own(table, 1, 1)
    table.do(command("offer", 0, to=1, give_cash=500, take_deeds=[1]))
    said = said_after(table, command(CORRECT, what="turn", player=2))
    assert said[-1] == "Ann and Ben: the offered deal no longer holds."


@pytest.mark.parametrize(
    ("step", "kept"),
    [
        (command(CORRECT, what="hp", player=0, hp=9), True),
        (command(JOIN, name="Eve"), True),
        (command(CORRECT, what="owner", space=3, owner=2), False),
        (command(CORRECT, what="turn", player=1), False),
        (command(LEAVE, player=1), False),
    ],
)
def test_correction_drops_only_trade_that_cannot_be_kept(step, kept):
    table = a_table("storm")
    table.do(command(CORRECT, what="turn", player=0))
    for seat, space in enumerate((1, 3, 5)):
        table.do(command(CORRECT, what="place", player=seat, space=space))
        own(table, seat, space)
    table.do(command("offer", 0, to=1, give_places=[1], take_places=[3]))
    said = said_after(table, step)
    assert ("Ann and Ben: the offered trade no longer holds." not in said) == kept
    assert bool(table.state.swap) == kept


def test_correction_drops_bid_that_bidder_cannot_pay():
    table = a_table("wasteland", roll_off=False)
    table.do(command("dice", dice=[1, 2]))
    table.do(command("decline", 0))
    table.do(command("bid", 1, amount=40))
    said = said_after(table, command(CORRECT, what="cash", player=1, amount=39))
    assert said[-1] == "Ben: the bid of 40 no longer holds."
    assert table.state.todo[0][3:5] == (0, -1)
    table.do(command("bid", 2, amount=1))
    said = said_after(table, command(CORRECT, what="owner", space=3, owner=2))
    assert "The auction of Brown 2 is called off." in said
