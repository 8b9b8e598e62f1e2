"""Options of a table as settings of the device that sits at it: both play by the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pingblock.tables.fortune.options import PAPER
from pingblock.tables.names import PROPERTY
from pingblock.tables.property.board import PropertyRules
from pingblock.tables.storm.state import ACTIONS
from pingblock.tables.table import Table
from pingware.games.dice.options import PRESSES, RULES
from pingware.games.fortune.options import CARD
from pingware.games.storm_dice.options import SPACE_LAST
from pingware.games.storm_dice.rules import ACTIONS as DEVICE_ACTIONS

# The press game of the device, by table; the first that the device has.
PRESS_GAMES = {
    "celebration": ("dice", "block"),
    "hideout": ("dice",),
    "wasteland": ("dice",),
    "wasteland_speed": ("dice",),
    "storm": ("storm_dice",),
    "fortune": ("fortune",),
}
# Request that begins a new game on the device: its storm cards are put back, its deck is shuffled.
NEW_GAME: Mapping[str, dict[str, str]] = {
    "storm_dice": {"do": "storm_dice", "act": "new_game"},
    "fortune": {"do": "fortune", "act": "shuffle"},
}
# The device's names of the faces of the action die, by the table's.
FACES = {"bandages": "heal", "crosshair": "shot", "brick": "hammer", "bomb": "dance"}
_, _PLAIN, _CELEBRATION, _HIDEOUT, _WASTELAND, _SPEED = RULES.split()


def settings_of(table: Table[Any]) -> dict[str, Any]:
    """Returns the settings of the device that follow from the options of a table."""
    name = table.game.name
    return _SETTINGS.get(name, _of_property if name in PROPERTY else _nothing)(table)


def dice_rules_of(rules: PropertyRules) -> str:
    """Returns the device's ``dice_rules`` that judge as a board's switches do.

    Tries to leave jail may be more or fewer: the table says before a roll how many are left.
    """
    if rules.dice == 1:
        return _CELEBRATION
    if rules.bonus_roll == "doubles_or_eleven":
        return _HIDEOUT
    if rules.bonus_roll == "none":
        return _PLAIN
    return _SPEED if rules.jail_tries == 1 else _WASTELAND


def _nothing(table: Table[Any]) -> dict[str, Any]:
    return {}


def _of_property(table: Table[Any]) -> dict[str, Any]:
    return {
        "dice_rules": dice_rules_of(table.state.edition.rules),
        "dice_press": PRESSES.split()[0],  # the table says when the press is the Question Block's
    }


def _of_storm(table: Table[Any]) -> dict[str, Any]:
    """Returns the faces of the action die, and the spaces on the storm cards if they are known.

    A board whose cards the device cannot have, twice the same or too far away, leaves it without.
    """
    table_faces = dict(zip(ACTIONS, table.options["faces"], strict=True))
    faces = {FACES[name]: count for name, count in table_faces.items()}
    found: dict[str, Any] = {"action_weights": [faces[name] for name in DEVICE_ACTIONS]}
    if cards := table.state.board.storm_cards:
        spaces = [at + 1 for at in cards]  # the device counts from 1, the start
        fits = len(set(spaces)) == len(spaces) and max(spaces) <= SPACE_LAST
        found["storm_spaces"] = spaces if fits else []
    return found


def _of_fortune(table: Table[Any]) -> dict[str, Any]:
    deck = table.options["deck"]
    found = {"fortune_reshuffle": table.options["reshuffle"], "fortune_press": CARD}
    return found if deck == PAPER else {**found, "fortune_deck": deck}


def _of_worms(table: Table[Any]) -> dict[str, Any]:
    """Returns the variants; the table is the referee, so the device's own has no players."""
    return {"players": 0, **{name: table.options[name] for name in ("mixed", "together")}}


_SETTINGS: Mapping[str, Callable[[Table[Any]], dict[str, Any]]] = {
    "storm": _of_storm,
    "fortune": _of_fortune,
    "worms": _of_worms,
}
