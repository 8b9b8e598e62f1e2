"""Wiggly Worms on the stage: queued sounds, light, servo, and the referee's names.

It is both ``Worms`` and its ``outputs``, see ``rules``. The press game has priority: its sound is
never cut. A press can cut a sound of the worms, and important ones are then repeated.
"""

from pingware.games.worms import lights, options, rules
from pingware.shared.sounds.sound_table import SoundTable

_WAITING_MOST = 12  # most sounds that wait. A hand of four colours and a turn need six.
_NEEDED = ("ended", "stopped", "won", "player")  # repeated if a press has cut them
_OF_A_RUN = ("ratchet", "go", "stopped")
_SEED_SALT = 0x576F726D  # With a fixed seed, block and worms draw from different sources.


class WormsPlay(rules.Worms):
    """The worms of one apple base.

    Args:
        stage: ``app.play.stage.Stage``.
    """

    SOUNDS = SoundTable(
        "games/worms/tunes",
        {"ended": "time_up", "won": "fanfare", "player": "beeps"},
        whole=True,
    )
    SHOWS = lights.SHOWS
    pulled, released = rules.Worms.pull, rules.Worms.release  # names that a timed game calls

    def __init__(self, stage):
        self._stage = stage
        self._waiting = []  # (name, count, show) that wait for silence
        self._sounding = None  # the sound that plays now
        generator = stage.generator(_SEED_SALT)
        super().__init__(self, generator, self._run_length(), self._variant())
        stage.on_change(("run_s",), self._apply_length)
        stage.on_change(options.NEW_GAME, self._apply_variant)
        stage.on_change(options.SETTINGS, stage.stir)

    def _run_length(self):
        return rules.surprise(*self._stage.settings.run_s)

    def _variant(self):
        settings = self._stage.settings
        if not settings.players:
            return None
        from pingware.games.worms import variants

        return variants.rules_of(settings.players, settings.together, settings.mixed)

    def _apply_length(self):
        self.set_length(self._run_length())

    def _apply_variant(self):
        """Begins a new game with the current rules."""
        # loaded here and not one call deeper, because loading needs a deep stack
        if self._stage.settings.players:
            from pingware.games.worms import referee, variants  # noqa: F401
        self.set_rules(self._variant(), self._stage.now_ms())

    def open(self):
        """Announces who begins, if there is a referee."""
        self.new_game(self._stage.now_ms())

    def reseed(self):
        """Draws by the stage's new seed from now on."""
        self.draw_with(self._stage.generator(_SEED_SALT))

    # --- called by the rules

    def play(self, name, count):
        """Queues a sound for the next silence. A tick that would be late is left out."""
        if name == "tick":
            if self._stage.settings.ticks:
                self._stage.announce("tick_%d" % count)
            return
        if name == "stopped":  # drops waiting sounds of that wiggle
            self._waiting = [each for each in self._waiting if each[0] not in _OF_A_RUN]
        if len(self._waiting) < _WAITING_MOST:
            self._waiting.append((name, count, _card(count) if name == "player" else ""))
            self._go_on()

    def move(self, on):
        """Starts the worms, or moves them home."""
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
        """Reports an event, with the player's name if known."""
        names = self._stage.settings.names
        number = message.get("player")
        if number and number <= len(names) and names[number - 1]:
            message["name"] = names[number - 1]
        self._stage.report(message)

    def hand(self, _player, cards):
        """Plays a hand: notes and flashes count the cards of each colour."""
        for colour, count in enumerate(cards):
            if count:
                self._waiting.append(("player", count, _card(colour + 1)))
        self._go_on()

    # --- events

    def _go_on(self):
        """Starts the next waiting sound in silence."""
        if not self._waiting or self._stage.playing:
            return
        name, count, show = self._waiting[0]
        if self._stage.announce(name, count, show):
            self._sounding = self._waiting.pop(0)

    def follow_sound(self, _now_ms):
        """Plays the next waiting sound after any sound has ended."""
        self._sounding = None
        self._go_on()

    def repeat_cut_sound(self):
        """Repeats the sound that a press has cut."""
        if self._sounding and self._sounding[0] in _NEEDED:
            self._waiting.insert(0, self._sounding)
        self._sounding = None

    @property
    def takes_presses(self):
        """Returns whether a referee waits for presses of the check button (bool)."""
        return self.referee is not None

    def tick(self, now_ms):
        """Does the due work. Call it every frame while ``waiting``, and once a second."""
        super().tick(now_ms)
        self._go_on()

    @property
    def waiting(self):
        """Returns whether a wiggle or sounds need ``tick`` every frame (bool)."""
        return bool(self._waiting) or self.busy

    @property
    def busy(self):
        """Returns whether a lever is armed or the worms wiggle. The device then stays awake."""
        return self.state != options.READY

    def requests(self):
        """Returns the requests: name to handler (dict)."""
        return {"worms": self._worms, "worms_set": self._set, "worms_score": self._score}

    def _worms(self, request):
        answer = {}
        now_ms = self._stage.now_ms()
        if "run" in request:
            answer["reply"] = (self.start if request["run"] == "start" else self.stop)(now_ms)
            self._stage.stir()
        answer.update(self.status(now_ms))
        answer["settings"] = self._stage.settings.part(options.SETTINGS)
        return answer

    def _set(self, request):
        chosen = self._stage.settings
        waits = self.busy and any(name in request for name in options.NEW_GAME)
        if not waits:
            chosen.change({name: request[name] for name in options.SETTINGS if name in request})
        reply = options.BUSY if waits else options.DONE
        return {"reply": reply, "settings": chosen.part(options.SETTINGS)}

    def _score(self, request):
        player, now_ms = request["player"], self._stage.now_ms()
        reply = self.match(player, now_ms) if request["by"] > 0 else self.undo(player, now_ms)
        self._stage.stir()
        return {"reply": reply}


def _card(number):
    """Returns the light of a player or a colour of cards, from 1 on (str)."""
    return "card_%d" % min(number, 4)
