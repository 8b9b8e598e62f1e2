"""The games' host: a new seed reaches all that draws; a game that cannot come does no harm."""

import asyncio
from types import SimpleNamespace

import pytest

from pingware.app.game_host import GameHost
from pingware.games import registry
from pingware.shared.settings import Settings


class Drawing:
    """Something that draws, and counts the new seeds that it heard of."""

    def __init__(self):
        self.seeds = 0

    def reseed(self, _seed=None):
        self.seeds += 1


def test_a_new_seed_reaches_chance_both_games_and_the_servo():
    chance, press_game, lever_game, lever = (Drawing() for _ in range(4))
    stage = SimpleNamespace(on_change=lambda names, act: None)
    chosen = SimpleNamespace(game=press_game)
    host = GameHost(stage, None, None, None, chance, chosen)
    host.reseed(7)
    lever.declared, lever.game, lever.stage = SimpleNamespace(requests={}), lever_game, stage
    host.attend(lever)
    host.reseed(8)
    assert [each.seeds for each in (chance, press_game, lever_game, lever)] == [2, 2, 1, 1]


class Shelf:
    """The block, and a second game for which memory lacks."""

    def __init__(self, settings):
        self._settings = settings
        self.stage = SimpleNamespace(close=lambda: None)
        self.opened = []
        self.load()

    def clear(self):
        """Drops the game."""
        self.game = self.declared = None

    def load(self):
        """Loads the game that the settings name."""
        name = self._settings.game
        if name != "block":
            raise MemoryError
        self.declared = registry.block
        self.game = SimpleNamespace(open=lambda: self.opened.append(name))


def test_for_want_of_memory_the_game_that_was_on_goes_on_and_the_choice_is_taken_back():
    settings = Settings()
    stage = SimpleNamespace(settings=settings, on_change=settings.on_change, now_ms=lambda: 0)
    sound = SimpleNamespace(take_ended=lambda: False)
    key = SimpleNamespace(
        take_fired=lambda: None,
        take_press=lambda: False,
        take_next_game=lambda: False,
        disarm=lambda: None,
    )
    shelf = Shelf(settings)
    host = GameHost(stage, sound, None, key, None, shelf)

    async def choose():
        settings.change({"game": "dice"})
        busy = host.busy
        with pytest.raises(MemoryError):
            await host.exchanged()
        return busy

    assert asyncio.run(choose())  # owners' sounds wait for the game to come
    assert settings.game == "block"
    assert not host.busy
    host.game.open()
    assert shelf.opened == ["block", "block"]  # once by the exchange
