"""Turns of ``fortune``, played with typed dice: the spec's rows and the rules behind them."""

import pytest
from tests.rules.rows import rows
from tests.unit.pingblock.tables.test_page_table import Page

from pingblock.tables.command import Refusal, command
from pingblock.tables.fortune import panel
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.table import Table

ANY_DECK = {"deck": "fortune35_guess"}
WITH_CARD = [each for each in rows("fortune") if each.values[0]["card"] != "none"]


class Hands:
    """Plays for the first of three players: types cards and dice."""

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
        """Checks that a command of Ann's is refused and changes no state. Returns the rule."""
        before = self.table.state
        with pytest.raises(Refusal) as refused:
            self.table.do(command(verb, 0, **args))
        assert self.table.state is before
        assert refused.value.in_words()[-1] in ".?"
        return refused.value.rule

    @property
    def lines(self):
        return panel.board(self.table.state, self.table.players)

    @property
    def scores(self):
        return self.table.state.scores

    @property
    def over(self):
        return self.table.state.seat == 1


@pytest.mark.parametrize("row", WITH_CARD)
def test_turn_at_the_page_scores_by_its_row(row):
    page = Page()
    page.ask(open={"game": "fortune", "players": ["Ann", "Ben", "Cleo"], "options": ANY_DECK})
    page.ask(do="first", player=0)
    page.ask(do="card", card=row["card"])
    first, *more = row["rolls"]
    table = page.ask(do="dice", dice=first)
    for roll in more:
        assert table["turn"] == 0
        dice, shown = roll.split()
        page.ask(do="roll", seat=0, dice=dice)
        table = page.ask(do="dice", dice=shown)
    if row.get("stop"):
        assert table["turn"] == 0
        table = page.ask(do="stop", seat=0)
    if table["turn"] == 0:
        assert page.ask(do="stop", seat=0)["error"]["rule"] == "FT-C11"
        return
    others = row.get("others", 0)
    assert table["state"]["scores"] == [row["points"], others, others]


def test_island_player_must_roll_all_other_dice_ft_a_22():
    hands = Hands("skull1")
    hands.shows("X3G5")
    assert hands.refuses("roll", dice="G4") == "FT-A-22"
    assert [step.do for step in hands.table.game.legal(hands.table.state)] == ["stop", "roll"]
    hands.stops()
    assert hands.scores == (0, -400, -400)


def test_dice_on_chest_score_even_for_disqualified_player_ft_t22():
    hands = Hands("chest")
    hands.shows("G4S2P1X1")
    hands.places("G4")
    hands.rolls("S2P1", "X2G1")
    assert (hands.over, hands.scores) == (True, (600, 0, 0))


def test_dice_on_chest_cannot_be_rolled_ft_c01():
    hands = Hands("chest")
    hands.shows("P6G1X1")
    assert hands.refuses("place", dice="X1") == "FT-A-09"
    hands.places("P6")
    assert hands.refuses("roll", dice="P2") == "FT-C01"
    assert hands.refuses("roll", dice="G1") == "FT-06"
    assert hands.refuses("place", dice="P5") == "FT-C01"  # once after each roll, which limits it
    hands.stops()
    assert hands.scores == (1100, 0, 0)  # FT-T23: with the dice on the chest and the others
    without_chest = Hands("gold")
    without_chest.shows("P6G1X1")
    assert without_chest.refuses("place", dice="P6") == "FT-C01"


def test_spell_rerolls_exactly_one_skull_ft_c03():
    hands = Hands("sorceress")
    hands.shows("G4S2X2")
    assert hands.refuses("roll", dice="X2") == "FT-C03"
    assert hands.refuses("roll", dice="X1") == "FT-06"
    hands.rolls("X1S1", "M1S1")
    assert hands.refuses("roll", dice="X1M1") == "FT-C03"
    three = Hands("sorceress")
    three.shows("G4S1X3")
    # FT-T25: without a skull, the dice cannot roll again
    assert three.refuses("roll", dice="G2") == "FT-C03"
    alone = Hands("sorceress", skull_alone=True)  # FT-A-08: because of an option
    alone.shows("G4S2X2")
    alone.rolls("X1", "M1")
    assert not alone.over


def test_player_who_does_not_use_spell_is_disqualified():
    hands = Hands("sorceress")
    hands.shows("G4S1X3")
    assert [(each.kind, each.rule) for each in hands.stops()] == [("disqualified", "FT-08")]


def test_storm_card_allows_two_rolls_ft_t28():
    hands = Hands("storm")
    hands.shows("G3D2M2S1")
    hands.rolls("M2S1", "M2S1")
    assert hands.refuses("roll", dice="M2") == "FT-C05"
    hands.stops()
    assert hands.scores == (1100, 0, 0)


def test_truce_player_with_swords_cannot_stop_ft_t31():
    hands = Hands("truce")
    hands.shows("S1M5G2")
    assert hands.refuses("stop") == "FT-C11"
    assert not any("stop now" in line for line in hands.lines)
    hands.rolls("S1G2", "G3")
    assert "If you stop now: 1400" in hands.lines
    hands.stops()
    assert hands.scores == (300 + 100 + 500 + 500, 0, 0)


def test_five_swords_beat_the_zombies_ft_t32():
    hands = Hands("zombie")
    hands.shows("S4X3G1")
    assert hands.refuses("stop") == "FT-C12"
    assert hands.refuses("roll", dice="S1") == "FT-C12"
    hands.rolls("G1", "S1")  # a single die
    assert (hands.over, hands.scores) == (True, (1200, 0, 0))


@pytest.mark.parametrize(("players", "share"), [(2, 1200), (3, 600), (4, 400)])
def test_opponents_share_points_won_by_zombies_ft_c12(players, share):
    table = Table(FortuneGame(), ANY_DECK, ["Ann", "Ben", "Cleo", "Dan"][:players])
    for step in (("first", {"player": 1}), ("card", {"card": "zombie"}), ("dice", {"dice": "X8"})):
        table.do(command(step[0], **step[1]))
    assert table.state.scores == tuple(0 if seat == 1 else share for seat in range(players))


def test_single_die_cannot_be_rolled_again_ft_t37():
    hands = Hands("gold")
    hands.shows("G3S4X1")
    assert hands.refuses("roll", dice="G1") == "FT-06"
    assert hands.refuses("roll", dice="G1X1") == "FT-07"
    assert hands.refuses("roll", dice="P2") == "FT-06"


def test_typed_dice_must_match_number_of_rolled_dice():
    hands = Hands("gold")
    assert hands.refuses("stop") == "FT-05"
    with pytest.raises(Refusal, match="8 dice were rolled, not 7"):
        hands.shows("G7")
    hands.shows("G8")
    with pytest.raises(Refusal, match="FT-09"):
        hands.table.do(command("stop", 1))
