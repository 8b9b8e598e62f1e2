"""Mixes random sounds, and prints a line of checksums for each. It runs on CPython, desk and chip.

All must print the same lines, which proves that the kernels mix the same bytes.
"""

from array import array
from binascii import crc32

WAVES = ("pulse", "triangle", "noise", "sine", "sample", "formant")
BUFFERS = 40
SAMPLES = {"tick": ("A5", bytes((n * 73 + 11) & 255 for n in range(301)))}


class SoundDice:
    """A small generator, the same on every interpreter."""

    def __init__(self, seed):
        self._seed = seed

    def below(self, n):
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._seed >> 8) % n

    def pick(self, things):
        return things[self.below(len(things))]


def instrument(dice, wave):
    return {
        "wave": wave,
        "sample": "tick",
        "duty_pct": 1 + dice.below(99),
        "formant_hz": 200 + dice.below(4800),
        "curve": dice.pick(("exponential", "straight")),
        "attack_ms": dice.below(30),
        "decay_ms": dice.below(120),
        "sustain_pct": dice.below(101),
        "release_ms": dice.below(40),
    }


def tune(dice):
    """Returns rows with at most four notes at once, each in a separate lane."""
    rows = []
    for _lane in range(1 + dice.below(4)):
        at_ms = dice.below(12)
        for _ in range(1 + dice.below(3)):
            lasts_ms = 6 + dice.below(60)
            row = (at_ms, str(dice.below(6)), 30 + dice.below(4000), lasts_ms, 1 + dice.below(100))
            slide = (30 + dice.below(4000),) if dice.below(2) else ()
            rows.append(row + slide)
            at_ms += lasts_ms + 90
    return {"rows": rows}


def program(dice, sequencer, places):
    instruments = {str(n): instrument(dice, dice.pick(WAVES)) for n in range(6)}
    return sequencer.compile_tune(tune(dice), instruments, places, 1 + dice.below(2))


def tell(seed, sequencer, block, render):
    """Mixes a random sound with random volumes and a random stop. Returns its line."""
    dice = SoundDice(seed)
    recordings, places = sequencer.place_recordings(SAMPLES)
    state = block.new_state(recordings)
    half = array("H", bytes(256))
    score = [program(dice, sequencer, places), render, state]
    crc = 0
    for number in range(BUFFERS):
        if number == 0 or dice.below(12) == 0:
            state[6] = dice.pick((0, 118 * dice.below(257), 30208))
            state[7] = dice.pick((0, dice.below(473), 472))
        if number == 0:
            block.begin(state, score[0])
        if dice.below(40) == 0:
            state[13] = 1
        told = block.mix_half(score, half)
        crc = crc32(bytes((told,)) + bytes(half), crc)
    return f"{seed} {crc:08x} peak {state[8]}"


def main(count, kernel):
    """Prints ``count`` lines, mixed by the module ``drivers.mixer_<kernel>``."""
    import sequencer

    from pingware.drivers import mixer_buffer

    drivers = __import__("pingware.drivers.mixer_" + kernel).drivers
    render = getattr(drivers, "mixer_" + kernel).render
    for seed in range(count):
        print(tell(seed, sequencer, mixer_buffer, render))
    print("told")
