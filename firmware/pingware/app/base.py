"""The apple base: lever, servo, worms; what the rules ask for, done with sound, light and servo.

It is the rules' ``outputs`` (see ``games.worms_run`` and ``games.worms_referee``). The block goes
first: its sound is never cut, a sound of the worms gives way to a press, and what matters of it
is told afterwards.
"""

import time

from pingware.app.mover import Mover
from pingware.app.worm_programs import WormPrograms
from pingware.drivers.lever_switch import LeverSwitch
from pingware.games.worms import options, run_length, worms, worms_rules
from pingware.services import lever
from pingware.shared import events

_TOLD_MOST = 12  # sounds that wait; with a hand of four colours and a turn there are six
_LEVER_EVENTS = {lever.ARMED: worms.PULL, lever.RELEASED: worms.RELEASE}
_NEEDED = ("ended", "stopped", "won", "player")  # a press may delay these, not swallow them
_OF_A_RUN = ("ratchet", "go", "stopped")
_SEED_SALT = 0x576F726D  # with a fixed seed block and worms draw from different sources


class Base:
    """The apple base of one device.

    Args:
        device: ``app.device.Block``.
        supply: ``app.supply.Supply``.
        wake: callable without arguments, for hard interrupts: an edge of the lever.
    """

    def __init__(self, device, supply, wake):
        self._device = device
        self._programs = WormPrograms()
        self._programs.own = device.programs.own
        self.mover = Mover(device, supply, device.generator(_SEED_SALT))
        self._switch = LeverSwitch(device.board.lever_pin(), time.ticks_ms, wake)
        self._lever = lever.Lever()
        self._told = []  # (name, count, show) that wait for silence
        self.show = ("off", 0)  # behind the shows of what sounds
        self._sounding = None  # what of the worms sounds now
        self.worms = worms.Worms(self, device.generator(_SEED_SALT), self._length(), self._rules())
        device.reseeded = self._reseed
        device.settings.on_change(("run_s",), self._apply_length)
        device.settings.on_change(options.NEW_GAME, self._apply_rules)

    def _reseed(self):
        """Takes the device's new seed."""
        self.mover.generator = self._device.generator(_SEED_SALT)
        self.worms.set_generator(self._device.generator(_SEED_SALT))

    def _length(self):
        return run_length.surprise(*self._device.settings.run_s)

    def _rules(self):
        settings = self._device.settings
        if not settings.players:
            return None
        return worms_rules.rules_of(settings.players, settings.together, settings.mixed)

    def refuses(self, changed):
        """Whether settings (names) have to wait for the end of a run (bool)."""
        return self.worms.state != worms.READY and any(
            name in changed for name in options.NEW_GAME
        )

    def _apply_length(self):
        self.worms.set_length(self._length())

    def _apply_rules(self):
        """Begins a new game by the rules that are set."""
        self.worms.set_rules(self._rules())

    def open(self):
        """Gets ready; the servo stays without power until the worms move."""
        self.mover.open()
        self._switch.open()
        self.worms.start(time.ticks_ms())

    def close(self):
        """Still, without pulses or power; safe to call twice."""
        self._switch.close()
        self.mover.close()

    # --- what the rules ask for

    def play(self, name, count):
        """Asks for a sound; it waits for silence, but a tick that is late is worth nothing."""
        if name == "tick":
            if self._device.settings.ticks:
                self._start("tick_%d" % count)
            return
        if name == "stopped":  # what still waits of that run is outdated
            self._told = [told for told in self._told if told[0] not in _OF_A_RUN]
        if len(self._told) < _TOLD_MOST:
            self._told.append((name, count, None))
            self.tell()

    def move(self, on):
        """Starts the worms, or sends them home."""
        if on:
            self.mover.run()
        else:
            self.mover.home()

    def light(self, show, count):
        """Light show of the base while no event and no sound has its own."""
        told = (show, count, None)
        brought = told == self._sounding or told in self._told
        self.show = ("off", 0) if brought else (show, count)
        self._device.wake()

    def report(self, message):
        """Takes an event for the link, with the player's name if there is one."""
        names = self._device.settings.names
        number = message.get("player")
        if number and number <= len(names) and names[number - 1]:
            message["name"] = names[number - 1]
        self._device.report(message)

    def hand(self, _player, cards):
        """Tells a hand: for each colour so many notes and flashes."""
        for colour, count in enumerate(cards):
            if count:
                self._told.append(("player", count, "card_%d" % (colour + 1)))
        self.tell()

    # --- what happens

    def tell(self):
        """Starts the next sound that waits, if it is quiet. Call it at the end of every sound."""
        if not self._told or self._device.speaker.playing:
            return
        name, count, show = self._told[0]
        if self._start(name, count):
            self._sounding = self._told.pop(0)
            if show or name == "player":
                self._device.light(show or name, count)

    def silent(self):
        """A sound has ended."""
        self._sounding = None
        self.tell()

    def interrupted(self):
        """Plays the interrupted announcement again, after a press took the sound over."""
        if self._sounding and self._sounding[0] in _NEEDED:
            self._told.insert(0, self._sounding)
        self._sounding = None

    def _start(self, name, count=1):
        return self._device.speaker.start(self._programs.of(name, count), True)

    def handle(self, event, now_ms):
        """Hands an event to the rules. Returns their reply."""
        return self.worms.handle(event, now_ms)

    @property
    def stirs(self):
        """Whether the lever has moved since the last look (bool)."""
        return self._switch.waiting

    def take_edges(self):
        """Follows the lever: edges first, each at its own time, then the level at this moment."""
        edge = self._switch.take()
        while edge:
            self._follow(*edge)
            edge = self._switch.take()
        self._follow(self._switch.pulled, time.ticks_ms())

    def _follow(self, pulled, at_ms):
        told = self._lever.update(pulled, at_ms)
        while told:
            self._lever_says(told, at_ms)
            told = self._lever.update(pulled, at_ms)

    def _lever_says(self, told, at_ms):
        if told in _LEVER_EVENTS:
            self.handle(_LEVER_EVENTS[told], at_ms)
        elif told == lever.FREE:
            self._device.report({"event": events.LEVER_FREE})
        else:
            self.handle(worms.LEVER_FAULT, at_ms)
            self._device.fault(told)

    @property
    def keeps_score(self):
        """Whether a referee waits for presses (bool)."""
        return self.worms.referee is not None

    def press(self, now_ms):
        """The button of the referee was pressed."""
        self.handle(worms.PRESS, now_ms)

    @property
    def restless(self):
        """Whether lever, run or sounds need a look every frame (bool)."""
        return bool(
            self.mover.moving or self._told or not self._lever.rests or self.worms.state != "ready"
        )

    @property
    def busy(self):
        """Whether the device must not sleep (bool); a lever that is stuck does not keep it up."""
        return self.mover.moving or self.worms.state != "ready"
