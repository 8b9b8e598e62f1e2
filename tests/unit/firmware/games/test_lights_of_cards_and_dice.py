"""The light is enough to play storm dice and the fortune deck, and is distinct without colour."""

from itertools import combinations, product

import pytest
from tests.unit.firmware.light_seen import alike, duration_ms, grey, starts_ms

from pingblock.sounds import tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import tunes_of
from pingware.games.fortune import turns
from pingware.games.fortune.options import CARDS
from pingware.games.fortune.play import FortuneCards
from pingware.games.storm_dice.play import StormDice
from pingware.games.storm_dice.rules import ACTIONS

TABLES = (FortuneCards.SOUNDS, turns.SOUNDS, StormDice.SOUNDS)
TUNES = {name: tune for table in TABLES for name, tune in tunes_of(table).items()}
SKULLS = ["drum_1", "drum_2", "drum_3", "crash", "chant"]


@pytest.mark.parametrize("names", [CARDS, SKULLS, ACTIONS], ids=["cards", "skulls", "actions"])
def test_any_two_shows_of_a_kind_differ_without_colour(names):
    assert alike(combinations([(name, 1) for name in names], 2)) == []


def test_no_action_looks_like_a_number():
    numbers = [("die_1", number) for number in range(1, 7)]
    assert alike(product([(action, 1) for action in ACTIONS], numbers)) == []


def test_show_lasts_at_most_60_ms_longer_than_its_sound():
    """The light goes out with the sound."""
    names = set(TUNES) & set(tables.shows())
    assert len(names) > 20
    for name in names:
        program = sequencer.compile_tune(TUNES[name], INSTRUMENTS, {})
        assert duration_ms(name, 1) <= sequencer.length_ms(program) + 60, name


def test_light_flashes_once_for_each_skull_and_each_beep():
    names = ("drum_1", "drum_2", "drum_3", "skull1", "skull2")
    assert [len(starts_ms(grey(name))) for name in names] == [1, 2, 3, 1, 2]
    assert [len(starts_ms(grey("die_1", n))) for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("swords", [2, 3, 4])
def test_sea_battle_flashes_with_each_clang(swords):
    _wave, *flashes = starts_ms(grey(f"sea{swords}"))
    assert flashes == [525 + 350 * n for n in range(swords)]
