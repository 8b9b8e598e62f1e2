"""Wiggly Worms on the stage: sounds that wait their turn, light, servo, and the referee's names.

It is the rules' ``Worms`` and their ``outputs`` as well, see ``rules``. The press game goes first:
its sound is never cut, a sound of the worms gives way to a press, and what matters of it is played
again afterwards.
"""

from pingware.games.worms import lights, options, rules, run_length, sounds, states

_WAITING_MOST = 12  # sounds; with a hand of four colours and a turn there are six
_NEEDED = ("ended", "stopped", "won", "player")  # played again if a press cut them off
_OF_A_RUN = ("ratchet", "go", "stopped")
_SEED_SALT = 0x576F726D  # with a fixed seed block and worms draw from different sources


class WormsPlay(rules.Worms):
    """The worms of one apple base.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    SOUNDS = sounds.SOUNDS
    SHOWS = lights.SHOWS
    pulled, released = rules.Worms.pull, rules.Worms.release  # as a timed game calls them

    def __init__(self, stage):
        self._stage = stage
        self._waiting = []  # (name, count, show) that wait for silence
        self._sounding = None  # which of them sounds now
        generator = stage.generator(_SEED_SALT)
        super().__init__(self, generator, self._run_length(), self._variant())
        stage.on_change(("run_s",), self._apply_length)
        stage.on_change(options.NEW_GAME, self._apply_variant)
        stage.on_change(options.SETTINGS, stage.stir)

    def _run_length(self):
        return run_length.surprise(*self._stage.settings.run_s)

    def _variant(self):
        settings = self._stage.settings
        if not settings.players:
            return None
        from pingware.games.worms import variants

        return variants.rules_of(settings.players, settings.together, settings.mixed)

    def _apply_length(self):
        self.set_length(self._run_length())

    def _apply_variant(self):
        """Begins a new game by the rules that are set."""
        if self._stage.settings.players:  # loading is deep: here, and not a call deeper
            from pingware.games.worms import referee, variants  # noqa: F401
        self.set_rules(self._variant(), self._stage.now_ms())

    def open(self):
        """Says who begins, if there is a referee."""
        self.new_game(self._stage.now_ms())

    def reseed(self):
        """Changes to the stage's new seed."""
        self.draw_with(self._stage.generator(_SEED_SALT))

    # --- asked for by the rules

    def play(self, name, count):
        """Plays a sound once it is silent; a tick that would be late is left out."""
        if name == "tick":
            if self._stage.settings.ticks:
                self._stage.announce("tick_%d" % count)
            return
        if name == "stopped":  # sounds of that run that still wait are dropped
            self._waiting = [each for each in self._waiting if each[0] not in _OF_A_RUN]
        if len(self._waiting) < _WAITING_MOST:
            self._waiting.append((name, count, _card(count) if name == "player" else ""))
            self._go_on()

    def move(self, on):
        """Starts the worms, or sends them home."""
        self._stage.move(self._stage.settings.motion if on else None)

    def light(self, show, count):
        """Shows a light behind those of all events and sounds."""
        if show == "player":
            each = (show, count, _card(count))
            comes = (
                each == self._sounding or each in self._waiting
            )  # its light comes with its sound
            show = "off" if comes else _card(count)
        self._stage.light_behind(show, count)

    def report(self, message):
        """Reports an event, with the player's name if there is one."""
        names = self._stage.settings.names
        number = message.get("player")
        if number and number <= len(names) and names[number - 1]:
            message["name"] = names[number - 1]
        self._stage.report(message)

    def hand(self, _player, cards):
        """Plays a hand: for each colour so many notes and flashes."""
        for colour, count in enumerate(cards):
            if count:
                self._waiting.append(("player", count, _card(colour + 1)))
        self._go_on()

    # --- what happens

    def _go_on(self):
        """Starts the next sound that waits, if it is quiet."""
        if not self._waiting or self._stage.playing:
            return
        name, count, show = self._waiting[0]
        if self._stage.announce(name, count, show):
            self._sounding = self._waiting.pop(0)

    def follow_sound(self, _now_ms):
        """Plays the next sound that waits, whichever sound has ended."""
        self._sounding = None
        self._go_on()

    def repeat_cut_sound(self):
        """Plays the interrupted sound again, after a press took the speaker over."""
        if self._sounding and self._sounding[0] in _NEEDED:
            self._waiting.insert(0, self._sounding)
        self._sounding = None

    @property
    def takes_presses(self):
        """True if a referee waits for presses of the check button (bool)."""
        return self.referee is not None

    def tick(self, now_ms):
        """Does what is due; call it every frame while ``waiting``, and once a second."""
        super().tick(now_ms)
        self._go_on()

    @property
    def waiting(self):
        """True if run or sounds need ``tick`` every frame (bool)."""
        return bool(self._waiting) or self.busy

    @property
    def busy(self):
        """True if a lever is armed or a run is on (bool): the device must not sleep."""
        return self.state != states.READY

    def requests(self):
        """Loads and returns the requests: name to a function of the request (dict)."""
        from pingware.games.worms.requests import WormsHandlers

        return WormsHandlers(self._stage, self).handlers


def _card(number):
    """Returns the light of a player or a colour of cards, from 1 on (str)."""
    return "card_%d" % min(number, 4)
