"""Data of the page that come from other places of the project: fortune cards, reminder cards."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pingblock.cards.strings import GAMES, cards, languages
from pingblock.tables.fortune.cards import CARDS, DECKS


def data_files() -> dict[str, bytes]:
    """Returns what the page loads: path beneath the page's folder to its content."""
    return {"data/games.json": _json(_games()), "data/cards.json": _json(_reminders())}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _games() -> Mapping[str, object]:
    return {
        "cards": {name: {"title": card.title, "say": card.say} for name, card in CARDS.items()},
        "decks": DECKS,
    }


def _reminders() -> Mapping[str, object]:
    """Returns the reminder cards of each game by language."""
    return {
        code: {
            "name": name,
            "cards": {
                card.game: {
                    "title": card.title,
                    "press": card.press,
                    "sounds": card.sounds,
                    "silent_title": card.silent_title,
                    "silent": card.silent,
                }
                for card in cards([code], games=GAMES)
            },
        }
        for code, name in languages().items()
    }
