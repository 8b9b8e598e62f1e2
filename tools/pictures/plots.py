"""Draws the worms' motion: a picture for each motion profile, with its limits.

``python -m tools.pictures.plots`` draws them into ``hardware/apple_base``. A picture contains a
digest of its data (``digest_in``), so that a test finds pictures that are out of date.
"""

from __future__ import annotations

import hashlib
import io
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from tools.pictures.worms_record import RUN_S, WHOLE_S, WormsRecord, record

from pingblock.common.firmware import firmware_dir
from pingblock.virtual.parts.servo import HURRYING_MA, STALL_MA
from pingblock.virtual.waveform import Floats
from pingware.shared import motion

FOLDER = firmware_dir().parent / "hardware" / "apple_base"
PROFILES: tuple[str, ...] = tuple(motion.PROFILES)
SEED = 3
SIZE_IN, DPI = (9.0, 9.0), 100
LIMIT, PATH, HORN, LIGHT = "#c0392b", "#9bb8d3", "#1f4e79", "#e6eaee"
COLOURS = 48  # enough colours for smooth lines in small files
MARGIN = 1.25  # length of an axis, relative to the limits


def digest(shown: WormsRecord) -> str:
    """Returns a short text that changes with all visible values of a record."""
    rounded = [np.round(getattr(shown, field.name), 2) for field in fields(shown)[1:]]
    return hashlib.sha256(repr([values.tolist() for values in rounded]).encode()).hexdigest()[:16]


def digest_in(path: Path) -> str:
    """Returns the digest of the data that a picture was drawn from, or ""."""
    with Image.open(path) as picture:
        return str(picture.info.get("Description", ""))


def draw(shown: WormsRecord) -> Figure:
    """Returns the picture of a wiggle: angle, speed, acceleration, current."""
    figure = Figure(SIZE_IN, DPI, layout="constrained")
    angle, speed, acceleration, current = figure.subplots(4, 1, sharex=True)
    figure.suptitle(
        f"How the worms move: profile “{shown.profile}”", fontsize=15, x=0.01, ha="left"
    )
    _draw_angle(angle, shown)
    _draw_limited(speed, shown, shown.speed, shown.limits[0], "speed, °/s")
    _draw_limited(acceleration, shown, shown.acceleration, shown.limits[1], "acceleration, °/s²")
    _draw_current(current, shown)
    current.set_xlabel("time, s")
    figure.align_ylabels()
    return figure


def _draw_angle(axes: Axes, shown: WormsRecord) -> None:
    low_deg, high_deg = shown.range_deg
    axes.plot(shown.time_s, shown.commanded_deg, color=PATH, linewidth=4, label="commanded")
    axes.plot(shown.time_s, shown.horn_deg, color=HORN, linewidth=1.2, label="horn")
    room = (high_deg - low_deg) * (MARGIN - 1) / 2
    _limit(axes, low_deg, f"calibrated range {low_deg:.0f} to {high_deg:.0f}°", -1)
    _limit(axes, high_deg, "", 1)
    _finish(axes, "angle, °", low_deg - room, high_deg + room)
    axes.legend(loc="upper right", ncols=2, bbox_to_anchor=(1.0, 1.2), frameon=False)


def _draw_limited(axes: Axes, shown: WormsRecord, values: Floats, most: float, label: str) -> None:
    axes.plot(shown.time_s, values, color=HORN, linewidth=1.2)
    unit = label.split(", ")[1]
    _limit(axes, most, f"limit ±{most:.0f} {unit}", 1)
    _limit(axes, -most, "", -1)
    _finish(axes, label, -MARGIN * most, MARGIN * most)


def _draw_current(axes: Axes, shown: WormsRecord) -> None:
    axes.fill_between(shown.time_s, shown.peak_ma, color=PATH, step="pre", label="peak of a frame")
    axes.plot(shown.time_s, shown.mean_ma, color=HORN, linewidth=1.2, label="mean of a frame")
    limit = f"limit {HURRYING_MA:.0f} mA, moving freely at 5 V (stalled: {STALL_MA:.0f} mA)"
    _limit(axes, HURRYING_MA, limit, 1)
    axes.text(
        RUN_S + 0.05, HURRYING_MA - 10, "the run ends:\nhome, then off", fontsize=9, va="top"
    )
    _finish(axes, "current, mA", 0.0, MARGIN * HURRYING_MA)
    axes.legend(loc="upper right", ncols=2, bbox_to_anchor=(1.0, 1.2), frameon=False)


def _limit(axes: Axes, value: float, text: str, side: int) -> None:
    """Draws a limit. Its name is above (side 1) or below (-1) the line, on the left."""
    axes.axhline(value, color=LIMIT, linestyle="--", linewidth=1)
    align = "bottom" if side > 0 else "top"
    axes.text(0.05, value, text, color=LIMIT, fontsize=9, va=align)


def _finish(axes: Axes, label: str, low: float, high: float) -> None:
    axes.axvline(RUN_S, color="black", linestyle=":", linewidth=1)
    axes.set(ylabel=label, xlim=(0.0, WHOLE_S), ylim=(low, high))
    axes.grid(color=LIGHT)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def make(folder: Path = FOLDER) -> list[Path]:
    """Draws all pictures into ``folder``. Returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for profile in PROFILES:
        shown = record(profile, SEED)
        made.append(folder / f"motion_{profile}.png")
        save(draw(shown), made[-1], digest(shown))
    return made


def save(figure: Figure, path: Path, digest: str) -> None:
    """Writes a small picture with the digest of its data (see ``digest_in``)."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png")
    about = PngInfo()
    about.add_text("Description", digest)
    with Image.open(drawn) as picture:
        few = picture.convert("RGB").quantize(COLOURS)
    few.save(path, optimize=True, pnginfo=about)


if __name__ == "__main__":
    for made in make(*map(Path, sys.argv[1:2])):
        print(f"{made.name}: {made.stat().st_size // 1000} kB")
