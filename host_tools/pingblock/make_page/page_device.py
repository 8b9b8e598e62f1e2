"""Data of the page for the care of a Pico on the cable: settings with ranges, and sounds."""

from __future__ import annotations

import json
from functools import cache

from pingblock.cards.strings import languages as of_cards
from pingblock.cards.strings import meanings
from pingblock.languages.catalogues import languages
from pingblock.owner.options import OPTIONS, json_schema
from pingblock.sounds.rules import rule_of
from pingblock.sounds.tables import names_played
from pingware.games import catalog

PLACE = "data/device.json"


@cache
def device_data() -> dict[str, bytes]:
    """Returns the data for the care of a Pico: path beneath the page to content."""
    about = {"settings": _settings(), "sounds": _sounds()}
    return {PLACE: json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()}


def settings_texts() -> list[tuple[str, str]]:
    """Returns the page's texts about settings, for translation: context and text."""
    every = OPTIONS.values()
    return [
        *(("", option.help) for option in every),
        *(("", option.allowed) for option in every if "enum" not in json_schema(option.rule)),
        *(("setting", option.name.replace("_", " ")) for option in every),
    ]


def _settings() -> list[dict[str, object]]:
    """Returns each setting: name, help, allowed values in words and as a schema, its owner."""
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
    """Returns each sound: name, meaning by language, and the limits of a replacement."""
    known = {code: meanings(code) for code in languages() if code in of_cards()}
    return [
        {
            "means": {
                code: means.get(name, ", ".join(tells).replace("_", " "))
                for code, means in known.items()
            },
            **vars(rule_of(name)),
        }
        for name, tells in sorted(names_played().items())
    ]
