"""The stage: a game's sounds and shows come before the device's, and leave no trace."""

from types import SimpleNamespace

import pytest

from pingblock.common.declared import declarations
from pingware.app.play.stage import LateOutputs, Stage
from pingware.shared.settings import Settings
from pingware.shared.sounds.sound_table import SoundTable


class Light:
    """A light that remembers the shows."""

    def __init__(self):
        self.shown = []

    def light(self, show, count, sound_ms=0):
        self.shown.append((show, count, sound_ms))

    def light_behind(self, show, count):
        self.shown.append(("behind", show, count))


class StageSound:
    """A speaker that is free, or not. An owner's "ring" lasts 900 ms."""

    def __init__(self):
        self.free = True
        self.started = []

    def program(self, table, tune, count):
        return table.tunes[tune], count

    def own_ms(self, tune):
        return 900 if tune == "ring" else 0

    def start(self, program, yields=False):
        if self.free:
            self.started.append((program, yields))
        return self.free


class Servo:
    """A servo that remembers its orders."""

    def __init__(self):
        self.orders = []

    def run(self, profile):
        self.orders.append(profile)

    def home(self):
        self.orders.append("home")


@pytest.fixture
def made():
    light, sound, servo, outputs = Light(), StageSound(), Servo(), LateOutputs()
    settings = Settings(declarations())
    device = SoundTable({"ring": "device ring", "tap": "device tap"}, {"ready": "tap"})
    reports = SimpleNamespace(report=lambda message: None)
    shows = {"ready": "grey", "flip": "device flip"}
    outputs.connect(light, reports, device, shows)
    outputs.connect_base(servo, lambda: servo.orders.append("stir"))
    game = SoundTable({"ring": "game ring"}, {"flip": "ring", "soft": "tap"})
    parts = SimpleNamespace(settings=settings, sound=sound, outputs=outputs)
    stage = Stage(parts, game, {"flip": "blue"})
    return SimpleNamespace(stage=stage, light=light, sound=sound, servo=servo, settings=settings)


def test_game_sounds_and_shows_take_precedence_over_device_ones(made):
    assert made.stage.announce("flip", 2, "flip") is True
    assert made.sound.started == [(("game ring", 2), True)]
    assert made.light.shown == [("blue", 2, 900)], "the show must be as long as the custom sound"


def test_missing_game_sounds_and_shows_come_from_the_device(made):
    made.stage.play("ready", 1)
    made.stage.play("soft", 3)
    assert made.sound.started == [(("device tap", 1), False), (("device tap", 3), False)]
    made.stage.light("ready", 0)
    assert made.light.shown == [("grey", 0, 0)]


def test_sound_that_does_not_start_has_no_show(made):
    made.sound.free = False
    assert made.stage.announce("flip", 1, "flip") is False
    assert made.stage.play("flip", 1) is False
    assert made.light.shown == []
    made.stage.light_behind("off", 0)
    assert made.light.shown == [("behind", None, 0)]


def test_servo_moves_by_profile_name_and_else_goes_home(made):
    made.stage.move("fast")
    made.stage.move(None)
    made.stage.stir()
    assert made.servo.orders == ["fast", "home", "stir"]


def test_closed_stage_receives_no_changes(made):
    heard = []
    other = made.stage.of(made.stage.tables[0], {})
    made.stage.on_change(("volume",), lambda: heard.append("closed"))
    other.on_change(("volume",), lambda: heard.append("open"))
    made.stage.close()
    made.settings.change({"volume": 3})
    assert heard == ["open"]
