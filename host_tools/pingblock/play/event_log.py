"""State of the block as known from its events: the log, the latest outcome, the settings."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from pingblock.connection.answers import is_muted
from pingblock.connection.plain_text import plain
from pingblock.games import words
from pingblock.languages import _, pgettext
from pingblock.play.state import LogLine
from pingblock.play.story import sentence
from pingblock.virtual.serial_tap import Event

LINES = 200
# An outcome is reported before its light and sound are noticed: so long it is held back at least.
NOTICE_MS = 300.0


class EventLog:
    """Takes events; says what may be shown. Players count for themselves first (QB-R2).

    Attributes:
        shown: the latest outcome, replay or battery event that may be shown, or None.
        battery: the latest battery event, or None.
        run_on: whether the worms bob, as the block told.
        muted: whether all sounds are locked.
        volume, profile, rules: as the block reported them, or None; rules are those of the dice,
            or the meaning of a press of the fortune deck.
        game: the press game.
    """

    def __init__(self) -> None:
        self._log: list[LogLine] = []
        self._noted = 0
        self._held: Event | None = None
        # The block also checks its cells by itself: that shall not hide an outcome.
        self._asked = False
        self.shown: Event | None = None
        self.battery: Event | None = None
        self.run_on = self.muted = False
        self.volume: int | None = None
        self.profile: str | None = None
        self.game = "block"
        self.rules: str | None = None

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All that happened, oldest first, at most 200 lines."""
        return tuple(self._log)

    def note(self, at_ms: float, who: str, text: str) -> None:
        """Adds one line in its place in time; an empty text adds nothing."""
        if text:
            self._noted += 1
            line = LogLine(at_ms, who, plain(text), self._noted)
            insort(self._log, line, key=lambda each: each.at_ms)
            del self._log[:-LINES]

    def forget(self) -> None:
        """Drops the latest outcome: another sound is heard now."""
        self.shown = self._held = None

    def other_cells(self) -> None:
        """Drops the check of the cells: other ones are in."""
        self.battery = None

    def see(self, check: Event) -> None:
        """Takes the result of a battery check that was read off the light."""
        self.shown = self.battery = check

    def take(self, events: Iterable[Event]) -> None:
        """Takes events of the block, in their order."""
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        kind = event["kind"]
        if kind == "press" and event.get("button") == "block":
            self.forget()
        if kind == "outcome" and event.get("outcome") in words.AT_ONCE:
            self.shown, self._held = event, None
        elif kind == "outcome":
            self._held = event
            return
        if kind == "replay":
            self._tell_held(event["at_ms"])
        if kind == "replay" or (kind == "battery" and self._asked):
            self.shown = event
        if kind == "skulls":
            self.shown, self._held = {**event, "outcome": kind}, None
        if kind == "battery":
            self.battery = event
        self._asked = kind == "press" and event.get("button") == "check"
        if kind in ("run", "reset"):
            self.run_on = event.get("state") == "started"
        if kind == "reply":
            self._learn(event["at_ms"], event.get("ok", {}))
        self.note(event["at_ms"], "block", sentence(event))

    def _learn(self, at_ms: float, answer: Event) -> None:
        known = answer.get("settings", {})
        if "volume" in answer:
            self.note(at_ms, "block", _("Volume {n} of 10.").format(n=answer["volume"]))
        if "profile" in answer:
            profile = answer["profile"]
            odds = _("Odds: {odds}.").format(odds=pgettext("odds", profile))
            self.note(at_ms, "block", odds)
        if "mute_lock" in known and is_muted(known) != self.muted:
            self.muted = not self.muted
            self.note(
                at_ms, "block", _("Muted; M lifts it.") if self.muted else _("Sounds again.")
            )
        self.volume = answer.get("volume", known.get("volume", self.volume))
        self.game = answer.get("game", self.game)
        self.rules = known.get("dice_rules", known.get("fortune_press", self.rules))
        self.profile = answer.get("profile", known.get("profile", self.profile))

    def quiet(self, now_ms: float) -> None:
        """Shows a held-back outcome: nothing sounds or shines any more."""
        if self._held is not None and now_ms - self._held["at_ms"] >= NOTICE_MS:
            self._tell_held(now_ms)

    def _tell_held(self, now_ms: float) -> None:
        if self._held is not None:
            self.shown, self._held = self._held, None
            self.note(now_ms, "block", sentence(self.shown))
