"""Exchange of the press game: what is forgotten with the old one, and what stays loaded."""

import sys
from types import SimpleNamespace

import pytest

from pingware.app import exchange, timed_stage
from pingware.app.stage import Stage
from pingware.games import registry

LOADED = ("app_game_dice", "app_game_worms", "app_timed", "pingware.games.dice.planted")


@pytest.mark.parametrize(
    ("before", "stage", "kept", "declared"),
    [
        ("dice", Stage, {"app_game_worms"}, ["block"]),
        ("dice", timed_stage.TimedStage, {"app_game_worms", "app_timed"}, ["block"]),
        ("block", Stage, {"app_game_worms", LOADED[3]}, ["block", "dice"]),
    ],
)
def test_a_game_is_forgotten_with_its_declarations_and_the_worms_stay(
    monkeypatch, before, stage, kept, declared
):
    for name in LOADED:
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    done = []
    monkeypatch.setattr(stage, "close", lambda self: done.append("close"))
    for known in ("SETTINGS", "REQUESTS"):
        monkeypatch.setattr(registry, known, ["block", "dice"])
    old = registry.block if before == "block" else SimpleNamespace(name=before)
    chosen = SimpleNamespace(
        declared=old,
        stage=object.__new__(stage),
        clear=lambda: done.append("clear"),
        load=lambda: done.append("load"),
        game=SimpleNamespace(open=lambda: done.append("open")),
    )
    exchange.exchange(chosen)
    assert done == ["close", "clear", "load", "open"]
    assert {name for name in LOADED if name in sys.modules} == kept
    assert registry.SETTINGS == registry.REQUESTS == declared
    chosen.load = lambda: {}["damaged"] if done.clear() else int("damaged")
    with pytest.raises(RuntimeError):  # a file, and nothing that somebody has asked for
        exchange.exchange(chosen)
