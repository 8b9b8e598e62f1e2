"""Rules of the worms: a timer, run after run, and a referee if one is wanted. Pure.

``ready`` -> pull: ``armed`` -> release: ``started`` -> ``ended``, or ``stopped`` by a new pull, or
``won``; then ready again. The app injects ``outputs``; none of its methods may call back:

* ``play(name, count)``: asks for a sound; the app decides what a busy speaker does with it (a
  late ``tick`` is worth nothing, the others wait their turn);
* ``move(on)``: True starts the worms, False sends them home;
* ``light(show, count)``: starts a light show, ``off`` ends it;
* ``report(message)``: a dict for the link; a run's says with ``ms`` (ticks) when it happened,
  which may be a while ago: it starts at the very edge of the lever.

Source: WW-09, WW-10, WW-14, WW-16.
"""

from pingware.games.worms import run_length
from pingware.games.worms.states import (
    ARMED,
    BUSY,
    DONE,
    ENDED,
    NOTHING,
    READY,
    STARTED,
    STOPPED,
    WON,
)
from pingware.shared import ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TICKS = 5  # seconds before the end that are counted down


class Worms:
    """One apple base: its timer, which needs no referee, and a referee if there is one.

    Args:
        outputs: see the module's text.
        generator: has ``below(n)``; draws surprise lengths and hands.
        length: of ``run_length.surprise``.
        rules: ``variants.Rules``; None is the timer alone.
    """

    def __init__(self, outputs, generator, length, rules=None):
        self._outputs = outputs
        self._generator = generator
        self._length = length
        self._next_length = length
        self._since_ms = 0
        self._length_ms = 0
        self._ticks_left = 0  # of the countdown
        self.state = READY  # READY, ARMED or STARTED
        self.runs = 0
        self._seat(rules)

    def elapsed_ms(self, now_ms):
        """Returns the age of the run (int, ms); 0 unless one is under way."""
        return ticks.diff(now_ms, self._since_ms) if self.state == STARTED else 0

    def wait_ms(self, now_ms):
        """Returns when ``tick`` has something to do (int, ms from now); None: nothing planned."""
        if self.state != STARTED:
            return None
        due_ms = self._length_ms - self._ticks_left * 1000
        return max(0, due_ms - self.elapsed_ms(now_ms))

    def left_ms(self, now_ms):
        """Returns how long the run still is (int, ms); None unless one is under way."""
        return self._length_ms - self.elapsed_ms(now_ms) if self.state == STARTED else None

    def set_length(self, length):
        """Changes the length (of ``run_length.surprise``) of the runs to come."""
        self._next_length = length

    # --- referee

    def _seat(self, rules):
        self.referee: "Any" = None  # ``referee.Referee``, if somebody keeps score
        if rules:
            from pingware.games.worms.referee import Referee  # memory for those who play by it

            self.referee = Referee(self._outputs, self._generator, rules)

    def new_game(self, now_ms):
        """Says who begins, if there is a referee: at power-on, and by other rules."""
        if self.referee:
            self.referee.new_game(now_ms)

    def set_rules(self, rules, now_ms):
        """Begins a new game by other rules; None sends the referee away.

        Returns:
            DONE, or BUSY unless the worms are ready.
        """
        if self.state != READY:
            return BUSY
        self._outputs.light("off", 0)
        self._seat(rules)
        self.new_game(now_ms)
        return DONE

    def draw_with(self, generator):
        """Changes the source of draws (a new seed) for what is drawn from now on."""
        self._generator = generator
        if self.referee:
            self.referee.reseed(generator)

    def match(self, player, now_ms):
        """Counts a match for a player (int, from 1), as ``Referee.match``, run or no run."""
        return (
            self._scored(self.referee.match(player, now_ms), now_ms) if self.referee else NOTHING
        )

    def undo(self, player, now_ms):
        """Takes a match of a player (int, from 1) back, as ``Referee.undo``."""
        return self.referee.undo(player, now_ms) if self.referee else NOTHING

    def press(self, now_ms, held_ms=0):
        """Takes a press of the button, as ``Referee.press``. Returns DONE or NOTHING."""
        if not self.referee:
            return NOTHING
        return self._scored(self.referee.press(self, now_ms, held_ms), now_ms)

    def _scored(self, reply, now_ms):
        """Ends the run if what was done has won the game (WW-16), or reports it (WW-A-06)."""
        if reply == DONE and self.referee.winner is not None:
            self._over(WON, now_ms)
        return reply

    def status(self, now_ms):
        """Returns the fields of the request ``worms`` (dict)."""
        found = {"state": self.state, "runs": self.runs}
        found["elapsed_ms"] = self.elapsed_ms(now_ms)
        found["surprise"] = run_length.is_surprise(self._next_length)
        if self.referee:
            found["player"] = self.referee.player
            found["scores"] = list(self.referee.scores)
            found["winner"] = self.referee.winner
        return found

    # --- runs

    def pull(self, now_ms):
        """The lever is pulled: arms; a run under way is stopped. Returns DONE or NOTHING."""
        if self.state == ARMED:
            return NOTHING
        if self.state == STARTED:
            self._over(STOPPED, now_ms)
        self.state = ARMED
        self._outputs.play("ratchet", 0)
        self._outputs.light(ARMED, 0)
        self._report(ARMED, now_ms)
        return DONE

    def release(self, now_ms):
        """The armed lever is let go: the run starts. Args: now_ms: ticks of the edge itself."""
        return self._begin(now_ms) if self.state == ARMED else NOTHING

    def start(self, now_ms):
        """Starts a run without the lever. Returns BUSY while it is pulled or a run is on."""
        return self._begin(now_ms) if self.state == READY else BUSY

    def stop(self, now_ms):
        """Stops a run, or gives up an armed one. Returns DONE or NOTHING."""
        return NOTHING if self.state == READY else self._over(STOPPED, now_ms)

    def lever_failed(self, now_ms):
        """The lever is a fault: an armed run is given up, one under way goes on to its end."""
        return self._over(STOPPED, now_ms) if self.state == ARMED else NOTHING

    def tick(self, now_ms):
        """Counts the last seconds and ends the run in time; call it when ``wait_ms`` is over and
        every few hours. Of ticks missed one is played."""
        if self.state == STARTED:
            self._count_down(now_ms)
        if self.referee:
            self.referee.tick(now_ms)

    def _count_down(self, now_ms):
        left_ms = self._length_ms - self.elapsed_ms(now_ms)
        if left_ms <= 0:
            self._over(ENDED, now_ms)
        elif left_ms <= self._ticks_left * 1000:
            seconds = (left_ms + 999) // 1000
            self._ticks_left = seconds - 1
            self._outputs.play("tick", seconds)

    def _begin(self, now_ms):
        self._length = self._next_length
        self._length_ms = run_length.draw_ms(self._length, self._generator)
        hidden = run_length.is_surprise(self._length)
        # The last seconds of a surprise are not played; a run of 5 s begins with "go", not a tick.
        self._ticks_left = 0 if hidden else min(TICKS, (self._length_ms - 1) // 1000)
        self._since_ms = now_ms
        self.state = STARTED
        self.runs += 1
        self._report(STARTED, now_ms)  # first: cells too weak for the worms are a fault after it
        self._outputs.move(True)
        self._outputs.play("go", 0)
        self._outputs.light("surprise" if hidden else "time", 0 if hidden else self._length_ms)
        return DONE

    def _over(self, how, now_ms):
        """Ends whatever is under way; ``how`` is ENDED, STOPPED or WON."""
        if self.state == STARTED:
            self._outputs.move(False)
        self.state = READY
        self._ticks_left = 0
        self._outputs.light("off", 0)
        self._outputs.play(how, 0)
        self._report(how, now_ms)
        return DONE

    def _report(self, state, now_ms):
        message = {"event": "run", "state": state, "run": self.runs, "ms": now_ms}
        if state == ENDED or (state == STARTED and not run_length.is_surprise(self._length)):
            message["length_ms"] = self._length_ms
        if self.referee:
            self.referee.before_report(state, message, now_ms)
        self._outputs.report(message)
        if self.referee:
            self.referee.after_report(state, now_ms)
