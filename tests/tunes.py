"""The firmware's tunes as its mixer plays them."""

from pingblock.sounds import tables
from pingblock.sounds.mixer_host import MIDDLE, Samples, render
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS


def render_tune(name: str, repeats: int = 1, cap: int = MIDDLE) -> Samples:
    """Returns a tune by its name, as it sounds at full volume."""
    program = sequencer.compile_tune(tables.tunes()[name], INSTRUMENTS, {}, repeats)
    return render(program, cap=cap)
