"""Words of the panels: players, deeds and possible commands, in every state of some games."""

import re
from dataclasses import replace

import pytest
from tests.unit.pingblock.tables.at_table import table_of
from tests.unit.pingblock.tables.property.playing import Playing
from tests.unit.pingblock.tables.test_forms import states

from pingblock.cards.strings import card_in
from pingblock.languages import Words, speaking
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.command import command
from pingblock.tables.game import Result
from pingblock.tables.prompts import Prompts
from pingblock.tables.property import panel
from pingblock.tables.property.tasks import (
    Auction,
    CardDrawn,
    Claim,
    Debt,
    ExtraMove,
    HandOut,
    MortgageFee,
    Offer,
    Placing,
    RollOff,
    Shortage,
    SilentCoins,
    UtilityRoll,
)

NAMES = ("Ada", "Ben", "Cyd")


def test_panel_shows_players_deeds_and_bank():
    game = Playing("wasteland", 3)
    brown = game.own(0, "Brown 1", "Brown 2")
    game.own(1, "Station 1")
    game.set(
        built={brown[0]: 2, brown[1]: 5},
        mortgaged={5: True},
        held={1: ("guide",)},
        jail={1: 2},
        place={1: 10},
        alive=(0, 1),
        turn=1,
        todo=(Debt(0, -1, 2000),),
    )
    lines = panel.board(game.state, NAMES)
    assert lines == [
        "Ada owes the Bank 2000.",
        "",
        "  Ada has 1500, is on Start",
        "    Brown 1 (2 × shack), Brown 2 (vault)",
        "▶ Ben has 1500, is on Jail, in jail, 2 tries",
        "    Station 1 (mortgaged), jail card (guide)",
        "  Cyd: bankrupt",
        "",
        "The Bank has 32 × shack, 12 × vault.",
    ]
    game.set(result=Result((0,), (1500, 1500, 0), ""))
    assert not [line for line in panel.board(game.state, NAMES) if "▶" in line]


def test_view_has_owners_rents_and_worth_of_players():
    game = Playing("wasteland")
    game.own(0, "Brown 1")
    view = game.game.view(game.state)
    found = [(space["owner"], space["rent"]) for space in view["spaces"][:4]]
    assert found == [(None, None), (0, 2), (None, None), (None, 4)]
    assert [each["worth"] for each in view["players"]] == [1560, 1500]


def test_command_labels_name_other_players_and_are_distinct():
    game = Playing("wasteland", 3)
    game.own(1, "Station 1")
    said = [panel.label(game.state, step, NAMES) for step in game.game.legal(game.state)]
    assert "roll" in said
    assert "Ben: mortgage Station 1 for 100" in said
    assert "offer Ben 200 for Station 1" in said
    assert len(said) == len(set(said))


MATTERS = [
    (RollOff((2, 0), (5,)), "Ada rolls: the highest begins."),
    (UtilityRoll(0, 1, 10), "Ada rolls for the rent: 10 times the dice."),
    (SilentCoins(1), "Ben rolls once more, for coins."),
    (ExtraMove(1), "Ben rolls and moves once more."),
    (CardDrawn(1, "x"), "Ben takes a card."),
    (Debt(1, 0, 9), "Ben owes Ada 9."),
    (MortgageFee(2, 5), "Cyd has received a mortgaged deed."),
    (Placing(1, "house"), "Ben has bought a building. On which location?"),
    (
        Shortage(1, 5, "house", (0,)),
        "Ben builds one of the few that are left. Who else wants one?",
    ),
    (HandOut(), "Enter shuffles and deals."),
    (Auction((0, 1, 2), 5, bid=20, bidder=0), "Auction: Station 1. Ada bids 20."),
    (Auction((0, 1), building="house"), "Auction: shack. No bid yet."),
    (Offer(0, 1, 9, (1,), (), 0, (5,), ()), "Ada offers Ben 9 and Brown 1 for Station 1."),
]


@pytest.mark.parametrize(
    ("task", "line"), MATTERS, ids=[type(each[0]).__name__ for each in MATTERS]
)
def test_panel_line_of_open_matter_names_player_and_reason(task, line):
    game = Playing("wasteland", 3).set(todo=(task,))
    assert panel.board(game.state, NAMES)[0] == line
    for _, example in panel.hints(game.state):
        assert game.game.why_not(game.state, example) is None


@pytest.mark.parametrize("name", ["celebration", "hideout", "wasteland", "wasteland_speed"])
def test_every_legal_command_has_distinct_label(name):
    game = Playing(name, 3, roll_off=True)
    dice, whims = SeededChance(5, DICE), SeededChance(5, BOTS)
    for at in range(300):
        if game.state.result:
            break
        legal = game.game.legal(game.state)
        said = {(step.seat, panel.label(game.state, step, NAMES)) for step in legal}
        assert len(said) == len(legal), said
        lines = panel.board(game.state, NAMES)
        assert not any("None" in line or "-1" in line for line in lines), lines
        step = game.game.draw(game.state, dice.at(at))
        if step is None:
            seat = game.game.to_act(game.state)[0]
            step = decide(game.game, "random", game.state, seat, whims)
        game.state, _ = game.game.apply(game.state, step)
    assert game.state.turns > 5


def test_rent_request_is_listed_before_roll():
    game = Playing("wasteland", 3).set(claims=(Claim(0, 2, 1, 2, 0),))
    said = [panel.label(game.state, step, NAMES) for step in game.game.legal(game.state)]
    lines = panel.board(game.state, NAMES)
    assert lines[0] == "Ada can ask Cyd for the rent of Brown 1: 2."
    game.set(claims=(Claim(0, 2, 12, 0, 4),))
    lines = panel.board(game.state, NAMES)
    assert lines[0] == "Ada can ask Cyd for the rent of Radio 1: 4 times a roll."
    assert said[:3] == [
        "ask for the rent of Brown 1: 2",
        "do not ask for the rent of Brown 1",
        "roll",
    ]


def test_bank_without_money_owes_on_paper_sm_a_13():
    """QB-A-06: the Bank's money falls below zero, and the panel asks for a note on paper."""
    game = Playing("celebration").set(bank=1, place={0: 31})
    assert game.dice(1).bank == -1
    lines = panel.board(game.state, ("Ada", "Ben"))
    assert lines[-1].endswith("It is out of money: note on paper the 1 that it owes.")


CARD = ("Landed here? Press the button.", "roll once more and take", "pay the bank 5 coins.")
KARTE = ("Hier gelandet? Drück den Knopf.", "Würfle nochmals und nimm", "5 Münzen an die Bank.")


@pytest.mark.parametrize(
    ("language", "press", "silent", "cost"),
    [("en", *CARD), ("xx", *CARD), ("de", *KARTE), ("fi", "", "1–2:", "")],
)
def test_block_outcomes_use_language_of_reminder_cards(language, press, silent, cost):
    """Landing, silent play and panel show the card's words (QB-15, QB-A-08, QB-A-09)."""
    names = ("Ada", "Ben")
    game = Playing("celebration").set(place={0: 1})
    game.dice(1)
    card = card_in("en" if language == "xx" else language)
    assert press in card.press
    assert silent in card.silent[0]
    with speaking(Words(language)):
        said = [game.game.say(event, names) for event in game.events]
        assert said[-1] == f"Ada: {card.press}"
        lines = panel.board(game.state, names)
        assert lines[:2] == [f"Ada: {card.press}", f"{card.silent_title}:"]
        assert [line.strip() for line in lines[2:6]] == list(card.silent)
        labels = [panel.label(game.state, step, names) for step in game.game.legal(game.state)]
        laugh = card.sounds[2][1].partition(":")[0]
        assert f"heard: {laugh}" in labels
        landed = game.state
        game.dice(2)
        assert game.game.say(game.events[-1], names) == f"Ada: {card.silent[0]}"
        game.state = landed
        game.do("outcome", kind="laugh")
        said = game.game.say(game.events[0], names)
        assert said.startswith(f"Ada: {laugh}: ")
        assert said.endswith(cost)


NUMBER = re.compile(r"\d+")


@pytest.mark.parametrize("name", ["celebration", "hideout", "wasteland", "wasteland_speed"])
def test_legal_moves_cost_at_most_what_their_label_says(name):
    """In random games, compares the moving player's cash, without debts that were open before."""
    seen = set()
    for number, table in enumerate(states(name, 1, 700)):
        if number % 4:
            continue
        game, state = table.game, table.state
        prompts = Prompts(game, table.players, state)
        owed = {task.seat: task.amount for task in state.todo if isinstance(task, Debt)}
        for step in game.legal(state):
            if step.seat is None or step.do in ("card", "offer", "bankrupt"):
                continue
            after, _events = game.apply(state, step)
            cost = state.cash[step.seat] - after.cash[step.seat] - owed.get(step.seat, 0)
            label = prompts.label(step, state)
            names = sorted((space.name for space in state.edition.spaces), key=len, reverse=True)
            for each in names:
                label = label.replace(each, "")
            assert cost <= max(map(int, NUMBER.findall(label)), default=0), (step, label)
            seen.add(step.do)
    assert seen >= {"buy", "mortgage", "pay_fee", "accept", "ask"} - {"pay_fee"}


def test_sale_label_names_number_of_buildings_and_amount():
    """If the Bank lacks houses for a hotel's sale, other buildings of the set are sold, too."""
    table = table_of("wasteland", "Ann", "Ben", roll_off=False)
    prompts = Prompts(table.game, table.players, table.state)
    for n in (1, 2, 3):
        table.do(prompts.read(f"correct owner Light blue {n} Ann", table.state))
    for n in (1, 2, 3):
        table.do(prompts.read(f"correct buildings Light blue {n} 5", table.state))
    sell = command("sell", 0, space=6)
    assert prompts.label(sell, table.state) == "sell the top building of Light blue 1 for 25"
    none_left = replace(table.state, houses=0)
    said = prompts.label(sell, none_left)
    assert said == "sell all of Light blue 1, Light blue 2 and Light blue 3: 15 buildings for 375"
    after, _events = table.game.apply(none_left, sell)
    assert after.cash[0] - none_left.cash[0] == 375


def test_building_won_at_auction_costs_nothing_and_label_says_paid():
    game = Playing("wasteland")
    brown = game.own(0, "Brown 1", "Brown 2")
    game.set(todo=(Placing(0, "house"),))
    build = command("build", 0, space=brown[0])
    assert panel.label(game.state, build, NAMES) == "build on Brown 1: it is paid"
    cash = game.state.cash[0]
    assert game.do("build", 0, space=brown[0]).cash[0] == cash


@pytest.mark.parametrize(
    ("auctions", "say"), [("on", "do not buy: auction it"), ("off", "do not buy")]
)
def test_decline_label_says_whether_auction_follows(auctions, say):
    game = Playing("wasteland", auctions=auctions)
    game.dice(1, 2)
    assert panel.label(game.state, command("decline", 0), NAMES) == say
