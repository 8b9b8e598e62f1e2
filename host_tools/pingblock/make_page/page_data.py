"""Data from other parts of the project for the page: cards, cells, limits, names of languages."""

from __future__ import annotations

from collections.abc import Mapping

from pingblock.cards.strings import GAMES, cards, languages
from pingblock.common.cells import CHEMISTRIES, USED
from pingblock.common.project import PAGE
from pingblock.common.session_limits import page_limits
from pingblock.games.words import words_of_games
from pingblock.make_page.page_pack import compact
from pingblock.make_page.page_words import word_files
from pingblock.sounds.sound import of_name
from pingblock.sounds.tables import names_played
from pingblock.tables.fortune.cards import DECKS
from pingblock.tables.games import game_of
from pingblock.tables.registry import TABLES
from pingware.games.block import rules
from pingware.games.block.options import MANUAL
from pingware.games.catalog import CATALOG
from pingware.shared.light_show import EVERY_MS

PATHS = r"data/(games|session|cards/\w\w)\.json|languages/\w\w\.json"


def data_files() -> dict[str, bytes]:
    """Returns the data files that the page loads: path on the page to content."""
    cards = {f"data/cards/{code}.json": compact(_reminders(code)) for code in languages()}
    limits = {"data/session.json": compact(page_limits())}
    return {"data/games.json": compact(_games()), **limits, **cards, **word_files()}


def _games() -> Mapping[str, object]:
    return {
        "decks": DECKS,
        "press": {game.name: game.help for game in CATALOG.press_games()},
        "words": words_of_games(),
        "outcomes": rules.OUTCOMES,
        "manual": rules.PROFILES[MANUAL],
        "languages": languages(),
        "pingMs": EVERY_MS,
        "lastsMs": {
            name: of_name(tune).length_ms
            for tune, names in names_played().items()
            for name in names
        },
        "home": PAGE,
        "tables": [{"name": name, "players": _players(name)} for name in TABLES],
        "cells": {
            "fresh": {name: (cell.open_mv, cell.ohm) for name, cell in CHEMISTRIES.items()},
            "used": [(pct, cell.open_mv, cell.ohm) for pct, cell in USED.items()],
        },
    }


def _players(name: str) -> tuple[int, int]:
    players = game_of(name).players
    return players[0], players[-1]


def _reminders(language: str) -> Mapping[str, object]:
    """Returns the reminder cards of each game in one language, given by its code."""
    return {
        card.game: {
            "title": card.title,
            "press": card.press,
            "sounds": card.sounds,
            "silent_title": card.silent_title,
            "silent": card.silent,
        }
        for card in cards([language], games=GAMES)
    }
