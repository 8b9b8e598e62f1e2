"""Listens to the virtual block while it plays, and hands the sound on."""

from __future__ import annotations

from pingblock.virtual.bench import Bench
from pingblock.virtual.heard import Feature, FeatureFinder, Onset
from pingblock.virtual.waveform import Floats


class OnsetFollower:
    """Hears what is new each time it is asked.

    Args:
        bench: whose sound it is.
        rate_hz: sample rate of what it hands on.
    """

    def __init__(self, bench: Bench, rate_hz: int) -> None:
        self._bench = bench
        self._rate_hz = rate_hz
        self._next = self._until()
        self._listener = FeatureFinder(rate_hz, self._next * 1000 / rate_hz)
        self.notes: tuple[Onset, ...] = ()
        self.sounding = False

    def _until(self) -> int:
        return int(self._bench.now_ms * self._rate_hz / 1000)

    @property
    def amplifier_on(self) -> bool:
        """True while the amplifier is on."""
        last = self._until()
        return bool(self._bench.parts.sound.amplifier_on(self._rate_hz, last, last + 1)[0])

    def begin(self, at_ms: float) -> None:
        """Drops the notes from before ``at_ms``: a new sound has taken the place of theirs."""
        self.notes = tuple(note for note in self.notes if note.at_ms >= at_ms)

    def listen(self) -> tuple[Floats, list[Feature]]:
        """Returns the samples since the last call, -1.0..1.0, and what was made out in them."""
        first, self._next = self._next, self._until()
        sound = self._bench.parts.sound
        samples = sound.heard(self._rate_hz, first, self._next)
        on = sound.amplifier_on(self._rate_hz, first, self._next)
        features = self._listener.feed(samples, on)
        for feature in features:
            self._count(feature)
        return samples, features

    def _count(self, feature: Feature) -> None:
        if isinstance(feature, Onset):
            self.notes = (*self.notes, feature) if self.sounding else (feature,)
            self.sounding = True
        else:
            self.sounding = False
