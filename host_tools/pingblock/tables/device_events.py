"""Events of a device as commands at a table: dice, cards, the block's outcomes, runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pingblock.tables.command import Command, command
from pingblock.tables.game import TableGame
from pingblock.tables.property.state import FREE, PropertyState
from pingblock.tables.property.tasks import DICE_TASKS, BlockPress
from pingware.games.block.rules import COINS, GAME_OVER, LAUGH, POWER_UP

_OUTCOME = {COINS, GAME_OVER, LAUGH, POWER_UP}
# The device's names of the faces of the action die, by the table's.
_ACTIONS = {"heal": "bandages", "shot": "crosshair", "hammer": "brick", "dance": "bomb"}
_NO_TURN = 3  # as the row of bonus rolls: this one is not judged
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
    if kind in ("sold", "unsold") and "sold" in game.verbs:
        return next((step for step in game.legal(state) if step.do == "sold"), None)
    return None


def next_roll(state: Any) -> dict[str, Any] | None:
    """Returns the device's ``dice`` request that says how it is to judge the next roll.

    So its verdict is the table's: on a try to leave jail, or on a roll of a turn with the bonus
    rolls before it; a roll for the start, a utility or the block has none.

    Args:
        state: of any game.

    Returns:
        None if nobody rolls now, or the game has no such verdicts.
    """
    if not isinstance(state, PropertyState) or state.result:
        return None
    task = state.todo[0] if state.todo else None
    on_block = {"block": isinstance(task, BlockPress)}
    if task is not None:
        plain = isinstance(task, DICE_TASKS)
        return {"jail": False, "row": _NO_TURN, **on_block} if plain else None
    tries = state.jail[state.turn]
    if tries == FREE:
        return {"jail": False, "row": state.streak, **on_block}
    return {"jail": True, "player": state.turn + 1, "tries": tries, "row": 0, **on_block}


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
