"""Plates to print: every piece once, named, separate, and accepted by the slicer unchanged."""

import csv
import re
import shutil
import zipfile
from collections import Counter
from itertools import combinations

import pytest
import trimesh
from hardware.apple_base import enclosure as base
from hardware.question_block import enclosure as block
from tools.hardware import plates
from tools.hardware.printed import PartRefused
from tools.hardware.products import ROOT

THINGS = {"question_block": block, "apple_base": base}
FOLDERS = {thing: ROOT / "hardware" / thing / "made" / "printed" for thing in THINGS}
PLATES = [path for folder in FOLDERS.values() for path in sorted(folder.glob("plate_*.3mf"))]
_OBJECT = re.compile(r'<object id="(\d+)" type="model" name="([^"]+)"')
_ITEM = re.compile(r'<item objectid="(\d+)" transform="1 0 0 0 1 0 0 0 1 ([\d.]+) ([\d.]+) 0"')
# Debian's slicer. It must be installed, because "make hardware" needs it.
# It places and reads the pieces as for a print. Only the paths in each layer are plain, because
# the default generators of walls and seams take most of the time.
COARSE = (
    "--layer-height=0.3", "--first-layer-height=0.3", "--fill-density=0%", "--perimeters=1",
    "--perimeter-generator=classic", "--seam-position=rear",
)  # fmt: skip


def items_of(path):
    """Returns name -> (x, y) of each item of a plate, as another program reads it."""
    with zipfile.ZipFile(path) as file:
        model = file.read("3D/3dmodel.model").decode()
    names = dict(_OBJECT.findall(model))
    return {names[number]: (float(x), float(y)) for number, x, y in _ITEM.findall(model)}


@pytest.mark.parametrize("thing", THINGS)
def test_plates_hold_every_piece_once_and_well_apart(thing):
    counts = plates._counts(THINGS[thing])
    sizes = {name: trimesh.load(FOLDERS[thing] / f"{name}.stl").extents[:2] for name in counts}
    found = []
    for path in sorted(FOLDERS[thing].glob("plate_*.3mf")):
        items = items_of(path)
        boxes = {}
        for label, (x, y) in items.items():
            name = label.split(" ")[0]
            found.append(name)
            wide, deep = sizes[name]
            boxes[label] = (x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)
            assert min(boxes[label][:2]) >= 5, (path.name, label)
            assert max(boxes[label][2:]) <= plates.BED_MM - 5, (path.name, label)
        for one, other in combinations(boxes.values(), 2):
            apart = [other[at] - one[at + 2] for at in (0, 1)]
            apart += [one[at] - other[at + 2] for at in (0, 1)]
            assert max(apart) > 5
    assert {name: found.count(name) for name in counts} == counts


@pytest.mark.parametrize("path", PLATES, ids=lambda path: f"{path.parents[2].name} {path.name}")
def test_slicer_accepts_each_plate_as_arranged(path):
    if shutil.which("prusa-slicer") is None:
        pytest.fail("prusa-slicer is missing: sh tools/hardware-packages.sh installs it.")
    grams, hours = plates.sliced(path, *COARSE)
    assert grams > 5
    assert hours > 0.3


def test_plate_reader_shows_stacked_pieces_and_packing_separates_them(tmp_path):
    """An earlier file had two pieces in one place. The reader shows both there."""
    mesh = trimesh.creation.box((20, 20, 5))
    path = tmp_path / "plate.3mf"
    heap = [plates.Item("box", number, 50.0, 50.0) for number in (1, 2)]
    plates.write(path, heap, {"box": mesh})
    assert items_of(path) == {"box 1": (50.0, 50.0), "box 2": (50.0, 50.0)}
    apart = plates.packed([("box", 1, 20.0, 20.0), ("box", 2, 20.0, 20.0)])
    assert [(item.x, item.y) for item in apart[0]] == [(16.0, 16.0), (42.0, 16.0)]


def test_part_larger_than_the_bed_is_refused():
    with pytest.raises(PartRefused, match="drum is 230 x 20 mm"):
        plates.packed([("drum", 0, 230.0, 20.0)])


@pytest.mark.parametrize("thing", THINGS)
def test_plate_list_names_each_file_and_counts_its_pieces(thing):
    with (FOLDERS[thing] / "plates.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["plate"] for row in rows] == sorted(
        path.name for path in FOLDERS[thing].glob("plate_*.3mf")
    )
    for row in rows:
        there = Counter(label.split(" ")[0] for label in items_of(FOLDERS[thing] / row["plate"]))
        told = dict(reversed(each.split(" ")) for each in row["pieces"].split(", "))
        assert {name: int(count) for name, count in told.items()} == there
        assert float(row["hours"]) > 1
