"""Draws the tunes as the speaker gets them: waveform and spectrogram of each.

``python -m tools.pictures.sound_plots`` draws them into ``docs``, for the README about sounds, and
writes ``docs/block.wav``, the sounds of the block. Each picture contains a digest of its data, so
that a test finds pictures that are out of date.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tools.pictures.plots import HORN, LIGHT, save

from pingblock.common.firmware import firmware_dir
from pingblock.sounds import hearing, tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import tunes_of
from pingblock.virtual.wav import write_wav
from pingblock.virtual.waveform import Floats
from pingware.games import registry
from pingware.games.fortune.options import CARDS

FOLDER = firmware_dir().parent / "docs"
README = firmware_dir() / "pingware" / "shared" / "sounds" / "README.md"
# The other tunes follow in order of their names.
_FIRST = ("ping", "power_up", "laugh", "game_over", *CARDS)


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    later = sorted(set(names) - set(_FIRST))
    return tuple([name for name in _FIRST if name in names] + later)


# File -> its tunes: those of the device, and those of each game in the README.
SHEETS: dict[str, tuple[str, ...]] = {
    f"sounds_{name}": _in_order(tunes_of(table))
    for name, table in zip(
        ("device", "rolls", "skulls", *registry.NAMES, "worms"), tables.sound_tables(), strict=True
    )
    if f"sounds_{name}.png" in README.read_text(encoding="utf-8")
}
FEW, FEW_COLUMNS, COLUMNS = 4, 2, 3  # a picture with few tunes is drawn larger
SHOWN_PINGS = 2
WIDTH_IN, ROW_IN, DPI = 9.0, 2.5, 100
HIGHEST_HZ, DEEPEST_DB = 6000.0, -70.0
WINDOW, HOP = 512, 64  # in samples: 23 ms and 3 ms


def levels(name: str) -> Floats:
    """Returns a tune at full volume, -1.0..1.0, with ``hearing.RATE_HZ`` samples a second."""
    program = sequencer.compile_tune(tables.tunes()[name], INSTRUMENTS, {})
    return hearing.rendered(program, array("H"), SHOWN_PINGS if name == "ping" else 1)


def spectrogram_db(samples: Floats) -> Floats:
    """Returns the level of each frequency (rows, from 0 Hz on) at each time (columns).

    0 dB is a full-scale sine.
    """
    padded = np.pad(samples, WINDOW // 2)
    pieces = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    level = np.abs(np.fft.rfft(pieces * np.hanning(WINDOW), axis=1)) * 4 / WINDOW
    result: Floats = 20 * np.log10(np.maximum(level, 10 ** (DEEPEST_DB / 20))).T
    return result


def digest(sheet: str) -> str:
    """Returns a short text that changes with any sample of a picture's tunes."""
    names = SHEETS[sheet]
    rounded = [np.round(levels(name) * 472).astype("<i2").tobytes() for name in names]
    return hashlib.sha256(repr(names).encode() + b"".join(rounded)).hexdigest()[:16]


def draw(sheet: str) -> Figure:
    """Returns a picture: for each tune its waveform, and its spectrogram below."""
    names = SHEETS[sheet]
    columns = FEW_COLUMNS if len(names) <= FEW else COLUMNS
    rows = -(-len(names) // columns)
    figure = Figure((WIDTH_IN, ROW_IN * rows), DPI, layout="constrained")
    cells = figure.subfigures(rows, columns, squeeze=False).flat
    for name, cell in zip(names, cells, strict=False):
        wave, spectrum = cell.subplots(2, 1, sharex=True, height_ratios=(1, 2))
        cell.suptitle(name, fontsize=10)
        samples = levels(name)
        _draw_wave(wave, samples)
        _draw_spectrum(spectrum, samples)
    return figure


def _draw_wave(axes: Axes, samples: Floats) -> None:
    axes.plot(np.arange(len(samples)) * 1000 / hearing.RATE_HZ, samples, HORN, linewidth=0.4)
    axes.set(ylim=(-1, 1), yticks=(-1, 0, 1))
    axes.grid(color=LIGHT)
    axes.tick_params(labelsize=7)


def _draw_spectrum(axes: Axes, samples: Floats) -> None:
    level_db = spectrogram_db(samples)
    end_ms = len(samples) * 1000 / hearing.RATE_HZ
    shape = (0.0, end_ms, 0.0, hearing.RATE_HZ / 2000)
    axes.imshow(level_db, cmap="magma", origin="lower", aspect="auto", extent=shape)
    axes.set(xlim=(0.0, end_ms), ylim=(0.0, HIGHEST_HZ / 1000))
    axes.set_xlabel("ms", fontsize=7)
    axes.set_ylabel("kHz", fontsize=7)
    axes.tick_params(labelsize=7)


def make(folder: Path = FOLDER) -> list[Path]:
    """Draws all pictures into ``folder``. Returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for sheet in SHEETS:
        paths.append(folder / f"{sheet}.png")
        save(draw(sheet), paths[-1], digest(sheet))
    return [*paths, record(folder)]


def record(folder: Path = FOLDER) -> Path:
    """Writes the sounds of the block into ``folder``, one after another. Returns the file."""
    pause = np.zeros(hearing.RATE_HZ // 2)
    tunes = [part for name in SHEETS["sounds_block"] for part in (levels(name), pause)]
    file = folder / "block.wav"
    write_wav(file, np.concatenate(tunes), hearing.RATE_HZ)
    return file


if __name__ == "__main__":
    for made in make(*map(Path, sys.argv[1:2])):
        print(f"{made.name}: {made.stat().st_size // 1000} kB")
