"""Turns of ``fortune``, played with typed dice: the spec's rows and the rules behind them."""

import pytest
from tests.rules.moves import NAMES, AtPage, Game
from tests.rules.rows import rows
from tests.unit.pingblock.tables.test_page_table import Page

from pingblock.tables.fortune import panel
from pingblock.tables.fortune.referee import FortuneGame

ANY_DECK = {"deck": "fortune35_guess"}
WITH_CARD = [each for each in rows("fortune") if each.values[0]["card"] != "none"]


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


@pytest.mark.parametrize("kind", [Game, AtPage])
@pytest.mark.parametrize("row", rows("fortune_moves"))
def test_turn_of_row_follows_its_rules(row, kind):
    game = kind(FortuneGame(), row.get("players", 3), **ANY_DECK, **row.get("options", {}))
    game.play(["first player=0", *row["play"]])


def test_panel_says_what_stopping_pays_if_it_is_allowed():
    game = Game(FortuneGame(), 3, **ANY_DECK)
    game.play(["first player=0", "card card=truce", "dice dice=S1M5G2"])
    assert not any("stop now" in line for line in panel.board(game.state, NAMES[:3]))
    game.play(["roll 0 dice=S1G2", "dice dice=G3"])
    assert "If you stop now: 1400" in panel.board(game.state, NAMES[:3])
