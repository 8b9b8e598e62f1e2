"""The step pictures' models have every printed part, bought part and screw of the checks."""

import csv
import importlib

import numpy as np
import pytest
from hardware.apple_base import enclosure as base
from hardware.apple_base import room as base_room
from hardware.question_block import enclosure as block
from hardware.question_block import room as block_room
from tools.hardware import products, step_list, wire_lengths

# A board is drawn as the perfboard with its parts, not as a box of its size.
OTHER_NAMES = {"board": "perfboard"}


@pytest.mark.parametrize(
    ("thing", "enclosure", "room"),
    [("question_block", block, block_room), ("apple_base", base, base_room)],
)
def test_step_pictures_contain_every_part_and_screw(thing, enclosure, room):
    path = step_list.guide(thing).parent / "made" / "steps" / "parts.txt"
    shown = path.read_text(encoding="utf-8").splitlines()
    for part in enclosure.VOLUME_CM3:
        pieces = [name for name in shown if name in (part, *(f"{part} {n}" for n in range(1, 99)))]
        assert len(pieces) == enclosure.PIECES.get(part, 1), part
    wanted = {OTHER_NAMES.get(name, name) for name in (*room.bought(), *room.screws())}
    assert wanted - set(shown) == set()


@pytest.mark.parametrize("thing", ["question_block", "apple_base"])
def test_wires_are_long_enough_with_both_halves_side_by_side(thing):
    """Each wire is longer than the straight line, with halves closed and open, and is listed."""
    scene = importlib.import_module(f"hardware.{thing}.scene").scene()
    cut = wire_lengths.of(scene, wire_lengths._open(thing))
    closed = wire_lengths.of(scene, {})
    for name, wire in scene.wires.items():
        straight = np.linalg.norm(np.array(wire.start.at) - np.array(wire.end.at))
        assert closed[name.removeprefix("wire ")] >= straight + 20, name
    assert max(cut.values()) <= 250
    folder = products.ROOT / "hardware" / thing / "made"
    rows = csv.DictReader((folder / "harness.csv").read_text(encoding="utf-8").splitlines())
    for row in rows:
        known = [cut[end] for end in (row["from"], row["to"]) if end in cut]
        assert int(row["length mm"]) == max(known), row
    if thing == "question_block":
        assert cut["S2.1"] > closed["S2.1"]  # The other half of the piece is next to it.
