"""Sound of the coin flip: a ring, once for heads, twice for tails."""

from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

TUNES = {"ring": rows((0, "bell", "E6", 150, 60), repeat_every_ms=350)}
SOUNDS = SoundTable(TUNES, {"flip": "ring"})
