"""Measures every tune. ``python -m tests.measured_tunes`` rewrites ``tests/data/tunes.csv``."""

from __future__ import annotations

import csv
from array import array
from pathlib import Path

import numpy as np

from pingblock.sounds import hearing, tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.virtual.heard import Onset, listen

RATE_HZ = 22_050
LOW_HZ, HIGH_HZ = 800, 2400
FAST = RATE_HZ // 8
LIST = Path(__file__).parent / "data" / "tunes.csv"


def measured(name: str) -> dict[str, float]:
    """Returns the properties of a tune.

    These are its length, the number of notes, the pitch of the first and the last note, the shares
    of the energy below 800 Hz and above 2.4 kHz, and the loudest 125 ms. 0 dB is a full-scale
    sine.
    """
    program = sequencer.compile_tune(tables.tunes()[name], INSTRUMENTS, {})
    sound = hearing.rendered(program, array("H"))
    begins = [each for each in listen(sound, None, RATE_HZ) if isinstance(each, Onset)]
    power = np.abs(np.fft.rfft(sound)) ** 2
    hz = np.fft.rfftfreq(len(sound), 1 / RATE_HZ)
    low, high = (100 * power[band].sum() / power.sum() for band in (hz < LOW_HZ, hz >= HIGH_HZ))
    energy = np.cumsum(np.concatenate(([0.0], sound * sound, np.zeros(FAST))))
    return {
        "length_ms": len(sound) * 1000 / RATE_HZ,
        "onsets": len(begins),
        "first_hz": begins[0].hz,
        "last_hz": begins[-1].hz,
        "low_pct": low,
        "high_pct": high,
        "level_db": 10 * np.log10(2 * (energy[FAST:] - energy[:-FAST]).max() / FAST),
    }


def main() -> None:
    """Writes the list. Look at the changes, and listen to the tunes, before you commit them."""
    rows = [(name, measured(name)) for name in sorted(tables.tunes())]
    with LIST.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["name", *rows[0][1]])
        for name, found in rows:
            level = found.pop("level_db")
            writer.writerow([name, *map(round, found.values()), f"{level:.1f}"])


if __name__ == "__main__":
    main()
