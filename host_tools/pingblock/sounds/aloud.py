"""Sounds on this computer: to a file, or to its loudspeaker, always through the device's mixer."""

from __future__ import annotations

import time
from pathlib import Path

from pingblock.build import mixer_host, tunes
from pingblock.errors import BadInput, Unavailable
from pingblock.firmware import load
from pingblock.play.audio_out import Silence, open_audio
from pingblock.sounds import hearing
from pingblock.sounds.rules import tunes_told
from pingblock.sounds.sound import Sound
from pingblock.sounds.tune_text import built_in, write_tune

LOUDEST = 10
_END_MS = 120.0  # what players swallow at a sound's end


def levels(sound: Sound, times: int = 1, volume: int = LOUDEST) -> hearing.Levels:
    """Returns a sound as the speaker would play it, ``times`` in a row, at a volume of 0..10."""
    gain_q8 = load("services.volume").gain_q8(volume)
    program = sound.program[:]
    program[1] = times
    return mixer_host.render(program, sound.recording, gain_q8)


def write_wav(sound: Sound, out: Path, times: int = 1, volume: int = LOUDEST) -> None:
    """Writes a sound to a WAV file. Raises BadInput: the file cannot be written."""
    _checked(out, ".wav")
    try:
        tunes.write_wav(levels(sound, times, volume), out)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}.") from None


def write_notes(name: str, out: Path) -> None:
    """Writes a built-in sound's notes to a ``.tune`` file, to begin one of one's own with."""
    if name not in tunes_told():
        raise BadInput(f"'{name}' is no built-in sound: only those are written as notes.")
    try:
        out.write_text(write_tune(built_in(name)), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}.") from None


def _checked(out: Path, ending: str) -> None:
    if out.suffix.lower() != ending:
        raise BadInput(f"{out} is written as {ending}: name it so.")


def play(sound: Sound) -> None:
    """Plays a sound on this computer. Raises Unavailable: it has no way to be heard."""
    wave = hearing.as_waveform(levels(sound))
    out = open_audio(hearing.EAR_HZ)
    try:
        if isinstance(out, Silence):
            raise Unavailable(f"This computer plays nothing ({out.says}): 'render' to a file.")
        out.play(wave)
        time.sleep(len(wave) / hearing.EAR_HZ + (out.latency_ms + _END_MS) / 1000)
    finally:
        out.close()
