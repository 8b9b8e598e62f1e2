"""One play session: a virtual block in real time, hands on it, and pictures of its state.

It knows nothing of terminals: a face calls the hands from any thread and reads ``state``.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from functools import wraps
from queue import Empty, SimpleQueue
from typing import Concatenate, ParamSpec, TypeAlias

from pingblock.errors import PingblockError
from pingblock.languages import N_, _, ngettext
from pingblock.languages.later import NC_
from pingblock.languages.numbers import number
from pingblock.play import colours
from pingblock.play.button_press import ButtonPress
from pingblock.play.event_log import EventLog
from pingblock.play.light_reading import check_shown
from pingblock.play.onsets import OnsetFollower
from pingblock.play.serial_requests import SerialRequests
from pingblock.play.state import PlayState
from pingblock.play.story import cells_fitted, cells_found, pressed
from pingblock.sounds.audio_out import AudioOut
from pingblock.sounds.tables import shows
from pingblock.virtual.bench import RATE_HZ, Bench
from pingblock.virtual.heard import End
from pingblock.virtual.pacer import Clock, Pacer
from pingblock.virtual.parts.battery import PRESETS
from pingblock.virtual.parts.button import PRESS_MS
from pingblock.virtual.parts.light import Colour
from pingblock.virtual.serial_tap import Event
from pingware.games.dice.options import RULES
from pingware.games.fortune.options import CARD, SKULL, TURN
from pingware.games.registry import NAMES
from pingware.shared.light_frames import duration_ms

HOLD_MS = 1000.0  # of the block, and the second meaning of the check button
CHECK_HOLD_MS = 2200.0
ASKED_MS = 2000.0  # from here on a press of the check button asks for a battery check
TICK_S = 0.010
# A light that is dark for longer than any gap within a show means that the show is over.
DARK_MS = 550.0
ANSWER_MS = 100.0  # a press that counts is reported much sooner
STILL_DEG, TURN_MS = 0.5, 600.0
VOLUMES = range(11)
PROFILES = (NC_("odds", "manual"), NC_("odds", "junior"))
# What P changes in a game: the setting and its values, in their order.
CHANGES = {
    "dice": ("dice_rules", RULES),
    "fortune": ("fortune_press", [CARD, TURN, SKULL]),
}
P = ParamSpec("P")
Hand: TypeAlias = "Callable[Concatenate[PlaySession, P], None]"
NO_CABLE = N_("Settings need the USB cable: plug it in with U.")


def hand(act: Hand[P]) -> Hand[P]:
    """Makes a hand of a session: any thread may call it, and it acts at the next step."""

    @wraps(act)
    def order(session: PlaySession, /, *args: P.args, **named: P.kwargs) -> None:
        session._orders.put(lambda: act(session, *args, **named))

    return order


class PlaySession:
    """A bench that runs in real time.

    Args:
        bench: a fresh one; the session closes it.
        audio: where the sound goes; the session closes it.
        clock: seconds, never going back.
    """

    def __init__(self, bench: Bench, audio: AudioOut, clock: Clock = time.monotonic) -> None:
        self._bench = bench
        self._audio = audio
        self._clock = clock
        self._pacer = Pacer(clock)
        self._onsets = OnsetFollower(bench, RATE_HZ)
        self._link = SerialRequests(bench)
        self._event_log = EventLog()
        self._block = ButtonPress(bench.engine, bench.parts.gpio["block_button"])
        self._check = ButtonPress(bench.engine, bench.parts.gpio["check_button"])
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._events_seen = 0
        self._lit_ms = -DARK_MS
        self._shines_until_ms = 0.0  # the light of the latest outcome
        self._pressed: tuple[float, bool] | None = None  # when, and whether it was playing then
        self._horn_deg, self._moved_ms = -1.0, -TURN_MS
        self._check_until_ms: float | None = None  # the end of a press that asks for a check
        self._cells = "fresh"
        self._lever_pulled = False
        self._volume_wish: int | None = None
        self._ending = threading.Event()
        self.error: Exception | None = None
        self.state = self._picture()

    # Hands

    @hand
    def press(self, for_ms: float = PRESS_MS) -> None:
        """Presses the block for ``for_ms``."""
        self._tap(self._block, for_ms)

    @hand
    def finger_down(self) -> None:
        """Puts a finger on the block until ``finger_up``."""
        if self._block.down():
            self._expect_press(self._block)
            self._note(_("Put a finger on the block."))

    @hand
    def finger_up(self) -> None:
        """Lifts the finger."""
        self._block.up()

    @hand
    def check(self, for_ms: float = PRESS_MS) -> None:
        """Presses the check button for ``for_ms``: 2 s make it a battery check."""
        self._tap(self._check, for_ms)
        asks = for_ms >= CHECK_HOLD_MS and not self._bench.parts.battery.plugged
        self._check_until_ms = self._bench.now_ms + for_ms if asks else None

    @hand
    def move_lever(self) -> None:
        """Pulls the lever back, or lets it go."""
        self._lever_pulled = not self._lever_pulled
        if self._lever_pulled:
            self._bench.pull_lever()
            self._note(_("Pulled the lever back."))
        else:
            self._bench.release_lever()
            self._note(_("Let the lever go."))

    @hand
    def set_cells(self, preset: str) -> None:
        """Fits three other cells: ``fresh``, ``worn``, ``demo`` or ``flat``."""
        cell = PRESETS[preset]
        self._bench.set_battery([cell] * len(self._bench.parts.battery.cells))
        self._cells = preset
        self._event_log.other_cells()
        self._note(
            _("New batteries, {cells}: {volt} V, {ohm} ohm each.").format(
                cells=cells_fitted(preset),
                volt=number(cell.open_mv / 1000, 2),
                ohm=number(cell.ohm),
            )
        )

    @hand
    def turn_volume(self, steps: int) -> None:
        """Asks the block for another volume, ``steps`` up or (negative) down."""
        now = self._event_log.volume if self._volume_wish is None else self._volume_wish
        if now is not None and self._ask("volume", level=_within(now + steps)):
            self._volume_wish = _within(now + steps)

    @hand
    def next_profile(self) -> None:
        """Asks the block for the other odds (``manual``, ``junior``), a game for other rules."""
        game, rules = self._event_log.game, self._event_log.rules
        if game in CHANGES:
            name, known = CHANGES[game]
            at = known.index(rules) if rules in known else -1
            if self._ask("settings", of=game, set={name: known[(at + 1) % len(known)]}):
                self._event_log.forget()
            return
        if game != "block":
            self._note(_("These dice have no other rules."))
            return
        junior = self._event_log.profile == "junior"
        self._ask("profile", name=PROFILES[0] if junior else PROFILES[1])

    @hand
    def next_game(self) -> None:
        """Asks for the next press game."""
        at = NAMES.index(self._event_log.game) if self._event_log.game in NAMES else 0
        if self._ask("game", name=NAMES[(at + 1) % len(NAMES)]):
            self._event_log.forget()
            self._link.ask("status")

    @hand
    def move_mute(self) -> None:
        """Asks the block to be silent, or to sound again."""
        self._ask("settings", set={"mute_lock": not self._event_log.muted})

    @hand
    def move_cable(self) -> None:
        """Unplugs the USB cable, or plugs it in."""
        if self._bench.parts.battery.plugged:
            self._bench.unplug()
            self._event_log.forget()
            self._note(_("Unplugged USB: it runs on its batteries."))
        else:
            self._bench.plug()
            self._note(_("Plugged USB in."))

    def _note(self, text: str) -> None:
        self._event_log.note(self._bench.now_ms, "you", text)

    def _tap(self, finger: ButtonPress, for_ms: float) -> None:
        if finger.tap(for_ms):
            self._expect_press(finger)
            held_ms = for_ms if for_ms >= HOLD_MS else 0.0
            self._note(pressed(finger is self._block, held_ms))

    def _expect_press(self, finger: ButtonPress) -> None:
        """Remembers a press of which the block shall tell, which it can by USB alone."""
        if finger is self._block and self._bench.parts.battery.plugged:
            self._pressed = self._bench.now_ms, self._playing()

    def _ask(self, do: str, **arguments: object) -> bool:
        if not self._bench.parts.battery.plugged:
            self._note(_(NO_CABLE))
            return False
        self._link.ask(do, **arguments)
        return True

    # Time

    def run(self) -> None:
        """Runs until ``end``; then closes engine and sound. An error is kept in ``error``."""
        try:
            while not self._ending.wait(self.step()):
                pass
        except Exception as error:
            self.error = error
            why = str(error) if isinstance(error, PingblockError) else repr(error)
            self.state = PlayState(failure=why, log=self.state.log)
        finally:
            self._bench.close()
            self._audio.close()

    def end(self) -> None:
        """Makes ``run`` return soon."""
        self._ending.set()

    def step(self) -> float:
        """Does what is ordered and runs up to now; returns how long to wait, s."""
        begun_s = self._clock()
        self._obey()
        now_ms = self._bench.now_ms
        # Whole ms: an engine that counts ns never quite reaches some fractions.
        self._bench.advance_to(math.floor(now_ms + self._pacer.due_ms(now_ms)))
        self._hear()
        self._read()
        self.state = self._picture()
        return max(0.0, begun_s + TICK_S - self._clock())

    def _obey(self) -> None:
        while True:
            try:
                self._orders.get_nowait()()
            except Empty:
                return

    def _hear(self) -> None:
        samples, features = self._onsets.listen()
        self._audio.play(samples)
        for feature in features:
            if isinstance(feature, End):
                notes = len(self._onsets.notes)  # none if a press has begun another sound
                self._event_log.note(feature.at_ms, "ear", _notes(notes) if notes else "")

    def _read(self) -> None:
        events = self._bench.parts.tap.events
        new, self._events_seen = events[self._events_seen :], len(events)
        self._event_log.take(new)
        for event in new:
            if event["source"] == "firmware":
                self._take_press(event)
            if event["kind"] == "press" and event.get("button") == "block":
                self._onsets.begin(event["at_ms"])
            if event["kind"] == "hello":
                self._link.ask("status")
            elif event["kind"] == "reply":
                self._link.answered(event)
        self._miss_press()
        for _late in range(self._link.overdue()):
            self._event_log.note(self._bench.now_ms, "block", _("No answer over USB."))
        if not self._link.waiting:
            self._volume_wish = None
        if not self._playing():
            self._event_log.quiet(self._bench.now_ms)
            self._look_at_check()

    def _take_press(self, event: Event) -> None:
        """Notes what an event means for the light that goes with a press."""
        if self._pressed and event["at_ms"] >= self._pressed[0]:
            self._pressed = None
        if event["kind"] == "outcome" and (show := shows().get(str(event["outcome"]))):
            length_ms = duration_ms(show, event.get("coins", 0))
            self._shines_until_ms = event["at_ms"] + length_ms

    def _miss_press(self) -> None:
        """Says why a press did not count, which the block did not report."""
        if self._pressed and self._bench.now_ms - self._pressed[0] > ANSWER_MS:
            if self._pressed[1]:
                why = _("That press did not count: it was still playing.")
            else:
                why = _("That press did not count: it was busy.")
            self._event_log.note(self._bench.now_ms, "block", why)
            self._pressed = None

    def _look_at_check(self) -> None:
        """Reads the result of a battery check off the light, once it has been shown."""
        until_ms = self._check_until_ms
        if until_ms is None or self._bench.now_ms < until_ms:
            return
        since_us = (until_ms - CHECK_HOLD_MS + ASKED_MS) * 1000
        if shown := check_shown(self._bench.parts.light.changes, since_us):
            self._check_until_ms = None
            self._event_log.see(shown)
            self._note(
                _("Saw the light, {colour}: {cells}.").format(
                    colour=colours.told(shown["seen"]), cells=cells_found(shown)
                )
            )

    def _playing(self) -> bool:
        now_ms = self._bench.now_ms
        if self._event_log.run_on:  # it has a light of its own
            return self._onsets.amplifier_on or now_ms < self._shines_until_ms
        if any(self._bench.led()):
            self._lit_ms = now_ms
        return self._onsets.amplifier_on or now_ms - self._lit_ms < DARK_MS

    def _bobbing(self) -> bool:
        """Returns whether the horn moves, or did a moment ago: it turns at both ends."""
        deg = self._bench.parts.servo.horn_deg(self._bench.engine.now_us)
        if abs(deg - self._horn_deg) > STILL_DEG:
            if self._horn_deg >= 0:  # else it is the first look
                self._moved_ms = self._bench.now_ms
            self._horn_deg = deg
        return self._bench.now_ms - self._moved_ms < TURN_MS

    # Pictures

    def _seen_colour(self) -> Colour:
        """The light as late as the sound is, so that both stay in step."""
        at_us = (self._bench.now_ms - self._audio.latency_ms) * 1000
        for changed_us, colour in reversed(self._bench.parts.light.changes):
            if changed_us <= at_us:
                return colour
        return (0, 0, 0)

    def _picture(self) -> PlayState:
        parts, events = self._bench.parts, self._event_log
        cell = parts.battery.cells[0]
        return PlayState(
            now_ms=self._bench.now_ms,
            engine=self._bench.engine.name,
            speed=self._pacer.speed,
            slow=self._pacer.slow,
            sound_out=self._audio.says,
            colour=self._seen_colour(),
            block_down=self._block.is_down,
            check_down=self._check.is_down,
            playing=self._playing(),
            lever_pulled=self._lever_pulled,
            horn_deg=parts.servo.horn_deg(self._bench.engine.now_us),
            worms_powered=parts.servo.powered,
            bobbing=self._bobbing(),
            sounding=self._onsets.sounding,
            heard=self._onsets.notes,
            shown=events.shown,
            battery=events.battery,
            plugged=parts.battery.plugged,
            cells=self._cells,
            cell_mv=cell.open_mv,
            cell_ohm=cell.ohm,
            cell_count=len(parts.battery.cells),
            vsys_mv=parts.vsys_mv(self._bench.engine.now_us),
            volume=events.volume,
            muted=events.muted,
            profile=events.profile,
            game=events.game,
            rules=events.rules,
            log=events.log,
        )


def _within(volume: int) -> int:
    return min(max(volume, VOLUMES[0]), VOLUMES[-1])


def _notes(count: int) -> str:
    return ngettext("Heard {n} note.", "Heard {n} notes.", count).format(n=count)
