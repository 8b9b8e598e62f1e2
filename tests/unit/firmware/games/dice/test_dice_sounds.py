"""Sounds of the dice: every pair differs enough for the ear, by the measure of the cards."""

import functools
from array import array

import pytest
from tests.unit.firmware.games.likeness import distance, features

from pingblock.sounds import hearing, tables
from pingware.shared import sequencer

TOLD_APART = 1.2
NAMES = ["die_1", "die_2", "bonus", "jail", "free", "stay", "pay"]
NAMES += ["auction", "bid", "sold", "unsold", "again", "warning", "clock_over"]


@functools.cache
def features_of(name):
    program = sequencer.compile_tune(tables.tunes()[name], tables.instruments(), {})
    return features(hearing.rendered(program, array("H")))


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_like_itself_and_like_no_other(name):
    assert distance(features_of(name), features_of(name)) == pytest.approx(0)
    others = {
        other: distance(features_of(name), features_of(other)) for other in NAMES if other != name
    }
    nearest = min(others, key=others.get)
    assert others[nearest] >= TOLD_APART, f"{name} is too much like {nearest}"
