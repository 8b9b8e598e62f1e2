"""Events and states of ``storm`` for people and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pingblock.tables.game import TableEvent
from pingblock.tables.storm import odds
from pingblock.tables.storm.board import HP_TOKENS
from pingblock.tables.storm.state import FREE, NOBODY, NOWHERE, StormState

# {who}: the player of the event; {0}, {1}: its values; {p0}: a value as a player's name.
SENTENCES = {
    "accepts": "{who} accepts the trade of {p0}.",
    "begins": "{who} has the highest roll and drops in first.",
    "bombs": "{who} sets off the dance bomb: all walls are gone.",
    "builds": "{who} stands a wall on {0}.",
    "drops": "{who} leaves {0} on {1}.",
    "drops in": "{who} drops in on {0}.",
    "finds": "{who} finds {0} in the chest.",
    "finds nothing": "All chest cards are out: {who} finds nothing.",
    "finds the jail stormed": "{who} would go to jail, but the storm has it.",
    "gains": "{who} gains {0} HP and has {1}.",
    "goes to jail": "{who} goes to jail. The turn is over.",
    "is covered": "{who} is covered by a wall.",
    "is free": "{who} is free.",
    "is full": "{who} has {0} HP already and gains nothing.",
    "is on turn": "It is {who}'s turn.",
    "is out": "{who} has lost the last HP and is out.",
    "is stopped": "A wall stops {who} on {0}.",
    "is stormed": "The storm takes {0}.",
    "lets go": "{who} lets the action go: {0}.",
    "loses": "{who} loses {0} HP and has {1}.",
    "loses the place": "{who} loses {0} to the storm.",
    "moves": "{who} moves to {0}.",
    "offers": "{who} offers {p0} a trade: {1} for {2}.",
    "picks up": "{who} picks up {0} on {1}.",
    "refuses": "{who} refuses the trade of {p0}.",
    "rests": "{who} rests at the campfire.",
    "rolls": "{who} rolls {0} and {1}.",
    "rolls for the start": "{who} rolls {0} for the start.",
    "shoots": "{who} shoots at {p0}.",
    "shoots a wall": "{who} shoots the wall on {0} down.",
    "stays": "{who} stays in jail: try {0} has failed.",
    "stays the last time": "{who} stays in jail until the next turn: try {0} has failed.",
    "takes": "{who} takes {0} for nothing.",
    "tries": "{who} rolls {0} for a 6.",
    "uses": "{who} uses {0}.",
    "was stormed": "The storm has {0} already: nothing happens.",
    "wins": "{who} wins with {0} HP.",
}


def say(event: TableEvent, players: Sequence[str]) -> str:
    """Returns an event as an English sentence."""
    kind = event.kind
    if kind == "stays" and event.args[1]:
        kind = "stays the last time"
    named = {
        f"p{at}": players[value]
        for at, value in enumerate(event.args)
        if type(value) is int and value < len(players)
    }
    who = "" if event.seat is None else players[event.seat]
    return SENTENCES[kind].format(*event.args, who=who, **named)


def view(state: StormState) -> dict[str, Any]:
    """Returns a state as JSON has it; nothing in this game is hidden."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "turns": state.turns,
        "number": state.number,
        "action": state.action,
        "moved": state.moved,
        "acted": state.acted,
        "path": list(state.path),
        "go_crossed": state.go_crossed,
        "due": list(state.due),
        "trade": state.swap and state.swap._asdict(),
        "bank": HP_TOKENS - sum(state.hp),
        "walls_left": state.walls_left,
        "storm_left": state.storm_left,
        "unverified": list(state.board.unverified),
        "players": [_player(state, seat) for seat in range(len(state.hp))],
        "spaces": [_space(state, at) for at in range(len(state.owner))],
    }


def _player(state: StormState, seat: int) -> dict[str, Any]:
    jailed = state.jail[seat] != FREE
    return {
        "hp": state.hp[seat],
        "place": None if state.place[seat] == NOWHERE else state.place[seat],
        "in_jail": jailed,
        "jail_tries": max(0, state.jail[seat]),
        "jail_odds": str(odds.leaves(state, seat)) if jailed else None,
        "items": [each._asdict() for each in state.items[seat]],
        "in_game": bool(state.hp[seat]),
    }


def _space(state: StormState, at: int) -> dict[str, Any]:
    return {
        **state.board.spaces[at]._asdict(),
        "owner": None if state.owner[at] == NOBODY else state.owner[at],
        "stormed": state.stormed[at],
        "wall": state.walls[at],
        "items": [each._asdict() for each in state.dropped[at]],
    }
