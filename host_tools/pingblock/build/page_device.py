"""Data of the page about a board on the cable: its settings with their ranges, and its sounds."""

from __future__ import annotations

import json
from functools import cache

from pingblock.cards.strings import meanings
from pingblock.owner.options import OPTIONS, json_schema
from pingblock.sounds.rules import rule_of
from pingblock.sounds.tables import names_played
from pingware.games import catalog

PLACE = "data/device.json"


@cache
def device_data() -> dict[str, bytes]:
    """Returns what the page loads when a board is cared for: path beneath the page to content."""
    about = {"settings": _settings(), "sounds": _sounds()}
    return {PLACE: json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()}


def _settings() -> list[dict[str, object]]:
    """Returns each setting: name, help, what is allowed in words and as a schema, whose it is."""
    games = catalog.CATALOG.games()
    owners = {name: game.name for game in games for name in game.settings}
    return [
        {
            "name": option.name,
            "help": option.help,
            "allowed": option.allowed,
            "schema": json_schema(option.rule),
            "of": owners.get(option.name, ""),
        }
        for option in OPTIONS.values()
    ]


def _sounds() -> list[dict[str, object]]:
    """Returns each sound: name, what it means, and the limits of one in its place."""
    known = meanings()
    return [
        {
            "means": known.get(name, ", ".join(tells).replace("_", " ")),
            **vars(rule_of(name)),
        }
        for name, tells in sorted(names_played().items())
    ]
