"""Changing the press game: the state of the old game is dropped, and shared parts stay loaded."""

import sys
from types import SimpleNamespace

import pytest

from pingblock.common.declared import declarations
from pingware.app.play import switch_game, timed_stage
from pingware.app.play.chosen_game import ChosenGame
from pingware.app.play.stage import Stage
from pingware.games import dice, registry
from pingware.shared.random32 import from_int
from pingware.shared.settings import VERSION, Settings

LOADED = ("app_game_dice", "app_game_worms", "app_timed")


@pytest.mark.parametrize(
    ("before", "stage", "kept"),
    [
        ("dice", Stage, {"app_game_worms"}),
        ("dice", timed_stage.TimedStage, {"app_game_worms", "app_timed"}),
        ("block", Stage, {"app_game_worms"}),
    ],
)
def test_game_change_unloads_the_old_game_but_keeps_the_worms(monkeypatch, before, stage, kept):
    for name in LOADED:
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    done = []
    monkeypatch.setattr(stage, "close", lambda self: done.append("close"))
    old = registry.block if before == "block" else SimpleNamespace(name=before)
    chosen = SimpleNamespace(
        declared=old,
        stage=object.__new__(stage),
        clear=lambda: done.append("clear"),
        load=lambda: done.append("load"),
        game=SimpleNamespace(open=lambda: done.append("open")),
    )
    switch_game.change_game(chosen)
    assert done == ["close", "clear", "load", "open"]
    assert {name for name in LOADED if name in sys.modules} == kept
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
