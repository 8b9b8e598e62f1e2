"""Limits the session of a stranger: the number of recorded changes, and the computing time."""

from __future__ import annotations

import time

from pingblock.common.session_limits import (
    COMPUTE_RATE,
    COMPUTE_S,
    COMPUTE_S_MOST,
    COMPUTE_S_UNSEEN,
)
from pingblock.errors import PingblockError

# Maximum recorded changes of light and servo. Together with their events, these need 100 MB.
CHANGES_MOST = 200_000
# Emulated time between two checks. On the chip, a busy program can compute for seconds in this
# time.
LOOK_US = 2_000_000.0
_TOO_MANY = (
    f"The light and the worms changed more than {CHANGES_MOST} times in this session, which is"
    " more than can be kept: play a shorter part of it."
)


class SessionBudget:
    """Raises ``PingblockError`` if a session exceeds its limits.

    Args:
        engine: name of the engine.
        live: whether the session plays in real time, in front of a person who can close it. Such a
            session is ended only if the device makes almost no progress.
        long: whether a person has named the end, and so expects that the session can take minutes.
    """

    def __init__(self, engine: str, live: bool = False, long: bool = False) -> None:
        # On wasm, the firmware's code takes no emulated time, so a loop stops the device's clock.
        self._is_timeless = engine == "wasm"
        self._live, self._long = live, long
        self._began_s = time.process_time()

    def check_changes(self, count: int) -> None:
        """Checks the number of recorded changes of light and servo."""
        if not self._live and count > CHANGES_MOST:
            raise PingblockError(_TOO_MANY)

    def check_computing(self, now_us: float) -> None:
        """Checks the processor time that was used until an emulated time in us."""
        spent_s, now_s = time.process_time() - self._began_s, now_us / 1e6
        if spent_s > self._most_s(now_s):
            raise PingblockError(
                f"This session used {spent_s:.0f} s of processor time for {now_s:.1f} s of its"
                f" device, so it was ended. If it is yours, {self._cure()}."
            )

    def _cure(self) -> str:
        if self._live or self._long or not self._is_timeless:
            return "play a shorter part of it"
        return "name its end in ms, because then it may take minutes"

    def _most_s(self, now_s: float) -> float:
        at_once_s = COMPUTE_S if self._live else COMPUTE_S_UNSEEN
        rate = COMPUTE_RATE if self._live or self._long else 0.0
        by_clock_s = at_once_s + rate * now_s if self._is_timeless else float("inf")
        return by_clock_s if self._live else min(by_clock_s, COMPUTE_S_MOST)
