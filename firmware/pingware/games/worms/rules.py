"""Rules of the worms: a timer, wiggle after wiggle, and an optional referee. Pure.

``ready`` -> pull: ``armed`` -> release: ``started`` -> ``ended``, or ``stopped`` by a new pull, or
``won``. Then it is ready again. The app passes ``outputs``, whose methods must not call back:

* ``play(name, count)``: asks for a sound. The app decides how a busy speaker handles it (a late
  ``tick`` is dropped, the others wait).
* ``move(on)``: True starts the worms, False moves them home.
* ``light(show, count)``: starts a light show, ``off`` ends it.
* ``report(message)``: a dict for the link. For a wiggle it has ``ms``, the time of the event
  (ticks), which can be in the past, because a wiggle starts at the lever's edge.

Source: WW-09, WW-10, WW-14, WW-16.
"""

from typing import Any

from pingware.games.worms.options import (
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

# The length of a wiggle is a pair of the least and the most ms, both included. They are equal
# unless it is a surprise. No length was ever published (WW-A-04): 20 s and the range are ours.


def surprise(least_s, most_s):
    """Returns the length (tuple of two int, ms) for a range of times (s)."""
    return least_s * 1000, most_s * 1000


def is_surprise(length):
    """Returns whether the length is unknown beforehand (bool)."""
    return length[0] != length[1]


def draw_ms(length, generator):
    """Returns the length of one wiggle (int, ms), each millisecond of the range equally likely."""
    least_ms, most_ms = length
    return least_ms + generator.below(most_ms - least_ms + 1)


TICKS = 5  # counted seconds before the end


class Worms:
    """One apple base: its timer, which works without a referee, and an optional referee.

    Args:
        outputs: see the module's docstring.
        generator: has ``below(n)``. It draws surprise lengths and hands.
        length: a result of ``surprise``.
        rules: ``variants.Rules``. None means only the timer.
    """

    def __init__(self, outputs, generator, length, rules=None):
        self._outputs = outputs
        self._generator = generator
        self._length = length
        self._next_length = length
        self._since_ms = 0
        self._length_ms = 0
        self._ticks_left = 0  # ticks of the countdown
        self.state = READY  # READY, ARMED or STARTED
        self.runs = 0
        self._seat(rules)

    def elapsed_ms(self, now_ms):
        """Returns the age of the wiggle (int, ms), or 0 without one."""
        return ticks.diff(now_ms, self._since_ms) if self.state == STARTED else 0

    def wait_ms(self, now_ms):
        """Returns the time until ``tick`` must run (int, ms), or None if no action is planned."""
        if self.state != STARTED:
            return None
        due_ms = self._length_ms - self._ticks_left * 1000
        return max(0, due_ms - self.elapsed_ms(now_ms))

    def left_ms(self, now_ms):
        """Returns the rest of the wiggle (int, ms), or None without one."""
        return self._length_ms - self.elapsed_ms(now_ms) if self.state == STARTED else None

    def set_length(self, length):
        """Changes the length of later wiggles to a result of ``surprise``."""
        self._next_length = length

    # --- referee

    def _seat(self, rules):
        self.referee: "Any" = None  # ``referee.Referee``, if the game has one
        if rules:
            from pingware.games.worms.referee import Referee  # loaded on demand to save memory

            self.referee = Referee(self._outputs, self._generator, rules)

    def new_game(self, now_ms):
        """Announces who begins, if there is a referee, at power-on and after a change of rules."""
        if self.referee:
            self.referee.new_game(now_ms)

    def set_rules(self, rules, now_ms):
        """Begins a new game with other rules. None removes the referee.

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
        """Changes the random generator for later draws."""
        self._generator = generator
        if self.referee:
            self.referee.reseed(generator)

    def match(self, player, now_ms):
        """Counts a match for a player (int, from 1) at any time, see ``Referee.match``."""
        return (
            self._scored(self.referee.match(player, now_ms), now_ms) if self.referee else NOTHING
        )

    def undo(self, player, now_ms):
        """Takes a match of a player (int, from 1) back, see ``Referee.undo``."""
        return self.referee.undo(player, now_ms) if self.referee else NOTHING

    def press(self, now_ms, held_ms=0):
        """Handles a press of the button, see ``Referee.press``. Returns DONE or NOTHING."""
        if not self.referee:
            return NOTHING
        return self._scored(self.referee.press(self, now_ms, held_ms), now_ms)

    def _scored(self, reply, now_ms):
        """Ends the wiggle after a winning match (WW-16), or reports the win (WW-A-06)."""
        if reply == DONE and self.referee.winner is not None:
            self._over(WON, now_ms)
        return reply

    def status(self, now_ms):
        """Returns the fields of the request ``worms`` (dict)."""
        found = {"state": self.state, "runs": self.runs}
        found["elapsed_ms"] = self.elapsed_ms(now_ms)
        found["surprise"] = is_surprise(self._next_length)
        if self.referee:
            found["player"] = self.referee.player
            found["scores"] = list(self.referee.scores)
            found["winner"] = self.referee.winner
        return found

    # --- wiggles

    def pull(self, now_ms):
        """Handles a pull of the lever: arms, or stops a wiggle. Returns DONE or NOTHING."""
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
        """Handles the armed lever's release: the worms start. Args: now_ms: ticks of the edge."""
        return self._begin(now_ms) if self.state == ARMED else NOTHING

    def start(self, now_ms):
        """Starts a wiggle without the lever. Returns BUSY while it is pulled or worms wiggle."""
        return self._begin(now_ms) if self.state == READY else BUSY

    def stop(self, now_ms):
        """Stops a wiggle, or disarms the lever. Returns DONE or NOTHING."""
        return NOTHING if self.state == READY else self._over(STOPPED, now_ms)

    def lever_failed(self, now_ms):
        """Handles a fault of the lever: it is disarmed. A current wiggle continues to its end."""
        return self._over(STOPPED, now_ms) if self.state == ARMED else NOTHING

    def tick(self, now_ms):
        """Counts the last seconds and ends the wiggle in time.

        Call it when ``wait_ms`` is over, and every few hours. Of several missed ticks it plays
        one.
        """
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
        self._length_ms = draw_ms(self._length, self._generator)
        hidden = is_surprise(self._length)
        # The last seconds of a surprise are not counted. A wiggle of 5 s begins with "go", not
        # with a tick.
        self._ticks_left = 0 if hidden else min(TICKS, (self._length_ms - 1) // 1000)
        self._since_ms = now_ms
        self.state = STARTED
        self.runs += 1
        # before the worms start, because too weak cells then report a fault
        self._report(STARTED, now_ms)
        self._outputs.move(True)
        self._outputs.play("go", 0)
        self._outputs.light("surprise" if hidden else "time", 0 if hidden else self._length_ms)
        return DONE

    def _over(self, how, now_ms):
        """Ends the current wiggle or armed state. ``how`` is ENDED, STOPPED or WON."""
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
        if state == ENDED or (state == STARTED and not is_surprise(self._length)):
            message["length_ms"] = self._length_ms
        if self.referee:
            self.referee.before_report(state, message, now_ms)
        self._outputs.report(message)
        if self.referee:
            self.referee.after_report(state, now_ms)
