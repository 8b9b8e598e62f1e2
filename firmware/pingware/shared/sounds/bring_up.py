"""Sound to test a speaker. Games do not use it. README.md describes the format."""

from pingware.shared.sounds.sound_table import SoundTable
from pingware.shared.sounds.tunes import rows

# From the lowest pitch of a small speaker to those that reveal a rattle or a loose wire.
SWEEP_MS = 2400
INSTRUMENTS = {
    "tone": {"wave": "sine", "attack_ms": 20, "sustain_pct": 100, "release_ms": 60},
}
TUNES = {"sweep": rows((0, "tone", 200, SWEEP_MS, 60, 4000))}

SOUNDS = SoundTable(TUNES, {}, instruments=INSTRUMENTS)
