"""Analyses a speaker's sound block by block as time passes. It skips silence.

The result is the same as for the whole recording, but it needs little memory.
"""

from __future__ import annotations

import copy
import math

from pingblock.virtual.heard import Feature, FeatureFinder
from pingblock.virtual.parts.speaker import BLOCKS_A_S, KEPT_US, RESPONSE_MS, SpeakerModel


class SoundFollower:
    """Analyses a speaker's sound up to a time that only increases.

    Args:
        sound: the recording. The part before the time that was passed to ``follow`` must no longer
            change.
        rate_hz: sample rate of the analysis.
    """

    def __init__(self, sound: SpeakerModel, rate_hz: int) -> None:
        self._sound = sound
        self._rate_hz = rate_hz
        self._block = rate_hz // BLOCKS_A_S
        self._next = 0  # number of the next sample
        self._listener = FeatureFinder(rate_hz)
        self._features: list[Feature] = []

    def follow(self, until_ms: float) -> None:
        """Analyses all whole blocks up to ``until_ms``, emulated ms."""
        until = self._sample(until_ms)
        while until - self._next >= self._block:
            silent = self._silent_blocks(until)
            if silent:
                self._listener.hear_silence(silent * self._block)
                self._next += silent * self._block
            else:
                self._features += self._feed(self._listener, self._next + self._block)
                self._next += self._block

    def features(self, until_ms: float) -> list[Feature]:
        """Returns all features up to ``until_ms`` (emulated ms), including forgotten sound."""
        self.follow(until_ms)
        # A copy, because the original continues from here later.
        listener = copy.copy(self._listener)
        return [
            *self._features,
            *self._feed(listener, self._sample(until_ms)),
            *listener.finish(),
        ]

    def forget(self) -> None:
        """Drops the recorded sound that was analysed completely, except for its last second."""
        self._sound.forget(self._next * 1e6 / self._rate_hz - KEPT_US)

    def _sample(self, at_ms: float) -> int:
        return int(at_ms * self._rate_hz / 1000)

    def _silent_blocks(self, until: int) -> int:
        """Returns how many of the next blocks are silent, or 0 if the last block has sound."""
        if not self._listener.rests:
            return 0
        begin_us = self._next * 1e6 / self._rate_hz - RESPONSE_MS * 1000
        still_us = self._sound.still_until_us(begin_us)
        last = until if still_us == math.inf else min(until, self._sample(still_us / 1000))
        return max(last - self._next, 0) // self._block

    def _feed(self, listener: FeatureFinder, last: int) -> list[Feature]:
        samples = self._sound.heard(self._rate_hz, self._next, last)
        return listener.feed(samples, self._sound.amplifier_on(self._rate_hz, self._next, last))
