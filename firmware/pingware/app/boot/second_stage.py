"""Wires the parts that start with the tasks: stage two of the boot."""

from pingware.app.care.reports import Reports
from pingware.app.play.buttons import Buttons
from pingware.app.play.game_host import GameHost
from pingware.app.play.light_output import LightOutput
from pingware.app.power.sleep import Sleep
from pingware.app.power.supply import Supply
from pingware.boards import usb_port_rp2
from pingware.shared import device_shows
from pingware.shared.sounds import device_sounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Activity:
    """Activity of one device: sound, movement, load on the cells. Meanwhile flash is not written.

    ``moves`` is whether the servo moves, ``loads`` is whether the cells are being tested (bools).

    Args:
        speaker: ``drivers.speaker.Speaker``.
    """

    def __init__(self, speaker):
        self._speaker = speaker
        self.moves = self.loads = False

    def set_moves(self, moves):
        """Notes whether the servo moves, or is about to (bool)."""
        self.moves = moves

    def set_loads(self, loads):
        """Notes whether the cells are being tested (bool)."""
        self.loads = loads

    @property
    def playing(self):
        """Returns whether a sound plays (bool)."""
        return self._speaker.playing

    @property
    def busy(self):
        """Returns whether a sound plays, the servo moves or a test loads the cells (bool)."""
        return self.moves or self.loads or self._speaker.playing


class SecondStage:
    """Other parts of one device: light, events, check button, cells, sleep.

    ``stage`` is that of the device. ``lever`` (``app.lever.lever_tasks.LeverTasks``) is None until
    the apple base has started.

    Args:
        device: ``app.boot.first_stage.FirstStage``.
        wake: callable that wakes the tasks after one of them has changed something.
        own_sounds: callable that returns ``app.play.own_sounds.OwnSounds``.
    """

    def __init__(self, device, wake, own_sounds):
        sounds, shows = device_sounds.SOUNDS, device_shows.SHOWS
        self.own_sounds = own_sounds
        self.lever: "Any" = None
        self.activity = Activity(device.sound.speaker)
        self.light = LightOutput(device.board, device.sound, wake)
        self.reports = Reports(self.light, wake)
        device.outputs.connect(self.light, self.reports, sounds, shows, wake)
        self.stage = device.chosen.stage.of(sounds, shows)
        self.host = GameHost(device, self.stage, self.light)
        self.buttons = Buttons(device, self.host, self.reports)
        self.port = usb_port_rp2.UsbPort()
        self.supply = Supply(device, self)
        self.sleep = Sleep(device, self)

    def add_lever(self, lever):
        """Adds the apple base, which has started."""
        self.lever = lever
        self.host.add_lever(lever)

    def made(self):
        """Returns the objects that are made once, this one too, see ``Tasks._forget_starts``."""
        parts = [self, self.activity, self.light, self.light.led, self.reports, self.host]
        parts += [self.reports.faults, self.reports.queue, self.buttons, self.port, self.supply]
        return parts + [self.supply.power, self.sleep, self.sleep.idle]
