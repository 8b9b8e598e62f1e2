"""Tunes for the speaker, and measures of its samples."""

from pingblock.tunes import sequencer

BLOCK_MS = 128 * 5670 / 125_000
LARGEST_STEP = 47  # 5 % of full scale
MIDDLE = 472
PEAK = 8  # word of the mixer's state, see ``mixer_buffer``


def tune(*rows, repeats=1, every_ms=0):
    instruments = {
        "tone": {"wave": "sine", "attack_ms": 2, "release_ms": 5},
        "square": {"wave": "pulse", "attack_ms": 0, "release_ms": 0},
    }
    words = {"rows": rows, "repeat_every_ms": every_ms} if every_ms else {"rows": rows}
    return sequencer.compile_tune(words, instruments, {}, repeats)


TONE = tune((0, "tone", 400, 100, 50))


def steps(samples):
    return [abs(b - a) for a, b in zip([0, *samples], samples, strict=False)]
