"""Outputs of a printed thing: STEP, STL, a picture, grams and hours.

A part that breaks a rule (volume, closed mesh, wall, overhang, overlap) is refused.
"""

from __future__ import annotations

import csv
import re
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from tools.hardware import render, solids
from tools.hardware.parts import read

STL_TOLERANCE_MM, STL_ANGLE = 0.05, 0.15
# PLA, 0.2 mm layers, three walls, 15 %. Other values are prusa-slicer's defaults.
_SLICER = (
    "--layer-height=0.2",
    "--perimeters=3",
    "--fill-density=15%",
    "--filament-density=1.24",
    "--filament-diameter=1.75",
    "--nozzle-diameter=0.4",
    "--temperature=210",
    "--bed-temperature=60",
    "--bed-shape=0x0,220x0,220x220,0x220",
    "--loglevel=1",
)
_CM3 = re.compile(r"; filament used \[cm3\] = ([0-9.]+)")
_TIME = re.compile(r"; estimated printing time \(normal mode\) = (.+)")
_SPELL = re.compile(r"(\d+)([dhms])")
_HOURS = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}
_DENSITY = 1.24


class PartRefused(Exception):
    """A printed part breaks the rule in the message."""


def broken_rules(module: ModuleType, parts: dict[str, Any], meshes: dict[str, Any]) -> list[str]:
    """Returns the parts of a thing that cannot be printed or put together, a sentence each."""
    found = []
    for name, part in parts.items():
        low, high = module.VOLUME_CM3[name]
        volume, loaded = part.volume / 1000, meshes[name]
        if not low <= volume <= high:
            found.append(f"{name} has {volume:.1f} cm3, not {low} to {high}.")
        if len(part.solids()) != 1:
            found.append(f"{name} is {len(part.solids())} pieces.")
        if not loaded.is_watertight:
            found.append(f"{name} is not closed.")
        if (thin := solids.thinnest_mm(loaded)) < solids.LEAST_WALL_MM:
            found.append(f"{name} is {thin:.2f} mm thin.")
        hangs = solids.overhang_mm2(loaded, module.PRINT_TURN_DEG.get(name, 0))
        most, _ = module.OVERHANGS[name]
        if hangs > most:
            found.append(f"{name} hangs out by {hangs:.0f} mm2, noted are {most}.")
    for pair, common in solids.overlaps(parts).items():
        found.append(f"{pair} have {common} mm3 in common.")
    return found


def write(module: ModuleType, folder: Path) -> None:
    """Writes all of a thing's outputs. Raises PartRefused if a rule is broken."""
    import build123d as b

    parts = module.parts()
    meshes = {name: solids.mesh(part, STL_TOLERANCE_MM) for name, part in parts.items()}
    if found := broken_rules(module, parts, meshes):
        raise PartRefused(" ".join(found))
    whole = b.Compound(children=list(parts.values()))
    b.export_step(whole, folder / "assembly.step", timestamp="2026-01-01T00:00:00")
    for name, part in parts.items():
        bed = _on_bed(b, part, module.PRINT_TURN_DEG.get(name, 0))
        b.export_stl(
            bed,
            folder / f"{name}.stl",
            tolerance=STL_TOLERANCE_MM,
            angular_tolerance=STL_ANGLE,
        )
    _picture(module, meshes, folder)
    _slices(module, folder)
    _bought_sizes(module, folder)


def _bought_sizes(module: ModuleType, folder: Path) -> None:
    """Writes the sizes of bought parts that the model uses, and how certain each is."""
    keys = {key: read(key) for key in module.BOUGHT}
    rows = [
        (
            part.name,
            name,
            f"{figure.value:g}",
            f"{figure.tolerance:g}",
            figure.status,
            figure.source,
        )
        for part in keys.values()
        for name, figure in part.figures.items()
        if figure.unit == "mm"
    ]
    with (folder / "bought_sizes.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("part", "size", "mm", "borne +- mm", "status", "source"))
        writer.writerows(rows)


def _on_bed(b: Any, part: Any, turn_deg: float) -> Any:
    """Returns a part in its position for printing: turned about the x axis, on the ground."""
    turned = b.Rot(turn_deg, 0, 0) * part
    box = turned.bounding_box()
    middle = (box.min + box.max) * 0.5
    return b.Pos(-middle.X, -middle.Y, -box.min.Z) * turned


def _picture(module: ModuleType, meshes: dict[str, Any], folder: Path) -> None:
    """Draws the finished thing."""
    shown = [(mesh, module.COLOURS[name]) for name, mesh in module.standing(meshes)]
    render.save(render.render(shown, render.camera(*module.VIEW)), folder / "finished.png")


def _slices(module: ModuleType, folder: Path) -> None:
    """Slices each part and writes grams and hours."""
    with (folder / "printing.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("part", "pieces", "grams of one", "hours of one", "overhangs"))
        for name in module.VOLUME_CM3:
            grams, hours = sliced(folder / f"{name}.stl")
            pieces = module.PIECES.get(name, 1)
            writer.writerow(
                (name, pieces, f"{grams:.1f}", f"{hours:.1f}", module.OVERHANGS[name][1])
            )


def sliced(stl: Path) -> tuple[float, float]:
    """Returns the grams and the hours of a part. Raises PartRefused if it cannot be sliced."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "part.gcode"
        command = slicer_command(out, stl, "--center=110,110")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return read_gcode(out, stl.name, done.stderr or done.stdout)


def slicer_command(out: Path, source: Path, *options: str) -> list[str]:
    """Returns the command that slices a file with the guides' print settings."""
    return ["prusa-slicer", "--export-gcode", *_SLICER, *options, "-o", str(out), str(source)]


def read_gcode(out: Path, name: str, said: str) -> tuple[float, float]:
    """Returns grams and hours of a sliced file. Raises PartRefused if the slicer made none."""
    if not out.exists():
        raise PartRefused(f"{name} cannot be sliced: {said}")
    text = out.read_text(encoding="utf-8", errors="replace")
    used, time = _CM3.search(text), _TIME.search(text)
    if not used or not time:
        raise PartRefused(f"{name}: the slicer reported neither filament nor time.")
    hours = sum(float(count) * _HOURS[unit] for count, unit in _SPELL.findall(time[1]))
    return float(used[1]) * _DENSITY, hours


def question_block(folder: Path) -> None:
    """Writes the outputs of the block."""
    from hardware.question_block import enclosure

    write(enclosure, folder)


def apple_base(folder: Path) -> None:
    """Writes the outputs of the base."""
    from hardware.apple_base import enclosure

    write(enclosure, folder)
