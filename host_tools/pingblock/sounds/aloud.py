"""Plays sounds on this computer or writes them to a file, always through the device's mixer."""

from __future__ import annotations

from pathlib import Path

from pingblock.common.output_file import write_file, written
from pingblock.errors import BadInput
from pingblock.sounds import audio_out, hearing
from pingblock.sounds.sound import Sound
from pingblock.sounds.tables import names_played
from pingblock.sounds.tune_text import built_in, write_tune
from pingblock.virtual import wav
from pingware.shared.volume import gain_q8 as gain_of

LOUDEST = 10


def write_wav(sound: Sound, out: Path, times: int = 1, volume: int = LOUDEST) -> None:
    """Writes a sound to a WAV file, ``times`` times in a row, at volume 0..10.

    Raises:
        BadInput: the name does not end in ``.wav``.
        PingblockError: the file cannot be written.
    """
    if out.suffix.lower() != ".wav":
        raise BadInput(f"The output {out} is a WAV file, so its name must end in .wav.")
    gain_q8 = gain_of(volume)
    samples = hearing.rendered(sound.program, sound.recording, times, gain_q8)
    with written(out) as place:
        wav.write_wav(place, samples, hearing.RATE_HZ)


def write_notes(name: str, out: Path) -> None:
    """Writes the notes of a built-in sound to a ``.tune`` file, as the start of a custom sound."""
    if name not in names_played():
        raise BadInput(f"'{name}' is not a built-in sound: only those can be written as notes.")
    write_file(out, write_tune(built_in(name)).encode())


def play(sound: Sound) -> None:
    """Plays a sound on this computer. Raises Unavailable if the computer cannot play sounds."""
    audio_out.play(hearing.rendered(sound.program, sound.recording), hearing.EAR_HZ)
