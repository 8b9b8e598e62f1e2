"""Measured properties of every tune whose sound was approved: ``tests/data/tunes.csv``."""

import csv

import pytest
from tests.measured_tunes import LIST, measured

from pingblock.sounds import tables
from pingblock.tunes.tune_files import tunes_of

ROWS = {row["name"]: row for row in csv.DictReader(LIST.open(encoding="utf-8"))}
NEAR = {
    "first_hz": {"rel": 0.02, "abs": 2},
    "last_hz": {"rel": 0.02, "abs": 2},
    "low_pct": {"abs": 3},
    "high_pct": {"abs": 3},
    "level_db": {"abs": 0.5},
    "onsets": {"abs": 0},
    "length_ms": {"abs": 10},
}


def test_every_tune_of_a_measured_game_is_listed():
    """Tunes of another game can be listed. If one is listed, all must be."""
    all_tunes = [tunes_of(table).keys() for table in tables.sound_tables()]
    listed = [names for names in all_tunes if names & ROWS.keys()]
    assert sorted(ROWS) == sorted(name for names in listed for name in names)
    assert len(listed) >= 8


@pytest.mark.parametrize("name", ROWS)
def test_tune_matches_its_approved_measures(name):
    found = measured(name)
    for what, near in NEAR.items():
        assert found[what] == pytest.approx(float(ROWS[name][what]), **near), what
