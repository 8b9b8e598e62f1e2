"""Runs an emulated clock in real time, and reports if it is too slow."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

# Longest time to run at once, because commands and sound must not wait longer.
STEP_MS = 20.0
# If the clock is further behind, the lost time is dropped. Catching up would sound like a fast
# tape.
GIVE_UP_MS = 150.0
# Speed is measured over this time. A lower share of real time is reported as slow.
WINDOW_S = 2.0
SLOW = 0.95

Clock = Callable[[], float]


class Pacer:
    """Ties emulated time to real time.

    Args:
        clock: returns seconds and never goes back, such as ``time.monotonic``.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start_s: float | None = None
        self._marks: deque[tuple[float, float]] = deque()
        self.lost_ms = 0.0

    def due_ms(self, emulated_ms: float) -> float:
        """Returns how many ms to run now, 0 to ``STEP_MS``. Drops time that is too far behind.

        Args:
            emulated_ms: current time of the emulated clock in ms. The first call defines the
                start.
        """
        self._mark(self._clock(), emulated_ms)
        behind_ms = self.behind_ms(emulated_ms)
        if behind_ms > GIVE_UP_MS:
            self.jump(STEP_MS - behind_ms)
            self.lost_ms += behind_ms - STEP_MS
            behind_ms = STEP_MS
        return min(max(behind_ms, 0.0), STEP_MS)

    def behind_ms(self, emulated_ms: float) -> float:
        """Returns how many ms the emulated clock is behind real time. Negative: it is ahead."""
        now_s = self._clock()
        if self._start_s is None:
            self._start_s = now_s - emulated_ms / 1000
        return (now_s - self._start_s) * 1000 - emulated_ms

    def jump(self, emulated_ms: float) -> None:
        """Lets this much emulated time pass at once."""
        if self._start_s is not None:
            self._start_s -= emulated_ms / 1000

    def _mark(self, now_s: float, emulated_ms: float) -> None:
        self._marks.append((now_s, emulated_ms))
        while len(self._marks) > 2 and self._marks[1][0] <= now_s - WINDOW_S:
            self._marks.popleft()

    @property
    def speed(self) -> float:
        """Emulated time divided by real time in the last 2 s. 1.0 is real time and the maximum."""
        first_s, first_ms = self._marks[0] if self._marks else (0.0, 0.0)
        last_s, last_ms = self._marks[-1] if self._marks else (0.0, 0.0)
        if last_s - first_s < WINDOW_S / 4:
            return 1.0
        return (last_ms - first_ms) / 1000 / (last_s - first_s)

    @property
    def slow(self) -> bool:
        """True if the emulation was slower than real time in the last 2 s."""
        return self.speed < SLOW
