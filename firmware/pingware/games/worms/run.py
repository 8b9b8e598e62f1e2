"""One run of the worms after the other: lever, timer, end. Pure; no players, no hardware.

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
from pingware.shared import ticks

READY, ARMED, STARTED = "ready", "armed", "started"
ENDED, STOPPED, WON = "ended", "stopped", "won"

# Replies.
DONE = "done"
BUSY = "busy"
NOTHING = "nothing"

TICKS = 5  # seconds before the end that are counted down


class WormsRun:
    """The timer, complete by itself: it needs no referee.

    Args:
        outputs: see the module's text.
        generator: has ``below(n)``; draws surprise lengths.
        length: of ``run_length.surprise``.
        referee: as ``referee.Referee``, of which ``before_report`` and ``after_report``
            are called; None if nobody keeps score.
    """

    def __init__(self, outputs, generator, length, referee=None):
        self._outputs = outputs
        self._generator = generator
        self._length = length
        self._next_length = length
        self.referee = referee
        self._since_ms = 0
        self._length_ms = 0
        self._ticks_left = 0  # of the countdown
        self.state = READY  # READY, ARMED or STARTED
        self.runs = 0

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

    def attend(self, referee):
        """Changes the referee of the runs to come; None is nobody."""
        self.referee = referee

    def reseed(self, generator):
        """Changes the source of surprise lengths."""
        self._generator = generator

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

    def win(self, now_ms):
        """Ends a run because somebody has won (WW-16), or reports it after one (WW-A-06)."""
        return self._over(WON, now_ms)

    def tick(self, now_ms):
        """Counts the last seconds and ends the run in time. Of ticks missed one is played."""
        if self.state != STARTED:
            return
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
