"""The printed parts never overlap, are closed and thick enough, and agree with the notes."""

import math
from types import SimpleNamespace

import build123d as b
import pytest
from hardware.apple_base import enclosure as base
from hardware.question_block import enclosure as block
from hardware.question_block import room as block_room
from tests.hardware.fits import around, in_the_way, printed_of
from tools.hardware import printed, simulate, solids


@pytest.mark.parametrize("module", [block, base])
def test_printed_parts_break_no_rule(module):
    parts = printed_of(module)
    meshes = {name: solids.mesh(part) for name, part in parts.items()}
    assert printed.broken_rules(module, parts, meshes) == []


def air_cm3(parts):
    """Returns the air inside the cube, cm3, without printed and bought parts."""
    d = block.DIMENSIONS
    inner = d.side - 2 * d.wall
    room = b.Pos(0, 0, d.wall + inner / 2) * b.Box(inner, inner, inner)
    for part in (*parts.values(), *block_room.bought().values()):
        room -= part
    return room.volume / 1000


def test_loudness_figures_match_the_modelled_cube():
    """Only the USB opening and the plunger's gap are open, because parts fill the other holes."""
    taken = {name: simulate.figures()[name] for name in ("back_cm3", "openings_mm2", "grille_mm2")}
    d = block.DIMENSIONS
    assert air_cm3(printed_of(block)) == pytest.approx(float(taken["back_cm3"]), rel=0.1)
    width, height = block.USB_OPENING[1]
    gap = math.pi * ((d.plunger_radius + d.gap) ** 2 - d.plunger_radius**2)
    assert width * height + gap == pytest.approx(float(taken["openings_mm2"]), rel=0.1)
    assert 19 * math.pi * 1.6**2 == pytest.approx(float(taken["grille_mm2"]), rel=0.01)


def test_faults_of_solids_are_measured_and_reported():
    box = b.Box(20, 20, 20)
    assert solids.overlaps({"a": box, "b": b.Pos(19, 0, 0) * box}) == {"a and b": 400.0}
    whole, moved = {"near": box, "far": b.Pos(90, 0, 0) * box}, b.Pos(19, 0, 0) * box
    assert in_the_way(moved, around([moved], whole)) == in_the_way(moved, whole) == {"near": 400.0}
    table = b.Pos(0, 0, 10) * b.Box(20, 20, 2) + b.Pos(0, 0, 4.5) * b.Box(4, 4, 9)
    assert solids.overhang_mm2(solids.mesh(table), 0) == pytest.approx(384, abs=1)
    assert solids.overhang_mm2(solids.mesh(table), 180) == 0
    assert solids.thinnest_mm(solids.mesh(b.Box(30, 30, 0.6))) == pytest.approx(0.6, abs=0.01)
    hollow = dict.fromkeys(block.VOLUME_CM3, box)
    found = printed.broken_rules(block, hollow, {name: solids.mesh(box) for name in hollow})
    assert any("body has 8.0 cm3, not 45.0 to 75.0" in each for each in found)
    assert any("in common" in each for each in found)


def test_each_broken_rule_of_a_printed_part_is_named():
    """Two pieces, an open mesh, a thin wall, an overhang. The message names each."""
    table = b.Pos(0, 0, 10) * b.Box(20, 20, 2) + b.Pos(0, 0, 4.5) * b.Box(4, 4, 9)
    parts = {
        "pieces": b.Box(5, 5, 5) + b.Pos(20, 0, 0) * b.Box(5, 5, 5),
        "open": b.Pos(0, 50, 0) * b.Box(9, 9, 9),
        "thin": b.Pos(0, 90, 0) * b.Box(30, 30, 0.6),
        "table": b.Pos(0, 140, 0) * table,
    }
    meshes = {name: solids.mesh(part) for name, part in parts.items()}
    meshes["open"].update_faces([at > 1 for at in range(len(meshes["open"].faces))])
    rules = SimpleNamespace(
        VOLUME_CM3=dict.fromkeys(parts, (0, 99)),
        OVERHANGS=dict.fromkeys(parts, (10, "")),
        PRINT_TURN_DEG={},
    )
    assert printed.broken_rules(rules, parts, meshes) == [
        "pieces is 2 pieces.",
        "open is not closed.",
        "thin is 0.60 mm thin.",
        "table hangs out by 384 mm2, noted are 10.",
    ]
