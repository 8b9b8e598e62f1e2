"""Sounds of the dice: every pair differs enough for the ear, by the measure of the cards."""

from array import array
from itertools import combinations

import pytest
from tests.unit.firmware.games.likeness import distance, features

from pingblock.sounds import hearing, tables
from pingware.shared import sequencer

TOLD_APART = 1.2
NAMES = ["die_1", "die_2", "bonus", "jail", "free", "stay", "pay"]
NAMES += ["auction", "bid", "sold", "unsold", "again", "warning", "clock_over"]


def test_a_sound_is_like_itself_and_like_no_other():
    found = {}
    for name in NAMES:
        program = sequencer.compile_tune(tables.tunes()[name], tables.instruments(), {})
        found[name] = features(hearing.rendered(program, array("H")))
        assert distance(found[name], found[name]) == pytest.approx(0)
    apart = {pair: distance(*map(found.get, pair)) for pair in combinations(NAMES, 2)}
    assert {pair: each for pair, each in apart.items() if each < TOLD_APART} == {}
