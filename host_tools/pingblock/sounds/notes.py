"""Adapts a tune of notes to the rules of the built-in sound that it replaces."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from pingblock.errors import BadInput
from pingblock.sounds.rules import Rule
from pingblock.sounds.score import Score
from pingblock.tunes import sequencer
from pingware.shared.light_show import EVERY_MS

NO_NOTE = 0x3FFFFFFF
FIRST_NOTE, NOTE_WORDS = 2, 7  # positions in a program of ``pingblock.tunes.sequencer``
_PERIOD = 0


@dataclass(frozen=True)
class Made:
    """A program that will be a sound. For its fields see ``Sound``."""

    program: array[int]
    recording: array[int]
    sounds_ms: int
    said: tuple[str, ...] = ()


def fit(score: Score, rule: Rule) -> Made:
    """Compiles a tune.

    Raises:
        BadInput: the tune breaks a rule. The message names the rule and the place.
    """
    said = list(score.said)
    if rule.counted and score.repeat_every_ms not in (0, EVERY_MS):
        raise BadInput(
            f"repeat_every_ms is {score.repeat_every_ms}, but must be {EVERY_MS}: people count "
            f"how often '{rule.name}' plays."
        )
    if score.repeat_every_ms and not rule.counted and rule.name:
        said.append(f"'{rule.name}' is played once: repeat_every_ms is left out.")
    program = _compiled(score)
    sounds_ms = sequencer.length_ms(program)
    if sounds_ms > rule.longest_ms:
        raise BadInput(_too_long(score, sounds_ms, rule))
    return Made(padded(program, rule), array("H"), sounds_ms, tuple(said))


def fit_program(program: array[int], recording: array[int], rule: Rule) -> Made:
    """Adapts the content of a device's own sound file.

    Raises:
        BadInput: the sound is too long.
    """
    sounds_ms = sequencer.length_ms(program)
    if sequencer.ticks(rule.longest_ms) < program[_PERIOD]:
        raise BadInput(
            f"The sound lasts {sounds_ms} ms, but can last {rule.longest_ms} ms at most."
        )
    return Made(padded(program, rule), recording, sounds_ms)


def padded(program: array[int], rule: Rule) -> array[int]:
    """Returns a program of the length that its rule needs. Silence at the end has no effect."""
    program[_PERIOD] = max(program[_PERIOD], sequencer.ticks(rule.show_ms))
    return program


def _compiled(score: Score) -> array[int]:
    try:
        return array("i", sequencer.compile_tune({"rows": score.rows}, score.instruments, {}))
    except ValueError as wrong:
        raise BadInput(f"{_first_place(score)}{wrong}: make one end earlier.") from None


def _first_place(score: Score) -> str:
    """Returns the place of the first note for which no voice is free, such as "line 3: "."""
    order = sorted(range(len(score.rows)), key=lambda n: (score.rows[n][0], n))
    for count, number in enumerate(order, 1):
        rows = tuple(score.rows[n] for n in order[:count])
        try:
            sequencer.compile_tune({"rows": rows}, score.instruments, {})
        except ValueError:
            return f"{score.places[number]}: " if score.places else ""
    return ""


def _too_long(score: Score, sounds_ms: int, rule: Rule) -> str:
    ends = [row[0] + row[3] for row in score.rows]
    last = ends.index(max(ends))
    place = f"{score.places[last]}: " if score.places else ""
    whose = f"'{rule.name}'" if rule.name else "a sound"
    why = "; the next one begins then" if rule.counted else ""
    return (
        f"{place}with this note it sounds for {sounds_ms} ms, and {whose} may for "
        f"{rule.longest_ms} ms{why}: shorten it."
    )
