"""A random game of ``storm``, with wild commands mixed in, and every state checked."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.rules.moves import NAMES
from tests.unit.pingblock.tables.storm.playing import board

from pingblock.tables.amend import verbs_of
from pingblock.tables.bots import random_command
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.command import Command, command, malformed
from pingblock.tables.storm.corrections import AMENDS
from pingblock.tables.storm.referee import StormGame
from pingblock.tables.storm.state import FREE, NOBODY, ROLL_OFF, StormState
from pingblock.tables.storm.verbs import VERBS
from pingblock.tables.table import settle

GAME = StormGame()
TURNS = 120
# Items, offers and the dice limit the commands between two turns.
COMMANDS_MOST = 60 * TURNS
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rest": True, "jail_tries": 3, "cover": False},
    {"board": board(storm_cards="[0, 8, 8, 1, 3, 5, 24, 20, 31, 4, 2, 9, 9, 10, 11]")},
]


def play_by_chance(seed: int, corrects: bool = False) -> Counter[str]:
    """Plays a game to its end. Returns the number of events of each kind, and of "refused"."""
    chance = Random(seed)
    players = chance.randint(2, 7)
    options = settle(GAME.options, {"turns": TURNS, **OPTIONS[seed % len(OPTIONS)]})
    state = GAME.start(options, NAMES[:players])
    dice, whims = SeededChance(seed, DICE), SeededChance(seed, BOTS)
    drawn = taken = 0
    seen: Counter[str] = Counter()
    while state.result is None:
        legal = GAME.legal(state)
        assert legal, "no step is legal"
        if not chance.randrange(4):
            assert [step for step in legal if GAME.why_not(state, step)] == []
        step = wild(state, chance)
        if corrects and not chance.randrange(4):
            step = wild(state, chance, AMENDS)
            amend, seats = AMENDS[step.do], len(state.hp)
            fault = malformed(verbs_of(GAME), step, seats) or amend.why_not(state, step)
            if not fault:
                state, events = amend.apply(state, step)
                seen.update(event.kind for event in events)
                assert all(GAME.say(event, NAMES).endswith(".") for event in events)
                check(state)
            continue
        fault = malformed(GAME.verbs, step, players) or GAME.why_not(state, step)
        if fault or chance.randrange(3):
            seen["refused"] += fault is not None
            assert fault is None or fault.in_words()[-1] in ".?", fault
            drawing = GAME.draw(state, dice.at(drawn))
            drawn += drawing is not None
            step = drawing or random_command(legal, whims)
            assert step in legal
        state, events = GAME.apply(state, step)
        seen.update(event.kind for event in events)
        assert all(GAME.say(event, NAMES).endswith(".") for event in events)
        check(state)
        taken += 1
        assert taken < COMMANDS_MOST, "the game does not end"
    return seen


def wild(state: StormState, chance: Random, verbs: Mapping[str, Any] = VERBS) -> Command:
    """Returns a command of any verb, with arguments that can be wrong or right."""
    do = chance.choice([*verbs, *["correct"] * (12 * ("correct" in verbs))])
    names = [each.name for items in state.items for each in items]
    owned = [at for at, owner in enumerate(state.owner) if owner != NOBODY]
    some = chance.choice([-1, 40, *range(len(state.board.spaces)), *state.path * 4])
    values: dict[str, Any] = {
        "space": some,
        "number": chance.randint(0, 7),
        "action": chance.choice(["bandages", "crosshair", "brick", "bomb", "duck"]),
        "target": chance.randint(0, 7),
        "wall": some,
        "item": chance.choice([*names, "Boots"]),
        "name": chance.choice(["Bandage kit", "Net"]),
        "once": chance.random() < 0.5,
        "far": chance.random() < 0.5,
        "gain": chance.randint(-1, 4),
        "damage": chance.randint(-1, 4),
        "build": some,
        "steps": chance.randint(0, 6),
        "to": chance.randint(0, 7),
        "give_places": chance.sample(owned, min(1, len(owned))),
        "take_places": chance.sample(owned, min(1, len(owned))),
        "give_items": chance.sample(names, min(1, len(names))),
        "take_items": chance.sample(names, min(1, len(names))),
        "player": chance.randint(0, 6),
        "hp": chance.randint(0, 16),
        "on": chance.random() < 0.5,
        "owner": chance.randint(-1, 6),
        "tries": chance.randint(-1, 2),
        "items": chance.sample(names, min(2, len(names))),
    }
    form = verbs[do].form
    args = {name: values[name] for name in form.args if name in values and chance.random() < 0.6}
    if do == "correct":
        what = chance.choice(list(form.follow))
        args = {"what": what, **{name: values[name] for name in form.follow[what]}}
    if do == "join":
        args = {"name": "Zoe"}
    seat = None if not form.seated else chance.choice([state.turn, chance.randint(0, 6)])
    return command(do, seat, **args)


def check(state: StormState) -> None:
    """Fails if HP, items, walls or locations are missing or in a wrong place."""
    assert all(0 <= hp <= 15 for hp in state.hp)
    assert state.walls_left == 8 - sum(state.walls) >= 0
    assert state.items_out <= 16
    cards = [*state.deck, *state.under]
    for items in (*state.items, *state.dropped):
        cards += items
    assert len(cards) >= len(state.board.chest)
    assert 0 <= state.storm_left <= 15
    # The roll-off and the drop-in come before the storm.
    assert state.phase != ROLL_OFF or not any(state.stormed)
    jail = state.board.jail
    for seat, hp in enumerate(state.hp):
        assert state.jail[seat] == FREE or (state.place[seat] == jail and not state.stormed[jail])
        assert hp or (not state.items[seat] and seat not in state.owner)
    for at, owner in enumerate(state.owner):
        assert owner == NOBODY or (state.hp[owner] and not state.stormed[at])
    assert (state.result is None) or len(state.alive) >= 1
    assert state.result is not None or len(state.alive) >= 2
