"""The light alone is enough for the storm dice and the fortune deck: distinct without colour."""

from itertools import combinations, pairwise

import pytest

from pingware.games.fortune import lights as fortune
from pingware.games.fortune import skull_sounds
from pingware.games.fortune import sounds as fortune_sounds
from pingware.games.fortune.options import CARDS
from pingware.games.storm_dice import lights as storm_dice
from pingware.games.storm_dice import sounds as storm_dice_sounds
from pingware.games.storm_dice.rules import ACTIONS
from pingware.shared import light_frames, light_show, sequencer
from pingware.shared.sounds.instruments import INSTRUMENTS

DIE = light_show.Show(light_show.flashes, (255, 255, 255), light_show.COUNTED)
SHOWS = {
    row.split()[0]: coded.get(row.split()[0])
    for coded in (fortune.SHOWS, skull_sounds.SHOWS, storm_dice.SHOWS)
    for row in coded.shows.decode().split(";")
}
SHOWS["die"] = DIE
TUNES = {**fortune_sounds.TUNES, **skull_sounds.TUNES, **storm_dice_sounds.TUNES}
STEP_MS = 5


def grey(name, count=1, until_ms=3000):
    """Returns the brightness, as part of the show's peak: all that a colour-blind player sees."""
    show = SHOWS[name]
    seen = [max(light_frames.colour(show, count, ms)) for ms in range(0, until_ms, STEP_MS)]
    return [value / max(seen) for value in seen]


def starts(values):
    return [at for at, (a, b) in enumerate(pairwise([0, *values])) if a < 0.5 <= b]


SKULLS = ["drum_1", "drum_2", "drum_3", "crash", "chant"]
PAIRS = [*combinations(CARDS, 2), *combinations(SKULLS, 2), *combinations(ACTIONS, 2)]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_any_two_differ_without_colour(one, other):
    pairs = zip(grey(one), grey(other), strict=True)
    assert STEP_MS * sum(abs(a - b) > 0.4 for a, b in pairs) >= 150


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("number", range(1, 7))
def test_no_action_looks_like_a_number(action, number):
    pairs = zip(grey(action), grey("die", number), strict=True)
    assert STEP_MS * sum(abs(a - b) > 0.4 for a, b in pairs) >= 150


@pytest.mark.parametrize("name", SHOWS)
def test_never_more_than_three_flashes_in_any_second(name):
    found = starts(grey(name, 6))
    second = 1000 // STEP_MS
    assert max(sum(at <= each < at + second for each in found) for at in found) <= 3


@pytest.mark.parametrize("name", sorted(set(SHOWS) & set(TUNES)))
def test_a_show_is_over_before_its_sound(name):
    """The light goes out with the sound."""
    program = sequencer.compile_tune(TUNES[name], INSTRUMENTS, {})
    assert light_frames.duration_ms(SHOWS[name], 1) <= sequencer.length_ms(program) + 60


@pytest.mark.parametrize(
    ("name", "flashes"),
    [("drum_1", 1), ("drum_2", 2), ("drum_3", 3), ("skull1", 1), ("skull2", 2)],
)
def test_skulls_flash_as_often_as_there_are(name, flashes):
    assert len(starts(grey(name))) == flashes


@pytest.mark.parametrize("swords", [2, 3, 4])
def test_a_sea_battle_flashes_with_each_clang(swords):
    _wave, *flashes = starts(grey(f"sea{swords}"))
    assert [each * STEP_MS for each in flashes] == [525 + 350 * n for n in range(swords)]


@pytest.mark.parametrize("number", range(1, 7))
def test_the_number_flashes_as_often_as_it_beeps(number):
    assert len(starts(grey("die", number))) == number
