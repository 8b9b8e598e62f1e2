"""Changing the press game: the state of the old game is dropped."""

from types import SimpleNamespace

import pytest

from pingblock.common.declared import declarations
from pingware.app.play import switch_game
from pingware.app.play.chosen_game import ChosenGame
from pingware.games import dice
from pingware.shared.random32 import from_int
from pingware.shared.settings import VERSION, Settings


def test_game_change_closes_the_old_game_before_it_loads():
    done = []
    chosen = SimpleNamespace(
        declared=dice.GAME,
        stage=SimpleNamespace(close=lambda: done.append("close")),
        clear=lambda: done.append("clear"),
        load=lambda: done.append("load"),
        game=SimpleNamespace(open=lambda: done.append("open")),
    )
    switch_game.change_game(chosen)
    assert done == ["close", "clear", "load", "open"]
    chosen.load = lambda: {}["damaged"] if done.clear() else int("damaged")
    with pytest.raises(RuntimeError):  # A damaged file raises it, but a bad request does not.
        switch_game.change_game(chosen)


def test_settings_and_requests_belong_to_the_loaded_game():
    settings = Settings(declarations(), {"version": VERSION, "game": "dice"})
    chance = SimpleNamespace(generator=lambda salt=0: from_int(salt))
    outputs = SimpleNamespace(wake=None)
    chosen = ChosenGame(SimpleNamespace(settings=settings, chance=chance, outputs=outputs))
    assert dice.GAME.settings in settings.declarations.settings
    assert dice.GAME.requests in settings.declarations.requests
    chosen.clear()
    assert dice.GAME.settings not in settings.declarations.settings
    settings.change({"game": "block"})
    chosen.load()
    assert settings.declarations.requests == declarations().requests
