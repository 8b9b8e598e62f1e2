"""The step pictures' models have every printed part, bought part and screw of the checks."""

import pytest
from hardware.apple_base import enclosure as base
from hardware.apple_base import room as base_room
from hardware.question_block import enclosure as block
from hardware.question_block import room as block_room
from tools.hardware import step_list

# A board is the perfboard with its parts there, not the space that it takes.
OTHER_NAMES = {"board": "perfboard"}


@pytest.mark.parametrize(
    ("thing", "enclosure", "room"),
    [("question_block", block, block_room), ("apple_base", base, base_room)],
)
def test_nothing_is_left_out(thing, enclosure, room):
    path = step_list.guide(thing).parent / "made" / "steps" / "parts.txt"
    shown = path.read_text(encoding="utf-8").splitlines()
    for part in enclosure.VOLUME_CM3:
        pieces = [name for name in shown if name in (part, *(f"{part} {n}" for n in range(1, 99)))]
        assert len(pieces) == enclosure.PIECES.get(part, 1), part
    wanted = {OTHER_NAMES.get(name, name) for name in (*room.bought(), *room.screws())}
    assert wanted - set(shown) == set()
