"""Cards that the referee draws from the decks of a game board (SM-18, ST-08, FO-17)."""

import json
import re

import pytest
from tests.rules.rows import rows
from tests.unit.pingblock.tables.property.playing import AtPageOf, Playing

from pingblock.errors import BadInput
from pingblock.study import games, plan, report
from pingblock.tables.board_lines import BoardLines
from pingblock.tables.bots import play_out
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import command
from pingblock.tables.page_table import PageTable
from pingblock.tables.property.board_file import read_board, shipped_text
from pingblock.tables.property.game import PropertyGame
from pingblock.tables.property.tasks import CardDue
from pingblock.tables.table import Table, bots_step

BEGIN = """
format = 1
name = "own"
spec = "ST"
extends = "hideout"
[rules]
"""
CARDS = """
[[card]]
deck = "radio"
text = "One."
do = [{}]
[[card]]
deck = "radio"
text = "Two."
do = []
[[card]]
deck = "lights"
text = "Three."
count = 2
do = []
"""


def with_card(acts, more=""):
    """Returns a board whose first card of the radio does this."""
    return BEGIN + CARDS.format(acts).replace("do = [{", f"{more}\ndo = [{{", 1)


@pytest.mark.parametrize("kind", [Playing, AtPageOf])
@pytest.mark.parametrize("row", rows("cards"))
def test_card_of_row_does_what_it_says(row, kind):
    board = with_card(row["do"], "choose = true" * ("choose" in row))
    game = kind("hideout", 3, board=board, cards="deck")
    game.set(place={0: 2}, todo=(CardDue(0, "radio"),), moving=True)
    game.play([{"set": row.get("set", {})}, "turn_card card=0", *row["play"]])


def test_card_text_uses_space_name_of_this_board():
    board = with_card('{ effect = "go_to", space = 11 }') + '[names]\n11 = "Mühle {0}"\n'
    game = Playing("hideout", 2, board=board.replace("One.", "Go to {space}."), cards="deck")
    game.set(place={0: 2}, todo=(CardDue(0, "radio"),), moving=True)
    game.do("turn_card", card=0)
    assert game.said[0] == "Ada draws a card (radio): Go to Mühle {0}."


def test_deck_is_shuffled_once_and_then_keeps_its_order():
    game = Playing("wasteland", 2, cards="deck")
    chance, order = SeededChance(5), []
    for draw in range(40):
        game.set(todo=(CardDue(0, "skills"),), cash={0: 1000, 1: 1000}, claims=())
        step = game.game.draw(game.state, chance.at(draw))
        order.append(step.arg("card"))
        game.do(step.do, card=step.arg("card"))
    first, second = order[:16], order[16:31]
    assert sorted(first) == [
        n for n, card in enumerate(game.state.edition.cards) if card.deck == "skills"
    ]
    assert first != sorted(first)
    [kept] = [n for n in first if game.state.edition.cards[n].kept]
    assert second == [n for n in first if n != kept]  # a player holds the jail card


@pytest.mark.parametrize("name", ["hideout", "wasteland", "wasteland_speed", "celebration"])
def test_shipped_card_texts_name_their_amounts_and_spaces(name):
    game = Playing(name, 3, cards="deck").set(place={0: 6}, cash=dict.fromkeys(range(3), 300))
    start, edition = game.state, game.state.edition
    for deck in edition.decks:
        count = sum(card.deck == deck for card in edition.cards)
        assert count == (32 if name == "celebration" else 16)
    for number, card in enumerate(edition.cards):
        game.state = start
        game.set(todo=(CardDue(0, card.deck),), moving=True)
        game.do("turn_card", card=number)
        text = card.text.replace("{space}", edition.spaces[card.goal].name)
        assert game.said[0].endswith(text)
        for act in card.acts:
            amount, space = act.arg("amount"), act.arg("space")
            assert amount is None or str(amount) in text
            assert not space or edition.spaces[space].name in text


@pytest.mark.parametrize(
    ("acts", "more", "reason"),
    [
        ('{ effect = "fly" }', "", "'effect' is \"fly\": it must be"),
        ('{ effect = "pay" }', "", "'amount' is missing"),
        ('{ effect = "pay", amount = 5, space = 3 }', "", "'space' is not known here"),
        ('{ effect = "go_to", space = 40 }', "", "The board has no such space."),
        ('{ effect = "step", steps = 0 }', "", "A card moves by one space or more."),
        ('{ effect = "give", amount = 5, player = 1 }', "", "'give' needs a player"),
        ('{ effect = "draw", deck = "luck" }', "", "There is no deck 'luck': radio, lights."),
        ('{ effect = "jail" }, { effect = "keep" }', "", "A card ends with its move"),
        ('{ effect = "keep" }', "count = 2", "has more than one jail card"),
        ('"go home"', "", "'do' is [\"go home\"]: it must be a list of tables"),
        ("{ }", 'colour = "red"', "'colour' is not known here"),
    ],
)
def test_wrong_card_is_refused_with_its_line(acts, more, reason):
    text = with_card(acts, more)
    with pytest.raises(BadInput, match=r"my\.toml, line \d+: ") as fault:
        read_board(text, "my.toml")
    assert reason in str(fault.value)
    line = int(str(fault.value).split("line ")[1].partition(":")[0])
    assert BoardLines(text).of("card") <= line <= BoardLines(text).of("card", 1)


def test_one_card_deck_and_unknown_deck_are_refused():
    few = BEGIN + CARDS.format("").replace("count = 2", "count = 1")
    with pytest.raises(BadInput, match="The deck 'lights' needs 2 cards or more"):
        read_board(few, "my.toml")
    with pytest.raises(BadInput, match="There is no deck 'luck': radio, lights"):
        read_board(few.replace('deck = "lights"', 'deck = "luck"'), "my.toml")


def test_board_without_cards_error_says_what_to_do():
    text = shipped_text("hideout").split("\n[[card]]")[0]
    with pytest.raises(BadInput, match=r"write them as \[\[card\]\], or choose cards=hand"):
        Playing("hideout", board=text, cards="deck")
    assert Playing("hideout", board=text).state.cards == "hand"


def test_bot_waits_for_people_to_enter_paper_card():
    table = Table(PropertyGame("wasteland"), {"roll_off": False}, ["Ann", "Robo"], 1)
    table.hand_to(1, "plain")
    table.do(command("correct", what="turn", player=1))
    assert bots_step(table) == command("roll", 1)
    table.do(command("correct", what="place", player=1, space=30))
    table.do(command("roll", 1))
    table.do(command("dice", dice=[1, 2]))
    assert bots_step(table) is None
    table.do(command("card", 1, effect="receive", amount=50))
    assert table.state.cash[1] == 1550


def test_page_draws_cards_unless_option_is_hand():
    page = PageTable()
    wanted = {"game": "hideout", "players": ["Ann", "Ben"], "seed": 3}
    for given, cards in (({}, "deck"), ({"options": {"cards": "hand"}}, "hand")):
        answer = page.answer(json.dumps({"open": {**wanted, **given}}))
        assert answer["log"][0]["options"]["cards"] == cards


def classic_movement():
    """Returns a game board without purchases, with the deck of ten moves at 7, 22 and 36."""
    board, cards = (
        shipped_text("hideout").replace("doubles_or_eleven", "doubles").split("\n[[card]]", 1)
    )
    for old, new in (("radio", "?"), ("lights", "radio"), ("?", "lights")):
        board = board.replace(f'deck = "{old}"', f'deck = "{new}"')
    board = re.sub("price = .*", "price = 1000000", board)
    board = re.sub("start_coins = .*", "start_coins = [[900000, 1]]", board)
    return board + "\n[[card]]" + cards.replace('{ effect = "keep" }', "")


def test_classic_layout_has_published_share_of_moves_into_jail():
    """Players leave jail by a double or on the third try, without an earlier fee and jail cards.

    Source: T. Collins, probabilities of a property game, for players who stay in jail: 9.46 % of
    moves end there, and 2.14 % on a visit.
    """
    options = [f"board={classic_movement()}", "auctions=off", "turns=500", "roll_off=off"]
    found = plan.plan("hideout", options, 4, "plain", 30, 1)
    rows = [row for job in games.jobs(found) for row in games.play(job)]
    stops = report.fields(rows, 4)["stops"]
    for name, share in (("in jail", 0.0946), ("10 Jail", 0.0214)):
        assert stops[name]["low"] <= share <= stops[name]["high"]
        assert stops[name]["high"] - stops[name]["low"] < 0.02


def test_study_draws_cards_without_people():
    by_hand = plan.plan("hideout", ["cards=hand"], 2, "plain", 1, 1)
    assert "cards=hand needs people, so bots pass over it" in str(by_hand)
    found = plan.plan("hideout", [], 2, "plain", 3, 1)
    rows = [row for job in games.jobs(found) for row in games.play(job)]
    assert all(row.events["card_turned"] for row in rows)
    assert "card_read" not in rows[0].events
    assert "needs people" not in str(found)
    words = report.text(report.fields(rows, 2))
    assert "where moves end, in 100 of them:" in words
    assert "due in a game, by set:" in words
    assert (
        play_out(PropertyGame("hideout"), found.options, found.bots, rows[0].seed).commands
        == rows[0].commands
    )
