"""Plates of a printed thing: 3MF files with named items in their places, for any slicer."""

from __future__ import annotations

import csv
import subprocess
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from tools.hardware.printed import PartRefused, read_gcode, slicer_command

BED_MM, RIM_MM, GAP_MM = 220.0, 6.0, 6.0  # the rim is for the skirt
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType='
    '"application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType='
    '"application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
_RELS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)


@dataclass(frozen=True)
class Item:
    """One piece on a plate. Args: name: of its part. number: of the piece. x, y: middle, mm."""

    name: str
    number: int
    x: float
    y: float

    @property
    def label(self) -> str:
        """Its name in the slicer."""
        return f"{self.name} {self.number}" if self.number else self.name


def packed(pieces: Sequence[tuple[str, int, float, float]]) -> list[list[Item]]:
    """Returns plates for pieces of (name, number, width, depth) mm, in rows from the front.

    Raises:
        PartRefused: a piece is larger than the bed.
    """
    plates: list[list[Item]] = [[]]
    left = bottom = RIM_MM
    row = 0.0
    most = BED_MM - RIM_MM
    for name, number, wide, deep in sorted(pieces, key=lambda piece: (-piece[3], piece[:2])):
        if max(wide, deep) > BED_MM - 2 * RIM_MM:
            raise PartRefused(f"{name} is {wide:.0f} x {deep:.0f} mm: too large for the bed.")
        if left + wide > most:
            left, bottom, row = RIM_MM, bottom + row + GAP_MM, 0.0
        if bottom + deep > most:
            plates.append([])
            left = bottom = RIM_MM
            row = 0.0
        plates[-1].append(Item(name, number, left + wide / 2, bottom + deep / 2))
        left, row = left + wide + GAP_MM, max(row, deep)
    return plates


def of(stls: Path, counts: dict[str, int]) -> tuple[list[list[Item]], dict[str, Any]]:
    """Returns the plates for parts in these numbers, and each part's mesh on the ground."""
    import trimesh

    meshes = {name: trimesh.load(stls / f"{name}.stl") for name in counts}
    pieces = []
    for name, mesh in meshes.items():
        (x1, y1, z1), (x2, y2, _) = mesh.bounds
        mesh.apply_translation((-(x1 + x2) / 2, -(y1 + y2) / 2, -z1))
        count = counts[name]
        pieces += [(name, n if count > 1 else 0, x2 - x1, y2 - y1) for n in range(1, count + 1)]
    return packed(pieces), meshes


def write(path: Path, items: Sequence[Item], meshes: dict[str, Any]) -> None:
    """Writes a plate as 3MF, with an object for each piece, so that a slicer shows its name."""
    resources, build = [], []
    for at, item in enumerate(items, 1):
        mesh = meshes[item.name]
        points = "".join(
            f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>' for x, y, z in mesh.vertices
        )
        faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.faces)
        resources.append(
            f'<object id="{at}" type="model" name={quoteattr(item.label)}><mesh>'
            f"<vertices>{points}</vertices><triangles>{faces}</triangles></mesh></object>"
        )
        place = f"1 0 0 0 1 0 0 0 1 {item.x:.3f} {item.y:.3f} 0"
        build.append(f'<item objectid="{at}" transform="{place}"/>')
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en-US" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f"<resources>{''.join(resources)}</resources><build>{''.join(build)}</build></model>"
    )
    files = {"[Content_Types].xml": _TYPES, "_rels/.rels": _RELS, "3D/3dmodel.model": model}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in files.items():
            file.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)


def sliced(path: Path, *options: str) -> tuple[float, float]:
    """Returns grams and hours of a plate without arranging it again.

    Raises:
        PartRefused: the slicer refuses it.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "plate.gcode"
        command = slicer_command(out, path, "--dont-arrange", *options)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return read_gcode(out, path.name, done.stderr or done.stdout)


def make(folder: Path, counts: dict[str, int]) -> None:
    """Writes ``plate_1.3mf`` and so on from the STL files, and ``plates.csv``.

    ``plates.csv`` has the slicer's figures of each part.
    """
    plates, meshes = of(folder, counts)
    with (folder / "printing.csv").open(encoding="utf-8", newline="") as file:
        part = {row["part"]: row for row in csv.DictReader(file)}
    rows = []
    for number, items in enumerate(plates, 1):
        path = folder / f"plate_{number}.3mf"
        write(path, items, meshes)
        grams, hours = (
            sum(float(part[item.name][column]) for item in items)
            for column in ("grams of one", "hours of one")
        )
        rows.append((path.name, ", ".join(_counted(items)), f"{grams:.0f}", f"{hours:.1f}"))
    with (folder / "plates.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("plate", "pieces", "grams", "hours"))
        writer.writerows(rows)


def _counted(items: Sequence[Item]) -> list[str]:
    names = [item.name for item in items]
    return [f"{names.count(name)} {name}" for name in dict.fromkeys(names)]


def _counts(enclosure: Any) -> dict[str, int]:
    return {name: enclosure.PIECES.get(name, 1) for name in enclosure.VOLUME_CM3}


def question_block(folder: Path) -> None:
    """Writes the plates of the block."""
    from hardware.question_block import enclosure

    make(folder, _counts(enclosure))


def apple_base(folder: Path) -> None:
    """Writes the plates of the base."""
    from hardware.apple_base import enclosure

    make(folder, _counts(enclosure))
