"""Turns of ``fortune``, played with typed dice: the spec's rows and the rules behind them."""

import pytest

from pingblock.tables.command import RefusedCommand, command
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.table import Table

ANY_DECK = {"deck": "fortune35_guess"}


class Hands:
    """The first player's hands on a table of Ann and two others: cards and dice are typed."""

    def __init__(self, card, **options):
        self.table = Table(FortuneGame(), ANY_DECK | options, ["Ann", "Ben", "Cleo"])
        self.table.do(command("first", player=0))
        self.table.do(command("card", card=card))

    def shows(self, dice):
        return self.table.do(command("dice", dice=dice))

    def rolls(self, dice, shown):
        self.table.do(command("roll", 0, dice=dice))
        return self.shows(shown)

    def places(self, dice):
        self.table.do(command("place", 0, dice=dice))

    def stops(self):
        return self.table.do(command("stop", 0))

    def refuses(self, verb, **args):
        """Has a command of Ann's refused, with the state unchanged; returns the rule."""
        before = self.table.state
        with pytest.raises(RefusedCommand) as refused:
            self.table.do(command(verb, 0, **args))
        assert self.table.state is before
        return refused.value.refusal.rule

    @property
    def scores(self):
        return self.table.state.scores

    @property
    def over(self):
        return self.table.state.seat == 1


def test_ft_t19_a_skull_on_the_first_roll_with_two_on_the_card_ends_the_turn():
    hands = Hands("skull2")
    events = hands.shows("X1G7")
    assert (hands.over, hands.scores) == (True, (0, 0, 0))
    assert [each.rule for each in events if each.kind == "disqualified"] == ["FT-08"]


def test_ft_t20_the_island_goes_on_while_skulls_come():
    hands = Hands("skull2")
    assert "island_reached" in [each.kind for each in hands.shows("X2G6")]
    hands.rolls("G6", "X2M4")
    hands.rolls("M4", "X1P3")
    assert not hands.over
    hands.rolls("P3", "G3")
    assert (hands.over, hands.scores) == (True, (0, -700, -700))


def test_ft_a_22_on_the_island_all_other_dice_roll():
    hands = Hands("skull1")
    hands.shows("X3G5")
    assert hands.refuses("roll", dice="G4") == "FT-A-22"
    assert [step.do for step in hands.table.game.legal(hands.table.state)] == ["stop", "roll"]
    hands.stops()
    assert hands.scores == (0, -400, -400)


@pytest.mark.parametrize("first", ["X8", "X7G1"])
def test_ft_a_24_the_island_ends_with_fewer_than_two_dice(first):
    hands = Hands("gold")
    hands.shows(first)
    each = -100 * int(first[1])
    assert (hands.over, hands.scores) == (True, (0, each, each))


def test_ft_c02_the_captain_doubles_on_the_island():
    hands = Hands("captain")
    hands.shows("X4G4")
    hands.rolls("G4", "G4")
    assert hands.scores == (0, -800, -800)


def test_ft_c04_a_battle_knows_no_island():
    hands = Hands("sea2")
    hands.shows("X4S4")
    assert (hands.over, hands.scores) == (True, (-300, 0, 0))


def test_ft_t22_what_lies_on_the_chest_scores_though_the_player_is_out():
    hands = Hands("chest")
    hands.shows("G4S2P1X1")
    hands.places("G4")
    hands.rolls("S2P1", "X2G1")
    assert (hands.over, hands.scores) == (True, (600, 0, 0))


def test_ft_t23_who_stops_scores_dice_on_the_chest_and_beside_it():
    hands = Hands("chest")
    hands.shows("P6G1X1")
    hands.places("P6")
    hands.stops()
    assert hands.scores == (1100, 0, 0)


def test_ft_c01_dice_are_taken_off_the_chest_before_they_roll():
    hands = Hands("chest")
    hands.shows("P6G1X1")
    assert hands.refuses("place", dice="X1") == "FT-A-09"
    hands.places("P6")
    assert hands.refuses("roll", dice="P2") == "FT-C01"
    assert hands.refuses("roll", dice="G1") == "FT-06"
    assert hands.refuses("place", dice="P5") == "FT-C01"  # once after each roll: bounded
    without_chest = Hands("gold")
    without_chest.shows("P6G1X1")
    assert without_chest.refuses("place", dice="P6") == "FT-C01"


def test_ft_t24_the_sorceress_saves_the_turn():
    hands = Hands("sorceress")
    hands.shows("G4S1X3")
    hands.rolls("X1S1", "G1D1")
    assert not hands.over
    hands.stops()
    assert hands.scores == (5 * 100 + 500 + 100, 0, 0)


def test_ft_t25_the_sorceress_does_not_save_it_twice():
    hands = Hands("sorceress")
    hands.shows("G4S1X3")
    assert hands.refuses("roll", dice="G2") == "FT-C03"
    hands.rolls("X1S1", "X1S1")
    assert (hands.over, hands.scores) == (True, (0, 0, 0))


def test_ft_a_07_the_sorceress_cannot_save_from_four_skulls():
    hands = Hands("sorceress")
    hands.shows("G4S2X2")
    hands.rolls("S2", "X2")
    assert (hands.over, hands.scores) == (True, (0, 0, 0))


def test_ft_c03_the_spell_is_used_up_by_one_skull():
    hands = Hands("sorceress")
    hands.shows("G4S2X2")
    assert hands.refuses("roll", dice="X2") == "FT-C03"
    assert hands.refuses("roll", dice="X1") == "FT-06"
    hands.rolls("X1S1", "M1S1")
    assert hands.refuses("roll", dice="X1M1") == "FT-C03"


def test_ft_a_08_the_skull_may_roll_alone_by_an_option():
    hands = Hands("sorceress", skull_alone=True)
    hands.shows("G4S2X2")
    hands.rolls("X1", "M1")
    assert not hands.over


def test_a_player_may_leave_the_spell_and_be_out():
    hands = Hands("sorceress")
    hands.shows("G4S1X3")
    assert [each.kind for each in hands.stops()] == ["disqualified"]


def test_ft_t28_a_storm_has_two_rolls():
    hands = Hands("storm")
    hands.shows("G3D2M2S1")
    hands.rolls("M2S1", "M2S1")
    assert hands.refuses("roll", dice="M2") == "FT-C05"
    hands.stops()
    assert hands.scores == (1100, 0, 0)


def test_ft_a_11_a_storm_on_the_island_has_one_more_roll():
    hands = Hands("storm")
    hands.shows("X4G4")
    hands.rolls("G4", "X1G3")
    assert (hands.over, hands.scores) == (True, (0, -500, -500))


def test_ft_t29_who_is_out_in_a_truce_pays_for_swords():
    hands = Hands("truce")
    hands.shows("S2M5X1")
    hands.rolls("M2", "X2")
    assert (hands.over, hands.scores) == (True, (-1000, 0, 0))


def test_ft_t31_a_truce_does_not_end_with_swords():
    hands = Hands("truce")
    hands.shows("S1M5G2")
    assert hands.refuses("stop") == "FT-C11"
    hands.rolls("S1G2", "G3")
    hands.stops()
    assert hands.scores == (300 + 100 + 500 + 500, 0, 0)


def test_ft_t32_five_swords_beat_the_zombies():
    hands = Hands("zombie")
    hands.shows("S4X3G1")
    assert hands.refuses("stop") == "FT-C12"
    assert hands.refuses("roll", dice="S1") == "FT-C12"
    hands.rolls("G1", "S1")  # a single die
    assert (hands.over, hands.scores) == (True, (1200, 0, 0))


@pytest.mark.parametrize(("players", "share"), [(2, 1200), (3, 600), (4, 400)])
def test_ft_c12_the_opponents_share_what_the_zombies_win(players, share):
    table = Table(FortuneGame(), ANY_DECK, ["Ann", "Ben", "Cleo", "Dan"][:players])
    for step in (("first", {"player": 1}), ("card", {"card": "zombie"}), ("dice", {"dice": "X8"})):
        table.do(command(step[0], **step[1]))
    assert table.state.scores == tuple(0 if seat == 1 else share for seat in range(players))


def test_ft_t37_one_die_is_not_rolled():
    hands = Hands("gold")
    hands.shows("G3S4X1")
    assert hands.refuses("roll", dice="G1") == "FT-06"
    assert hands.refuses("roll", dice="G1X1") == "FT-07"
    assert hands.refuses("roll", dice="P2") == "FT-06"


def test_ft_06_dice_that_were_kept_may_roll_later():
    hands = Hands("gold")
    hands.shows("G3S4X1")
    hands.rolls("S4", "S2M2")
    hands.rolls("G3S2", "G5")
    hands.stops()
    assert hands.scores == (600 + 1000, 0, 0)  # six coins, with the card's


def test_dice_must_be_as_many_as_were_rolled():
    hands = Hands("gold")
    assert hands.refuses("stop") == "FT-05"
    with pytest.raises(RefusedCommand, match="8 dice were rolled, not 7"):
        hands.shows("G7")
    hands.shows("G8")
    with pytest.raises(RefusedCommand, match="FT-09"):
        hands.table.do(command("stop", 1))
