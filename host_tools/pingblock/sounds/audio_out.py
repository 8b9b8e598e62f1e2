"""The computer's loudspeaker: by PortAudio if it is installed, otherwise by a player program."""

from __future__ import annotations

import shutil
import subprocess
import sys

from pingblock.common.extras import np
from pingblock.common.installation import installation
from pingblock.errors import Unavailable
from pingblock.virtual.waveform import Floats

_END_MS = 120  # Some players cut off this much at the end of a sound.
_SERVER_S = 5.0  # longest wait of a player for the sound server, in addition to the sound
_PLAYERS = (
    ("pw-cat", "--playback", "--raw", "--format=s16", "--rate={rate}", "--channels=1", "-"),
    ("paplay", "--raw", "--format=s16le", "--rate={rate}", "--channels=1"),
    ("aplay", "--quiet", "--file-type=raw", "--format=S16_LE", "--rate={rate}", "--channels=1"),
)
# The name of Debian's package. Its `aplay` also finds PipeWire and PulseAudio.
_INSTALL_PLAYER = "install alsa-utils, which has aplay"


def play(samples: Floats, rate_hz: int) -> None:
    """Plays samples (-1.0..1.0) to their end.

    Raises:
        Unavailable: this computer cannot play sounds.
    """
    heard = np.concatenate((samples, np.zeros(round(rate_hz * _END_MS / 1000))))
    if _by_port_audio(heard, rate_hz):
        return
    why = _INSTALL_PLAYER if sys.platform == "linux" else installation().adds(["sounddevice"])
    for template in _PLAYERS:
        if shutil.which(template[0]):
            if _by_player([part.format(rate=rate_hz) for part in template], heard, rate_hz):
                return
            why = f"{template[0]} finds no loudspeaker"
    raise Unavailable(
        f"This computer cannot play sounds (no sound: {why}). Write it to a file instead, with "
        "'pingblock sounds render'."
    )


def _by_port_audio(samples: Floats, rate_hz: int) -> bool:
    try:
        import sounddevice

        sounddevice.play(samples, rate_hz, blocking=True)
    # The package, its library (OSError) or an audio device (PortAudioError) is missing.
    except Exception:
        return False
    return True


def _by_player(command: list[str], samples: Floats, rate_hz: int) -> bool:
    """Plays samples by a program that reads them from standard input. Returns whether it did."""
    pcm = np.round(np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()
    limit_s = len(samples) / rate_hz + _SERVER_S
    try:
        played = subprocess.run(command, input=pcm, capture_output=True, timeout=limit_s)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return played.returncode == 0
