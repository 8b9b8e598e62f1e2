"""The games' host: a new seed reaches all draws, and a game that cannot load does no harm."""

import asyncio
import time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from tests.unit.firmware.app.play.between_bytecodes import interrupted_at_each

from pingblock.common.declared import declarations
from pingware.app.play.block_button import BlockButton
from pingware.app.play.game_host import GameHost
from pingware.games import registry
from pingware.shared.settings import Settings


class Drawing:
    """An object that draws, and counts the new seeds that it received."""

    def __init__(self):
        self.seeds = 0

    def reseed(self, _seed=None):
        self.seeds += 1


def test_new_seed_reaches_chance_both_games_and_the_servo():
    chance, press_game, lever_game, lever = (Drawing() for _ in range(4))
    stage = SimpleNamespace(on_change=lambda names, act: None)
    chosen = SimpleNamespace(game=press_game)
    host = GameHost(SimpleNamespace(chance=chance, chosen=chosen), stage, None)
    host.reseed(7)
    lever.declared, lever.game, lever.stage = SimpleNamespace(requests={}), lever_game, stage
    host.add_lever(lever)
    host.reseed(8)
    assert [each.seeds for each in (chance, press_game, lever_game, lever)] == [2, 2, 1, 1]


class Shelf:
    """The block, and a second game for which memory lacks."""

    def __init__(self, settings):
        self._settings = settings
        self.stage = SimpleNamespace(close=lambda: None)
        self.opened, self.verdicts = [], []
        self.load()

    def clear(self):
        """Removes the game."""
        self.game = self.declared = None

    def load(self):
        """Loads the game that the settings name."""
        name = self._settings.game
        if name != "block":
            raise MemoryError
        self.declared = registry.block
        self.game = SimpleNamespace(
            open=lambda: self.opened.append(name),
            battery=lambda verdict, _ms: self.verdicts.append(verdict),
        )


def test_game_that_lacks_memory_is_replaced_by_the_previous_game():
    settings = Settings(declarations())
    stage = SimpleNamespace(settings=settings, on_change=settings.on_change, now_ms=lambda: 0)
    sound = SimpleNamespace(ended=False, take_ended=lambda: False)
    takes = dict.fromkeys(("take_press", "take_next_game", "disarm"), bool)
    key = SimpleNamespace(fired=None, take_fired=lambda: None, **takes)
    shelf = Shelf(settings)
    host = GameHost(SimpleNamespace(sound=sound, block_button=key, chosen=shelf), stage, None)

    async def choose():
        settings.change({"game": "dice"})
        assert host.busy  # custom sounds wait for the new game
        with pytest.raises(MemoryError):
            await host.switched()

    host.battery("stop", 0)
    asyncio.run(choose())
    assert settings.game == "block"
    assert not host.busy
    host.game.open()
    assert shelf.opened == ["block", "block"]  # once by the exchange
    assert shelf.verdicts == ["stop", "stop"], "the next game must know the cells, too"


def test_sound_that_ended_before_its_press_was_noticed_is_followed():
    device, no = Mock(), Mock(return_value=False)
    device.sound.take_ended = device.block_button.take_press = no
    device.block_button.take_next_game, device.sound.speaker.playing = no, False
    GameHost(device, Mock(), None).follow_up(0)
    called = [name for name, _args, _named in device.chosen.game.mock_calls]
    assert called == ["follow_press", "follow_sound"]


class Speaker:
    """A speaker that is free until a press. ``ended``: whether a sound has just ended."""

    def __init__(self, ended):
        self.ended = ended
        self.playing = False
        self.speaker = self

    def ready(self):
        return self

    def start(self, _program):
        started, self.playing = not self.playing, True
        return started

    def take_ended(self):
        ended, self.ended = self.ended, False
        return ended


class OneOf:
    """A press game that knows only its outcomes, and prepares the next one after a sound."""

    def __init__(self, name, key):
        self.name = name
        self.got = []
        self._key = key
        self.stage = SimpleNamespace(close=lambda: None)

    def arm(self):
        self._key.arm(self.name, self.name)

    def follow_sound(self, _now_ms):
        self.arm()

    def follow_press(self, _now_ms, outcome):
        self.got.append(outcome)
        self.arm()


class TwoGames:
    """A device whose game changes from block to dice while a press comes."""

    def __init__(self, monkeypatch, ended):
        monkeypatch.setattr("pingware.app.play.switch_game.change_game", self.exchange)
        self.settings = Settings(declarations())
        self.sound = Speaker(ended)
        pin = SimpleNamespace(value=lambda: 1)
        board = SimpleNamespace(GAMES=("block",), input_pin=lambda _signal: pin, held_off=bool)
        signal = SimpleNamespace(set=lambda: None)
        self.block_button = key = BlockButton(board, self.sound, signal)
        self.block, self.dice = OneOf("block", key), OneOf("dice", key)
        self.chosen = SimpleNamespace(
            game=self.block, stage=self.block.stage, declared=SimpleNamespace(name="block")
        )
        stage = SimpleNamespace(
            settings=self.settings, on_change=self.settings.on_change, now_ms=lambda: 0
        )
        self.host = GameHost(self, stage, None)
        self.block.arm()

    def exchange(self, chosen):
        """Replaces the loading of the other game, which opens it."""
        chosen.game, chosen.declared = self.dice, SimpleNamespace(name="dice")
        self.dice.arm()

    async def choose(self):
        """Chooses the dice, and handles events from meanwhile."""
        self.settings.change({"game": "dice"})
        await self.host.switched()
        self.host.follow_up(0)


@pytest.mark.parametrize("ended", [False, True], ids=["in silence", "after a sound"])
def test_press_during_game_change_reaches_the_game_of_its_outcome(monkeypatch, ended):
    monkeypatch.setattr(time, "ticks_us", lambda: 0, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: 0, raising=False)

    def run(interrupt):
        device = TwoGames(monkeypatch, ended)
        interrupt(device.block_button._on_press)
        asyncio.run(device.choose())
        return device.block.got, device.dice.got

    within = [GameHost._switch, GameHost.follow_up, BlockButton.disarm, BlockButton.take_fired]
    found = {str(got) for _place, got in interrupted_at_each(within, run)}
    assert found == {"(['block'], [])", "([], ['dice'])", "([], [])"}
