"""Acceptance rows of the wasteland and its speed play (FO-T)."""

from tests.unit.pingblock.tables.property.playing import Playing

from pingblock.tables.chance import SeededChance
from pingblock.tables.property.holdings import worth

ORANGE = ("Orange 1", "Orange 2", "Orange 3")


def test_final_count_adds_cash_deeds_and_buildings_fo_t16():
    game = Playing("wasteland_speed")
    counted, mortgaged = game.own(0, "Orange 3", "Orange 1")
    game.set(
        cash={0: 420}, mortgaged={mortgaged: True}, built={counted: 3, mortgaged: 5}
    )  # the total in the row, not a state of a game
    assert worth(game.state, 0) == 1410


def test_three_deeds_per_player_are_dealt_in_turn_fo_s1():
    game = Playing("wasteland_speed", 6)
    deeds = game.state.edition.deeds
    assert len(deeds) == 28
    owner = game.do("hand_out", spaces=deeds[:18]).owner
    assert [owner.count(seat) for seat in range(6)] == [3] * 6
    assert owner[deeds[0]] == 0
    assert owner[deeds[1]] == 1


def test_deeds_are_dealt_in_random_order():
    """Each of 28 deeds is dealt first in about 100 of 2 800 deals."""
    game = Playing("wasteland_speed")
    first: dict[int, int] = {}
    for at in range(2800):
        step = game.game.draw(game.state, SeededChance(2).at(at))
        assert game.game.why_not(game.state, step) is None
        space = step.arg("spaces")[0]
        first[space] = first.get(space, 0) + 1
    assert len(first) == 28
    assert sum((count - 100) ** 2 / 100 for count in first.values()) < 55.5  # p = 0.001
