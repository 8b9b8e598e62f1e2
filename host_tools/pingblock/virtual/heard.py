"""Finds the notes in a recording as an ear does: their pitch and level, and the end of each sound.

It does not use the firmware's tunes. A note begins (an onset) where the 5 ms RMS level rises by 6
dB within 30 ms and stays high. A shorter rise is a click, such as the thump of a bias ramp.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pingblock.common.extras import np
from pingblock.virtual.loudness import SILENCE_DB, WINDOW_MS, Loudness, hop_samples, loudness
from pingblock.virtual.pitch import pitch_hz
from pingblock.virtual.waveform import Flags, Floats, Waveform
from pingware.shared.light_show import EVERY_MS

RISE_DB = 6.0
# A person in a room cannot hear sounds below this. 0 dB is a full-scale sine.
FLOOR_DB = -50.0
# An onset is the moment at which the level rises to this many dB below the next peak.
ATTACK_DB = 6.0
# All hops are 1 ms. The peak comes within LOOK after an onset, and the pitch is measured in this
# time.
LOOK = 60
SKIP = 2
# A note stays within NEAR_DB of its peak for SHORTEST hops, including the 5 ms window. Anything
# shorter is a click.
NEAR_DB, SHORTEST = 15.0, 25
# Sounds that begin within this time are one note, such as a breath and its voice.
FUSED = 50
# Before another onset, the level must have fallen by this much, or must not have risen for this
# long.
FALL_DB, SETTLED = 1.0, 30
# A pause of this length ends a sound, because the pauses between pings are shorter. Switching the
# amplifier off also ends a sound.
PAUSE = EVERY_MS + 100
HISTORY, AHEAD = 50, 2 * LOOK + 2 * SKIP + 1


@dataclass(frozen=True)
class Onset:
    """The beginning of a note.

    Args:
        at_ms: its time in ms.
        hz: its strongest pitch in Hz.
        level_db: its level. 0 is a full-scale sine.
    """

    at_ms: float
    hz: float
    level_db: float


@dataclass(frozen=True)
class End:
    """The end of a sound. Args: at_ms: its last audible moment."""

    at_ms: float


Feature = Onset | End


@dataclass(frozen=True)
class Heard:
    """The features in a recording, and the steps at the pin during the same time."""

    features: list[Feature]
    waveform: Waveform = field(repr=False)

    @property
    def onsets(self) -> list[Onset]:
        """The onsets in order of time."""
        return [feature for feature in self.features if isinstance(feature, Onset)]

    @property
    def sounds(self) -> list[list[Onset]]:
        """The onsets of each sound: one list up to each ``End``."""
        groups: list[list[Onset]] = [[]]
        for feature in self.features:
            if isinstance(feature, Onset):
                groups[-1].append(feature)
            else:
                groups.append([])
        return [group for group in groups if group]


class FeatureFinder:
    """Analyses a recording as a whole or in parts, with the same result.

    Args:
        rate_hz: sample rate of the sound to analyse.
        start_ms: emulated time of the first sample in ms.
    """

    def __init__(self, rate_hz: int, start_ms: float = 0.0) -> None:
        self._rate_hz = rate_hz
        self._hop = hop_samples(rate_hz)
        self._start_ms = start_ms
        self._base = -HISTORY
        self._samples = np.zeros(HISTORY * self._hop)
        self._on = np.ones(HISTORY * self._hop, bool)
        self._sounding = False
        self._audible = 0
        self._onset = self._peak_at = -SETTLED
        self._peak_db = self._valley_db = SILENCE_DB
        self._settled = True

    def feed(self, samples: Floats, amplifier_on: Flags | None = None) -> list[Feature]:
        """Analyses more sound. Returns the features that are now certain (a feature is certain
        0.13 s after it).

        Args:
            samples: sound, -1.0..1.0 of full scale.
            amplifier_on: for each sample, whether the amplifier is on. By default it is always on.
        """
        on = np.ones(len(samples), bool) if amplifier_on is None else amplifier_on
        self._samples = np.concatenate((self._samples, samples))
        self._on = np.concatenate((self._on, on))
        return self._scan(len(self._samples) // self._hop - AHEAD)

    @property
    def rests(self) -> bool:
        """True if only silence is remembered, so that more silence has no effect."""
        quiet = not self._sounding and self._settled and self._valley_db <= SILENCE_DB
        return quiet and not self._samples.any()

    def hear_silence(self, count: int) -> None:
        """Analyses ``count`` samples of silence at once. Call it only if ``rests()``."""
        hops, left = divmod(count, self._hop)
        self._base += hops
        self.feed(np.zeros(left))

    def finish(self) -> list[Feature]:
        """Returns the remaining features. A sound that has not ended gets no end."""
        rest = len(self._samples) // self._hop
        self._samples = np.concatenate((self._samples, np.zeros((AHEAD + 1) * self._hop)))
        self._on = np.concatenate((self._on, np.ones((AHEAD + 1) * self._hop, bool)))
        return self._scan(rest)

    def _scan(self, until: int) -> list[Feature]:
        if until <= HISTORY:
            return []
        loud = loudness(self._samples, self._on, self._rate_hz)
        found = [feature for hop in range(HISTORY, until) for feature in self._step(loud, hop)]
        gone = until - HISTORY
        self._base += gone
        self._samples = self._samples[gone * self._hop :]
        self._on = self._on[gone * self._hop :]
        return found

    def _step(self, loud: Loudness, hop: int) -> list[Feature]:
        """Decides about one hop of the buffer."""
        now = self._base + hop
        if loud.level_db[hop] > FLOOR_DB:
            self._audible = now
        if self._rises(loud, hop):
            return self._begin(loud, hop)
        if now > self._onset:
            self._follow(float(loud.held_db[hop]), now)
        return self._ended(now, bool(loud.off[hop]))

    def _rises(self, loud: Loudness, hop: int) -> bool:
        """Returns whether a new note starts near this hop."""
        held = float(loud.held_db[hop])
        rise = held - max(self._valley_db, float(loud.quietest_db[hop]))
        return self._settled and held > FLOOR_DB and rise >= RISE_DB

    def _follow(self, held_db: float, now: int) -> None:
        """Follows a note to its peak, and after that keeps the lowest level."""
        if self._settled:
            self._valley_db = min(self._valley_db, held_db)
        elif held_db > self._peak_db or now - self._onset < FUSED:
            self._peak_db, self._peak_at = max(held_db, self._peak_db), now
        elif held_db <= self._peak_db - FALL_DB or now - self._peak_at >= SETTLED:
            self._settled, self._valley_db = True, held_db

    def _begin(self, loud: Loudness, hop: int) -> list[Feature]:
        coming = loud.level_db[hop : hop + LOOK]
        peak = float(coming.max())
        start = hop + int(np.argmax(coming >= peak - ATTACK_DB))
        near = int(np.sum(loud.level_db[start : start + LOOK] >= peak - NEAR_DB))
        self._onset = self._peak_at = self._base + start
        self._peak_db, self._settled = float(loud.held_db[start]), False
        if near < SHORTEST:
            return []
        self._sounding = True
        return [Onset(self._time_ms(self._onset), self._pitch(start), round(peak, 2))]

    def _pitch(self, start: int) -> float:
        first, last = (start + SKIP) * self._hop, (start + SKIP + LOOK) * self._hop
        return round(pitch_hz(self._samples[first:last], self._rate_hz), 2)

    def _ended(self, now: int, off: bool) -> list[Feature]:
        quiet = now - self._audible
        if not self._sounding or not (quiet >= PAUSE or (off and quiet > WINDOW_MS)):
            return []
        self._sounding = False
        return [End(self._time_ms(self._audible - WINDOW_MS))]

    def _time_ms(self, hop: float) -> float:
        return round(self._start_ms + hop * self._hop * 1000 / self._rate_hz, 3)


def listen(samples: Floats, amplifier_on: Flags | None, rate_hz: int) -> list[Feature]:
    """Returns all features of a whole recording that starts at 0 ms."""
    listener = FeatureFinder(rate_hz)
    return listener.feed(samples, amplifier_on) + listener.finish()
