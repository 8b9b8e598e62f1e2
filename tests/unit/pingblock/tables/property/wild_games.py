"""Random games of the property family with wild commands mixed in, each state checked."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.amend import amends_of
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.command import Command, Refusal, command
from pingblock.tables.game import TableEvent
from pingblock.tables.property.decks import card_is_out, drawable
from pingblock.tables.property.game import PropertyGame
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import Auction
from pingblock.tables.property.verbs import VERBS
from pingblock.tables.rule_texts import rule_texts
from pingblock.tables.table import Table

TURNS = 80
# Also a limit for commands between two rolls, because a game with this many turns cannot have
# more.
COMMANDS_MOST = 60 * TURNS
WILD_OF = 2  # one illegal command for this many commands
CORRECTION_OF = 6  # one correction for this many commands
FILLED = filled_board()
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay")
HOUSE = (
    {"parking_pot": "on", "go_double": "on", "jail_rent": "off", "ask_rent": "off"},
    {"lap_first": "on", "double_ones": 500, "auctions": "off", "auction_deals": "on"},
    {"laps": 6, "leaver_deeds": "bank", "parking_pot": "on", "auction_deals": "on"},
    {},
)
LATECOMERS = ("Gus", "Hal", "Ben")
# In every other game the players are poor, which leads to debts, ruin and a shortage of buildings.
POOR = """
format = 1
name = "poor"
spec = "{spec}"
extends = "{name}"
[rules]
start_coins = [[1, 250]]
go_pay = 10
set_factor = 10
houses = 2
houses_before_hotel = 1
hotels = 1
free_deeds = 4
players = [2, 6]
"""
SETS = (1, 6, 3, 8, 37, 9, 39, 16)  # dealt to two players: two sets, and a set with one deed more
SPECS = {"hideout": "ST", "wasteland": "FO", "wasteland_speed": "FO-S"}
# Events name rules that have texts, but not the texts about open questions.
RULES = {"", *(rule for rule in rule_texts() if "-A-" not in rule and "-R" not in rule)}
WORDS = (
    *("nothing", "receive", "pay", "collect", "share", "repairs", "go_to", "step", "jail"),
    *("give", "take", "station", "utility", "draw"),
)


def play(
    name: str, seed: int, kinds: set[str] | None = None, corrects: bool = False
) -> Table[PropertyState]:
    """Plays a game to its end, checks every state and returns the table.

    Args:
        name: name of the edition.
        seed: seed for everything in the game.
        kinds: set to which the kinds of events are added.
        corrects: steps outside of the rulebook are mixed in.
    """
    kinds = set() if kinds is None else kinds
    chance = Random(seed)
    board = FILLED if name == "celebration" else ""
    if seed % 2 and name in SPECS:
        board = POOR.format(name=name, spec=SPECS[name])
    players = 2 if board and seed % 4 == 1 else chance.randint(2, 6)
    house = HOUSE[seed // 2 % len(HOUSE)] if corrects else {}
    options = {"board": board, "turns": TURNS, "cards": ("hand", "deck")[seed // 2 % 2], **house}
    table = Table(PropertyGame(name), options, NAMES[:players], seed)
    bots, dice = SeededChance(seed, BOTS), SeededChance(seed, DICE)
    money = sum(table.state.cash) + table.state.bank
    drawn = 0
    if table.state.edition.name == "poor" and players == 2:
        table.do(command("hand_out", spaces=SETS))
    while table.state.result is None:
        assert len(table.steps) < COMMANDS_MOST, "the game does not end"
        before = table.state
        if corrects and not chance.randrange(CORRECTION_OF):
            events = try_wild(table, wild(table.state, chance, amends_of(table.game)))
        elif not chance.randrange(WILD_OF):
            events = try_wild(table, wild(table.state, chance))
        elif step := table.game.draw(table.state, dice.at(drawn)):
            drawn += 1
            if step.do == "outcome" and chance.randrange(2):
                step = command("dice", dice=[chance.randint(1, 6)])  # silent play
            events = table.do(step)
        else:
            ready = table.game.to_act(table.state)
            assert ready, "no step is legal"
            seat = chance.choice(ready)
            events = table.do(decide(table.game, "random", table.state, seat, bots))
        kinds.update(event.kind for event in events)
        assert {event.rule for event in events} <= RULES, events
        assert all(table.game.say(event, table.players).endswith(".") for event in events)
        if table.state is not before:
            check(table.state, money, corrects)
        if not chance.randrange(100):
            check_legal(table)
    return table


def try_wild(table: Table[PropertyState], step: Command) -> tuple[TableEvent, ...]:
    """Tries a wild command. If it is refused, there is a reason and the state is unchanged."""
    before, steps = table.state, len(table.steps)
    refusal = table.why_not(step)
    if refusal is None:
        return table.do(step)
    with pytest.raises(Refusal) as refused:
        table.do(step)
    assert str(refused.value) == str(refusal)
    assert refusal.in_words().endswith(".")
    assert table.state is before
    assert len(table.steps) == steps
    return ()


def wild(state: PropertyState, chance: Random, verbs: Mapping[str, Any] = VERBS) -> Command:
    """Returns a command of any verb, with arguments that can be wrong or right."""
    do = chance.choice([*verbs, *["correct"] * (12 * ("correct" in verbs))])
    if do in ("time_up", "leave") and chance.random() < 0.9:  # otherwise games would end too soon
        do = "correct"
    if (
        "use_card" in verbs and state.held[state.turn] and state.jail[state.turn] != FREE
    ):  # Both rarely occur together.
        do = "use_card"
    task = state.todo[0] if state.todo else None
    if isinstance(task, Auction) and task.bid and do == "correct":  # rarely reached at random
        return command("correct", what="cash", player=task.bidder, amount=task.bid - 1)
    spaces = len(state.edition.spaces)
    own = [at for at in state.edition.deeds if state.owner[at] >= 0]
    values: dict[str, Callable[[], Any]] = {
        "space": lambda: chance.choice([*own, chance.randint(-1, spaces)]),
        "amount": lambda: chance.choice([1, 2, 10, chance.randint(-5, 2000)]),
        "dice": lambda: [chance.randint(0, 6) for _ in range(chance.randint(1, 2))],
        "spaces": lambda: chance.sample(range(spaces), chance.randint(0, 9)),
        "to": lambda: chance.randint(0, 6),
        "player": lambda: chance.randint(0, 6),
        "give_cash": lambda: chance.randint(0, 300),
        "take_cash": lambda: chance.choice([0, 0, chance.randint(0, 300)]),
        "give_deeds": lambda: chance.sample(own, min(len(own), chance.randint(0, 1))),
        "take_deeds": lambda: chance.sample(own, min(len(own), chance.randint(1, 2))),
        "give_cards": lambda: list(state.held[0][:1]),
        "take_cards": lambda: [],
        "deck": lambda: chance.choice(state.edition.decks),
        "effect": lambda: chance.choice(WORDS),
        "house": lambda: chance.randint(0, 50),
        "hotel": lambda: chance.randint(0, 50),
        "steps": lambda: chance.randint(-20, 20),
        "times": lambda: chance.randint(0, 10),
        "card": lambda: chance.randint(0, 40),
        "more": lambda: chance.random() < 0.5,
        "kind": lambda: chance.choice(["coins", "laugh", "power_up", "game_over"]),
        "coins": lambda: chance.randint(0, 7),
        "what": lambda: what,
        "owner": lambda: chance.randint(-1, 5),
        "tries": lambda: chance.randint(-1, 3),
        "on": lambda: chance.random() < 0.5,
        "level": lambda: chance.choice([0, 0, 1, 2, 3, 4, 5]),
        "giver": lambda: chance.randint(-1, 5),
        "taker": lambda: chance.randint(-1, 5),
        "name": lambda: chance.choice(LATECOMERS),
        "deeds": lambda: chance.choice(["auction", "bank"]),
    }
    form = verbs[do].form
    names = [name for name in form.args if name in values and chance.random() < 0.8]
    what = chance.choice(list(form.follow)) if "what" in form.args else ""
    if what and chance.random() < 0.9:
        names = ["what", *form.follow[what]]
    seat = None if not form.seated else chance.choice([state.turn, chance.randint(0, 6)])
    return command(do, seat, **{name: values[name]() for name in names})


def check_decks(state: PropertyState) -> None:
    """Fails if a card is in two places, or if a deck has no card to draw."""
    for deck in state.edition.decks:
        pile = state.piles[state.edition.decks.index(deck)]
        there = [*pile.unseen, *pile.below]
        cards = {n for n, card in enumerate(state.edition.cards) if card.deck == deck}
        jail = {n for n in cards if state.edition.cards[n].kept}
        assert len(there) == len(set(there))
        assert cards - jail <= set(there) <= cards
        next_cards = drawable(state, deck)
        assert next_cards
        assert not (card_is_out(state, deck) and jail & set(next_cards))


def check(state: PropertyState, money: int, corrected: bool = False) -> None:
    """Fails if money, deeds, buildings or cards are missing or in a wrong place."""
    edition = state.edition
    assert sum(state.cash) + state.bank + state.pot == money
    assert state.pot >= 0
    assert min(state.cash) >= 0
    houses = sum(level for level in state.built if level < 5)
    assert state.houses + houses == edition.rules.houses
    assert state.hotels + state.built.count(5) == edition.rules.hotels
    assert min(state.houses, state.hotels) >= 0
    gone = set(range(len(state.cash))) - set(state.alive)
    assert not gone & set(state.owner)
    assert all(not state.held[seat] and not state.cash[seat] for seat in gone)
    if state.piles:
        check_decks(state)
    owned = {at for at, owner in enumerate(state.owner) if owner >= 0}
    assert owned <= set(edition.deeds)
    assert {at for at, mortgaged in enumerate(state.mortgaged) if mortgaged} <= owned
    top = edition.rules.houses_before_hotel + 1
    for name in {edition.spaces[at].set for at, level in enumerate(state.built) if level}:
        group = [at for at, space in enumerate(edition.spaces) if space.set == name != ""]
        assert len({state.owner[at] for at in group} | {-1}) == 2
        assert not any(state.mortgaged[at] for at in group)
        levels = [min(state.built[at], top) for at in group]
        assert corrected or max(levels) - min(levels) <= 1
    for seat, tries in enumerate(state.jail):
        assert tries == FREE or state.place[seat] == edition.jail or seat in gone


def check_legal(table: Table[PropertyState]) -> None:
    """Fails if a listed command is refused, a building is not listed, or no seat can act."""
    legal = table.game.legal(table.state)
    builds = {step for step in legal if step.do == "build"}
    for seat in table.state.alive:
        for space in table.state.edition.deeds:
            build = command("build", seat, space=space)
            assert (table.why_not(build) is None) == (build in builds)
    assert [step for step in legal if table.why_not(step)] == []
    assert bool(legal) == (table.state.result is None)
    if table.state.result is None:
        seats = set(table.game.to_act(table.state)) or {None}
        assert seats <= {step.seat for step in legal}
