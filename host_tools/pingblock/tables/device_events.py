"""Events of a device as commands at a table: dice, cards, the block's outcomes, runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pingblock.tables.command import Command, command
from pingblock.tables.device_options import FACES, dice_rules_of
from pingblock.tables.game import TableGame
from pingblock.tables.property.board import GO_TO_JAIL
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import DICE_TASKS, BlockPress
from pingblock.tables.storm.state import DROP_IN, ROLL_OFF, StormState
from pingblock.tables.storm.turns import in_jail
from pingware.games.block.rules import COINS, GAME_OVER, LAUGH, POWER_UP
from pingware.games.dice.rules import TRIES, rules_of
from pingware.games.storm_dice.options import JAIL, NUMBER, ROLL

_OUTCOME = {COINS, GAME_OVER, LAUGH, POWER_UP}
_ACTIONS = {device: own for own, device in FACES.items()}
_NO_TURN = 3  # as the row of bonus rolls: this one is not judged
# What the device's hammer says, as verbs: who does not buy puts the deed up, the time is over.
_HAMMER = {"auction": "decline", "sold": "sold", "unsold": "sold"}
DICE, STORM_DICE = "dice", "storm_dice"  # requests
_RUN = {"started": "run", "ended": "time", "stopped": "time"}


def step_of(game: TableGame[Any], state: Any, event: Mapping[str, Any]) -> Command | None:
    """Returns the command that an event of a device stands for; it may be illegal now.

    Args:
        game: the table's.
        state: as it stands.
        event: such as ``{"event": "outcome", "outcome": "roll", "dice": [3, 5]}``.

    Returns:
        None if the event means nothing at this table.
    """
    kind = event.get("outcome")
    if event.get("event") == "run" and "time" in game.verbs:
        do = _RUN.get(str(event.get("state")))
        seats = game.to_act(state)
        return command(do, seats[0]) if do and seats else None
    if event.get("event") != "outcome":
        return None
    if kind in _OUTCOME and "outcome" in game.verbs:
        coins = {"coins": event.get("coins")} if kind == COINS else {}
        return command("outcome", kind=kind, **coins)
    if "dice" in game.verbs and (kind == "roll" or (kind == "jail_try" and _has_number(game))):
        return _roll(game, state, event)
    if kind == "card" and "card" in game.verbs and game.verbs["card"].chance:
        return command("card", card=event.get("card"))
    if kind == "storm" and "storm" in game.verbs:
        return _storm(state, event)
    if (do := _HAMMER.get(str(kind))) and do in game.verbs:
        return next((step for step in game.legal(state) if step.do == do), None)
    return None


def next_roll(game: TableGame[Any], state: Any) -> dict[str, Any] | None:
    """Returns the request to the device that says how it is to judge the next roll.

    So its verdict is the table's: on a try to leave jail, or on a roll of a turn with the bonus
    rolls before it; a roll for the start, a utility or the block has none.

    Args:
        game: the table's.
        state: as it stands.

    Returns:
        None if nobody rolls now, or the game has no such verdicts.
    """
    if getattr(state, "result", None):
        return None
    if isinstance(state, StormState):
        return _next_in_storm(game, state)
    return _next_of_property(state) if isinstance(state, PropertyState) else None


def _next_in_storm(game: TableGame[Any], state: StormState) -> dict[str, Any] | None:
    """Returns what the dice are for: the drop-in, a try to leave jail, or a turn (FN-07, FN-29).

    A turn that may end is closed by the next roll: then it is that of the player who follows.
    """
    if state.phase == ROLL_OFF:
        return {"do": STORM_DICE, "next": NUMBER}
    ends = command("end", state.turn)
    if state.phase != DROP_IN and game.why_not(state, ends) is None:
        state = game.apply(state, ends)[0]
    if state.phase == DROP_IN or state.due or state.result:
        return None
    if not in_jail(state):
        return {"do": STORM_DICE, "next": ROLL}
    tries = state.jail[state.turn]
    last = tries + 1 >= state.rules.jail_tries
    own = {"player": state.turn + 1, "tries": tries, "last": last}
    return {"do": STORM_DICE, "next": JAIL, **own}


def _next_of_property(state: PropertyState) -> dict[str, Any] | None:
    task = state.todo[0] if state.todo else None
    known = {"do": DICE, "block": isinstance(task, BlockPress)}
    if task is not None:
        plain = isinstance(task, DICE_TASKS)
        return {**known, "jail": False, "row": _NO_TURN} if plain else None
    tries = state.jail[state.turn]
    if tries == FREE:
        return {**known, "jail": False, "row": state.streak, "ends": _totals_to_jail(state)}
    rules = state.edition.rules
    left = rules.jail_tries - tries
    tries = max(0, rules_of(dice_rules_of(rules))[TRIES] - left)
    return {**known, "jail": True, "player": state.turn + 1, "tries": tries, "row": 0}


def _totals_to_jail(state: PropertyState) -> list[int]:
    """Returns the totals of two dice that lead the player of the turn to jail."""
    spaces, at = state.edition.spaces, state.place[state.turn]
    ahead = ((total, spaces[(at + total) % len(spaces)]) for total in range(2, 13))
    return [total for total, space in ahead if space.kind == GO_TO_JAIL]


def _roll(game: TableGame[Any], state: Any, event: Mapping[str, Any]) -> Command | None:
    dice = event.get("dice")
    if type(dice) is not list or not dice:
        return None
    if not _has_number(game):
        return command("dice", dice=dice)
    alone = command("dice", number=dice[0])
    action = _ACTIONS.get(str(event.get("action")))
    # In jail and at the drop-in the numbered die counts alone.
    if action is None or game.why_not(state, alone) is None:
        return alone
    return command("dice", number=dice[0], action=action)


def _has_number(game: TableGame[Any]) -> bool:
    """Returns whether one die has numbers and the other actions."""
    return "number" in game.verbs["dice"].args


def _storm(state: Any, event: Mapping[str, Any]) -> Command | None:
    """Returns the storm at a space of the board, which a device counts from 1, the start."""
    space = event.get("space")
    if type(space) is int and 1 <= space <= len(state.board.spaces):
        return command("storm", space=space - 1)
    return None
