"""A custom sound, made from a file and adapted to the games' rules, or refused with a reason."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pingblock.common.input_file import read_file
from pingblock.errors import BadInput
from pingblock.sounds import hearing, notes, samples, source
from pingblock.sounds.audio_file import read_audio
from pingblock.sounds.file_kind import FileKind
from pingblock.sounds.hearing import Level
from pingblock.sounds.rtttl import read_rtttl
from pingblock.sounds.rules import ANY, Rule, rule_of
from pingblock.sounds.sound_file import pack, path_of, unpack
from pingblock.sounds.tables import names_played
from pingblock.sounds.tune_text import built_in, read_tune
from pingblock.tunes import sequencer
from pingblock.virtual.heard import Onset
from pingware.shared import own_sound
from pingware.shared.light_show import EVERY_MS
from pingware.shared.power_budget import LOUDEST_MW

SOFT_DB, INAUDIBLE_DB = -20.0, -35.0
_COUNT = 3  # A listener must be able to count this many pings.
_APART_MS = 20
LIKE_COINS_MS, _LIKE_COINS_PITCH = 50, 0.03
_VOICE_WORD = 1


@dataclass(frozen=True)
class Sound:
    """A sound that a device would accept.

    Args:
        name: the tune that it replaces, or "" if no tune was named.
        kind: "tune", "rtttl", "wav", "mp3", "ogg", "flac", "snd" or "built-in".
        program: a program from ``pingblock.tunes.sequencer``, which plays the sound once.
        recording: halfwords for the mixer, or empty if the sound is only a program.
        sounds_ms: how long the sound is heard, in ms.
        length_ms: how long a press must wait, in ms, because the light can need longer than the
            sound.
        said: sentences about changes that were made to the sound.
    """

    name: str
    kind: str
    program: array[int]
    recording: array[int]
    sounds_ms: int
    length_ms: int
    said: tuple[str, ...] = ()

    @cached_property
    def level(self) -> Level:
        """The sound's loudness, measured at the first use."""
        return hearing.level(self.program, self.recording)

    @property
    def data(self) -> bytes:
        """The content of the sound's file on the device."""
        return pack(self.program, self.recording)

    @property
    def ram_bytes(self) -> int:
        """Memory in bytes that the sound uses on the device."""
        return 4 * len(self.program) + 2 * len(self.recording)

    @property
    def voices(self) -> int:
        """The number of voices that the sound uses, 4 at most."""
        end = self.program.index(notes.NO_NOTE)
        return len(set(self.program[notes.FIRST_NOTE + _VOICE_WORD : end : notes.NOTE_WORDS]))


def of_file(path: Path, name: str = "") -> Sound:
    """Makes a sound from a ``.tune``, RTTTL, WAV, MP3, Ogg, FLAC or ``.snd`` file.

    Args:
        path: the file.
        name: the tune that it will replace. With "", only the rules for all sounds apply.

    Raises:
        BadInput: the file is wrong. The message has line and column if possible.
    """
    rule = rule_of(name) if name else ANY
    data = read_file(path, source.BYTES_MOST)
    try:
        kind = source.kind_of(path, data)
        return _judged(kind.kind, rule, _made(data, kind, rule))
    except BadInput as wrong:
        raise BadInput("\n".join(f"{path}: {line}" for line in str(wrong).splitlines())) from None


def _made(data: bytes, kind: FileKind, rule: Rule) -> notes.Made:
    if kind.kind in (source.TUNE, source.RTTTL):
        read = read_tune if kind.kind == source.TUNE else read_rtttl
        return notes.fit(read(source.text_of(data)), rule)
    if kind.kind == source.MADE:
        return notes.fit_program(*unpack(data), rule)
    return samples.fit(*read_audio(data, kind), rule)


class Folder(NamedTuple):
    """The sounds in a folder.

    Args:
        files: path on the device to content.
        left_out: the names of files that are not sounds.
    """

    files: dict[str, bytes]
    left_out: tuple[str, ...]


@cache
def of_folder(folder: Path) -> Folder:
    """Reads the sounds in a folder.

    Args:
        folder: folder whose sound files are named like the sounds that they replace, such as
            ``ping.wav``. Other files, such as those that Windows and macOS put into each folder,
            are ignored.

    Raises:
        BadInput: the folder cannot be read, a sound is invalid, two files are for the same sound,
            or there are too many.
    """
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    known = names_played()
    try:
        there = sorted(folder.iterdir())
    except OSError as fault:
        raise BadInput(f"{folder} cannot be read: {fault.strerror or fault}.") from None
    paths = [path for path in there if source.is_sound(path, _name_of(path) in known)]
    for one, other in pairwise(sorted(paths, key=_name_of)):
        if _name_of(one) == _name_of(other):
            raise BadInput(
                f"{one.name} and {other.name} are both for '{_name_of(one)}': keep one of them."
            )
    made = [of_file(path, _name_of(path)) for path in paths]
    taken = sum(each.ram_bytes for each in made)
    if taken > own_sound.RAM_BYTES_MOST:
        raise BadInput(
            f"The sounds in {folder} take {taken} bytes of memory, of {own_sound.RAM_BYTES_MOST}."
        )
    left_out = tuple(path.name for path in there if path not in paths)
    return Folder({path_of(each.name): each.data for each in made}, left_out)


def _name_of(path: Path) -> str:
    """Returns the sound that a file's name means, for example Ping.WAV or ping.rtttl.txt."""
    return path.name.partition(".")[0].lower()


def of_name(name: str) -> Sound:
    """Returns a built-in sound."""
    rule_of(name)
    score = built_in(name)
    program = sequencer.compile_tune(score.tune, score.instruments, {})
    none = array("H")
    length_ms = sequencer.length_ms(program)
    return Sound(name, "built-in", program, none, length_ms, length_ms)


def _judged(kind: str, rule: Rule, made: notes.Made) -> Sound:
    level = hearing.level(made.program, made.recording)
    said = list(made.said)
    _check_level(level, said)
    _check_ear(rule, made)
    length_ms = sequencer.length_ms(made.program)
    if length_ms > made.sounds_ms + EVERY_MS and not rule.counted:
        said.append(f"Its light takes {length_ms} ms: until then the block stays silent.")
    pack(made.program, made.recording)
    return Sound(
        rule.name,
        kind,
        made.program,
        made.recording,
        made.sounds_ms,
        length_ms,
        tuple(said),
    )


def _check_level(level: Level, said: list[str]) -> None:
    if level.peak_pct > 100:
        raise BadInput(
            f"The sound is too loud where notes overlap, {level.peak_pct} % of full scale: reduce "
            f"each loudness_pct to {100 * 100 // level.peak_pct} % of its value."
        )
    if level.power_mw > LOUDEST_MW:
        share = int(100 * (LOUDEST_MW / level.power_mw) ** 0.5)
        raise BadInput(
            f"The sound needs {level.power_mw} mW, but with moving worms worn batteries give only "
            f"{LOUDEST_MW} mW: reduce each loudness_pct to {share} % of its value."
        )
    if level.loudness_db < INAUDIBLE_DB:
        raise BadInput(
            f"The sound is too soft to be heard ({level.loudness_db} dB): make it louder."
        )
    if level.loudness_db < SOFT_DB:
        said.append(
            f"The sound is soft: {level.loudness_db} dB; the built-in sounds have -13 to -4 dB."
        )


def _check_ear(rule: Rule, made: notes.Made) -> None:
    repeats = _COUNT if rule.counted else 1
    heard = hearing.onsets(hearing.rendered(made.program, made.recording, repeats))
    if not heard:
        raise BadInput("No note can be heard in this sound: it is too short or too soft.")
    gaps = [b.at_ms - a.at_ms for a, b in pairwise(heard)]
    if rule.counted:
        apart = all(abs(gap - EVERY_MS) <= _APART_MS for gap in gaps)
        if len(heard) != _COUNT or not apart:
            raise BadInput(
                f"People count how often it plays, but {_COUNT} times are heard as {len(heard)}: "
                "use one short note with a clear beginning, which ends within "
                f"{EVERY_MS} ms."
            )
    if rule.outcome and gaps and _like_coins(heard, gaps):
        raise BadInput(
            f"The sound could be mistaken for coins, because it repeats a note every {EVERY_MS} "
            "ms. Change the pitch or the pace."
        )


def _like_coins(heard: list[Onset], gaps: list[float]) -> bool:
    same = max(note.hz for note in heard) <= min(note.hz for note in heard) * (
        1 + _LIKE_COINS_PITCH
    )
    return same and all(abs(gap - EVERY_MS) <= LIKE_COINS_MS for gap in gaps)
