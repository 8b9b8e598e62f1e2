"""The computer's loudspeaker: by PortAudio if it is installed, otherwise by a player program.

Programs must also work without sound. So each failure returns ``Silence`` with the reason.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from pingblock.common.installation import installation
from pingblock.languages import N_, _
from pingblock.virtual.waveform import Floats

# If more sound than this waits, blocks of silence are dropped.
TARGET_MS = 40.0
FIRST_SILENCE_MS = 30.0
# The approximate delay of a player program and the sound server.
PLAYER_LATENCY_MS = 80.0
PIPE_BYTES = 8192
# A player that finds no sound server ends within this time.
START_S = 0.25
BYTES_A_SAMPLE = 2
PLAYERS: tuple[tuple[str, ...], ...] = (
    ("pw-cat", "--playback", "--raw", "--format=s16", "--rate={rate}", "--channels=1",
     "--latency=40ms", "-"),
    ("paplay", "--raw", "--format=s16le", "--rate={rate}", "--channels=1", "--latency-msec=60"),
    ("aplay", "--quiet", "--file-type=raw", "--format=S16_LE", "--rate={rate}", "--channels=1",
     "--buffer-time=80000"),
)  # fmt: skip

# The name of Debian's package. Its `aplay` also finds PipeWire and PulseAudio.
INSTALL_PLAYER = N_("install alsa-utils, which has aplay")


class AudioOut(Protocol):
    """Sound output of the computer."""

    @property
    def says(self) -> str:
        """The name of the output, or the reason why there is no sound, for the status line."""

    @property
    def latency_ms(self) -> float:
        """Delay in ms from ``play`` until the sound is heard, or 0 without sound."""

    def play(self, samples: Floats) -> None:
        """Takes the next samples, -1.0..1.0. It does not wait, and a failure does not raise."""

    def close(self) -> None:
        """Closes the output. It can be called twice."""


class Silence:
    """An output that drops all sound. Args: why: one or two words for the status line."""

    latency_ms = 0.0

    def __init__(self, why: str) -> None:
        self.says = _("no sound: {why}").format(why=why)

    def play(self, samples: Floats) -> None:
        """Drops the samples."""

    def close(self) -> None:
        """Has no effect here."""


class Stopped(Exception):
    """The connection to the loudspeaker is lost."""


class Way(Protocol):
    """A connection to the loudspeaker whose methods do not wait."""

    name: str
    latency_ms: float

    def pending_bytes(self) -> int:
        """Returns how many bytes wait to be played. Raises Stopped."""

    def write(self, data: bytes) -> None:
        """Takes all of ``data``, or drops all if the buffer is full. Raises Stopped."""

    def close(self) -> None:
        """Closes the connection."""


class Loudspeaker:
    """Keeps the buffer of an audio player short but not empty, so that sounds are heard at once.

    Args:
        way: an open connection.
        rate_hz: sample rate.
    """

    def __init__(self, way: Way, rate_hz: int) -> None:
        self._way: Way | None = way
        self._bytes_a_ms = rate_hz * BYTES_A_SAMPLE / 1000
        self.says = _("sound: {name}").format(name=way.name)
        self.latency_ms = way.latency_ms
        self.play(np.zeros(round(rate_hz * FIRST_SILENCE_MS / 1000)))

    def play(self, samples: Floats) -> None:
        """See ``AudioOut``."""
        if self._way is None or not len(samples):
            return
        try:
            if np.any(samples) or self._way.pending_bytes() <= TARGET_MS * self._bytes_a_ms:
                self._way.write(_pcm(samples))
        except Stopped as stopped:
            self.close()
            self.says = _("no sound: {why}").format(why=stopped)

    def close(self) -> None:
        """See ``AudioOut``."""
        if self._way:
            self._way.close()
        self._way = None
        self.latency_ms = 0.0


def _pcm(samples: Floats) -> bytes:
    """Returns signed 16-bit little-endian samples."""
    return np.round(np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()


class Player:
    """A player program that reads raw samples from standard input.

    Args:
        command: the program and its arguments.

    Raises:
        Stopped: the program could not be started, or ended at once.
    """

    def __init__(self, command: Sequence[str], start_s: float = START_S) -> None:
        self.name = command[0]
        self.latency_ms = PLAYER_LATENCY_MS
        quiet = subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
            )
        except OSError as error:
            why = _("{program} does not start: {why}")
            raise Stopped(why.format(program=self.name, why=error.strerror)) from None
        assert self._process.stdin is not None
        self._pipe = self._process.stdin.fileno()
        os.set_blocking(self._pipe, False)
        _shrink(self._pipe)
        self._wait(start_s)

    def _wait(self, start_s: float) -> None:
        try:
            self._process.wait(start_s)
        except subprocess.TimeoutExpired:
            return
        self.close()
        raise Stopped(_("{program} finds no loudspeaker").format(program=self.name))

    def pending_bytes(self) -> int:
        """See ``Way``. Returns the bytes in the pipe."""
        import array
        import fcntl
        import termios

        held = array.array("i", [0])
        fcntl.ioctl(self._pipe, termios.FIONREAD, held)
        return held[0]

    def write(self, data: bytes) -> None:
        """See ``Way``. A pipe accepts up to 4 kB completely or not at all."""
        try:
            os.write(self._pipe, data)
        except BlockingIOError:
            return
        except OSError:
            raise Stopped(_("{program} has ended").format(program=self.name)) from None

    def close(self) -> None:
        """See ``Way``."""
        self._process.terminate()
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()


def _shrink(pipe: int) -> None:
    """Makes the pipe's buffer small if possible, because 64 kB would delay the sound by 1.5 s."""
    import fcntl

    if hasattr(fcntl, "F_SETPIPE_SZ"):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


class PortAudio:
    """Output by the Python package ``sounddevice``.

    Raises:
        Stopped: the package, its library or a loudspeaker is missing.
    """

    name = "PortAudio"

    def __init__(self, rate_hz: int) -> None:
        try:
            import sounddevice

            self._stream: Any = sounddevice.RawOutputStream(
                samplerate=rate_hz, channels=1, dtype="int16", latency="low"
            )
            self._stream.start()
        except Exception as error:
            # The module is missing, OSError means without its library, and PortAudioError without
            # a device.
            raise Stopped(f"{self.name}: {error}") from None
        self._room = int(self._stream.write_available)
        self.latency_ms = float(self._stream.latency) * 1000

    def pending_bytes(self) -> int:
        """See ``Way``."""
        return (self._room - int(self._stream.write_available)) * BYTES_A_SAMPLE

    def write(self, data: bytes) -> None:
        """See ``Way``."""
        if int(self._stream.write_available) * BYTES_A_SAMPLE >= len(data):
            self._stream.write(data)

    def close(self) -> None:
        """See ``Way``."""
        self._stream.close(ignore_errors=True)


def ways(rate_hz: int) -> list[Callable[[], Way]]:
    """Returns functions that open the outputs of this computer, best first."""
    found: list[Callable[[], Way]] = [lambda: PortAudio(rate_hz)]
    for template in PLAYERS:
        if shutil.which(template[0]):
            command = [part.format(rate=rate_hz) for part in template]
            found.append(lambda command=command: Player(command))  # type: ignore[misc]
    return found


def open_audio(rate_hz: int, candidates: Sequence[Callable[[], Way]] | None = None) -> AudioOut:
    """Opens the first output that works. If none works, returns ``Silence``.

    Args:
        rate_hz: sample rate of the sounds.
        candidates: functions that open outputs, in order. None tries those of this computer.
    """
    why = _(INSTALL_PLAYER) if sys.platform == "linux" else installation().adds(["sounddevice"])
    for candidate in ways(rate_hz) if candidates is None else candidates:
        try:
            return Loudspeaker(candidate(), rate_hz)
        except Stopped as stopped:
            if not str(stopped).startswith(PortAudio.name):
                why = _(str(stopped))
    return Silence(why)
