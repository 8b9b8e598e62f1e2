"""Steps: several sounds of one press, joined to one program, and their light. Pure.

The interrupt starts a single program, so counts in two pitches must be joined before.
"""

from array import array

from pingware.shared.light_show import COUNTED, EVERY_TICKS, PING_US
from pingware.shared.schema import computed

GAP_TICKS = EVERY_TICKS  # between two steps: one beat of a count
GAP_MS = computed((PING_US + 999) // 1000)
_NO_NOTE = 0x3FFFFFFF
_HEAD_WORDS, _NOTE_WORDS = 2, 7
_US_A_TICK = 726  # 16 samples at 22 045.9 Hz


def program(programs):
    """Joins programs with their repetitions, with ``GAP_TICKS`` between them.

    Args:
        programs: list of ``array('i')`` of ``pingblock.tunes.sequencer``.

    Returns:
        array('i'), a program that is played once.
    """
    ends = [_end_of_notes(each) for each in programs]
    counts = [each[1] for each in programs]
    notes = sum([(ends[n] - _HEAD_WORDS) * counts[n] for n in range(len(ends))])
    instruments = _HEAD_WORDS + notes + 1
    words = array("i", [0, 1])
    tick = 0
    for nth, each in enumerate(programs):
        end = ends[nth]
        shift = instruments - end - 1
        for _ in range(each[1]):
            for at in range(_HEAD_WORDS, end, _NOTE_WORDS):
                words.append(each[at] + tick)
                words.append(each[at + 1])
                words.append(each[at + 2] + shift)
                words.extend(each[at + 3 : at + _NOTE_WORDS])
            tick += each[0]
        instruments += len(each) - end - 1
        tick += GAP_TICKS
    words[0] = tick - GAP_TICKS
    words.append(_NO_NOTE)
    for nth, each in enumerate(programs):
        words.extend(each[ends[nth] + 1 :])
    return words


def _end_of_notes(words):
    """Returns the index of the mark after a program's notes (int)."""
    at = _HEAD_WORDS
    while words[at] != _NO_NOTE:
        at += _NOTE_WORDS
    return at


def show_of(stage, sounds):
    """Returns the light show of steps.

    Args:
        stage: ``app.play.timed_stage.TimedStage``.
        sounds: tuple of (sound, count).
    """
    found, start_ms = [], 0
    for name, count in sounds:
        found.append((stage.get(name), count, start_ms))
        start_ms += stage.ticks[name] * count * _US_A_TICK // 1000 + GAP_MS
    return StepShow(found)


def _duration_ms(show, count):
    """Returns the length of a step's show (int, ms): counted or fixed."""
    return (count * PING_US + 999) // 1000 if show.length == COUNTED else show.length


class StepShow:
    """Light show of several steps. It has the methods of ``light_show.Show``.

    Args:
        steps: list of (``Show`` or None, count, start in ms), the first one first.
    """

    def __init__(self, steps):
        self._steps = [each for each in steps if each[0] is not None]
        self.rgb = 0, 0, 0  # colour of the latest requested step
        self.length = 0
        for show, count, start_ms in self._steps:
            self.length = max(self.length, start_ms + _duration_ms(show, count))

    def pattern(self, _count, ms):
        """Returns the brightness (0..255) of the current step, and sets ``rgb``."""
        level = 0
        for show, count, start_ms in self._steps:
            if ms >= start_ms:
                self.rgb = show.rgb
                on = ms - start_ms < _duration_ms(show, count)
                level = show.pattern(count, ms - start_ms) if on else 0
        return level
