"""Preview of a sound: plays it through the device's own mixer and measures the result."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from pingblock.common.cache import cache_dir, kept
from pingblock.common.extras import np
from pingblock.sounds import mixer_host
from pingblock.virtual.heard import Onset, listen
from pingblock.virtual.loudness import SILENCE_DB, loudness
from pingblock.virtual.parts.speaker import POWER_WINDOW_US, high_pass
from pingblock.virtual.waveform import Floats
from pingware.shared.power_budget import SINE_MW

RATE_HZ = round(mixer_host.SAMPLE_RATE_HZ)
EAR_HZ = 22_050  # The real rate differs by 0.02 %, which does not matter for pitches.
FULL_Q8 = 256
_UNCLIPPED_Q8 = 64  # At a quarter of the volume, four voices are not clipped.


@dataclass(frozen=True)
class Level:
    """Loudness of a sound at full volume.

    Args:
        peak_pct: highest peak in percent of the highest cap. A sound above 100 would be clipped.
        power_mw: highest power in mW that the sound takes from the supply for a few ms.
        loudness_db: loudness of its loudest 5 ms from a small speaker in dB. 0 is a full-scale
            sine.
    """

    peak_pct: int
    power_mw: int
    loudness_db: float


def rendered(
    program: array[int], recording: array[int], repeats: int = 1, gain_q8: int = FULL_Q8
) -> Floats:
    """Returns the samples that the speaker gets.

    Args:
        program: program as in a ``Sound``.
        recording: recording as in a ``Sound``.
        repeats: how many times it is played, such as once for each coin.
        gain_q8: the volume, 0..256.

    Returns:
        Samples, -1.0..1.0 at ``RATE_HZ``, and 0 where the amplifier is off.
    """
    played = array("i", program)
    played[1] = repeats
    about = (_mixer_hash(), gain_q8, played.tobytes(), recording.tobytes())
    place = cache_dir("rendered") / sha256(repr(about).encode()).hexdigest()
    levels = np.frombuffer(kept(place, lambda: _mixed(played, recording, gain_q8)), np.int16)
    return levels / mixer_host.MIDDLE


@cache
def _mixer_hash() -> str:
    files = (*mixer_host.mixer_paths().values(), Path(mixer_host.__file__), Path(__file__))
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _mixed(program: array[int], recording: array[int], gain_q8: int) -> bytes:
    """Returns the levels around 0 as int16.

    The result is cached, because computing a second of sound takes 50 ms.
    """
    mixer = mixer_host.HostMixer(recording)
    mixer.set_volume(gain_q8)
    words = mixer_host.mixer_modules()["mixer_buffer"]
    blocks, on = [], [False]
    for word, block in mixer.play(program):
        # The device does this while it plays the last block.
        if word in (words.AMP_ON, words.AMP_OFF):
            on[-1] = word == words.AMP_ON
        blocks.append(block)
        on.append(on[-1])
    levels = np.concatenate(blocks).astype(np.int16) - mixer_host.MIDDLE
    heard: bytes = np.where(np.repeat(on[1:], mixer_host.BUFFER_SAMPLES), levels, 0).tobytes()
    return heard


def level(program: array[int], recording: array[int]) -> Level:
    """Measures a program."""
    quiet = rendered(program, recording, gain_q8=_UNCLIPPED_Q8)
    full = quiet * (FULL_Q8 / _UNCLIPPED_Q8)
    if not np.any(full):
        return Level(0, 0, SILENCE_DB)
    window = round(RATE_HZ * POWER_WINDOW_US / 1e6)
    total = np.cumsum(np.concatenate(([0.0], full * full)))
    power_mw = float((total[window:] - total[:-window]).max()) / window * 2 * SINE_MW
    heard = _through_speaker(full)
    loudest = float(loudness(heard, np.ones(len(heard), bool), EAR_HZ).level_db.max())
    return Level(round(100 * float(np.abs(full).max())), round(power_mw), round(loudest, 1))


def _through_speaker(samples: Floats) -> Floats:
    """Returns the sound as a small speaker plays it, with little below 150 Hz."""
    return np.convolve(samples, high_pass(EAR_HZ))[: len(samples)]


def onsets(samples: Floats) -> list[Onset]:
    """Returns the audible starts of notes in the result of ``rendered``."""
    found = listen(_through_speaker(samples), None, EAR_HZ)
    return [feature for feature in found if isinstance(feature, Onset)]
