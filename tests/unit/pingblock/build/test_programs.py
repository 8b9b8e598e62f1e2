"""Tunes compiled by a build are those that the desk compiles when asked."""

import pytest

from pingblock.build import programs
from pingblock.build.bundle import firmware_sources
from pingblock.build.mpy import shipped
from pingblock.firmware import firmware_dir
from pingware.app.programs import Programs
from pingware.app.worm_programs import WormPrograms
from pingware.shared.sounds.told_by import TUNE_OF, WORM_TUNE_OF


def built(module="pingware.app.programs", title="Programs"):
    """Returns an instance of the class that the device gets."""
    namespace = {}
    exec(programs.compiled(firmware_sources(shipped(firmware_dir())))[module], namespace)
    return namespace[title]()


@pytest.mark.parametrize(
    ("module", "kind", "names"),
    [
        ("pingware.app.programs", Programs, TUNE_OF),
        ("pingware.app.worm_programs", WormPrograms, WORM_TUNE_OF),
    ],
)
def test_every_sound_is_the_same_program_as_on_the_desk(module, kind, names):
    on_device, on_desk = built(module, kind.__name__), kind()
    assert names
    for name in names:
        assert on_device.of(name, 0) == on_desk.of(name, 0), name
    assert on_device.recordings == on_desk.recordings


def test_coins_repeat_the_ping():
    on_device, on_desk = built(), Programs()
    for coins in range(1, 7):
        assert on_device.of("coins", coins) == on_desk.of("coins", coins)
    assert on_device.of("coins", 2) != on_device.of("coins", 3)


@pytest.mark.parametrize("programs_of", [built, Programs])
def test_an_own_sound_takes_the_place_of_ours_and_each_call_gives_one_of_its_own(programs_of):
    found = programs_of()
    ours = found.of("coins", 2)
    own = found.of("laugh", 0)
    found.own["coins"] = (bytes(own), 350)
    two, six = found.of("coins", 2), found.of("coins", 6)
    assert two[2:] == six[2:] == own[2:] != ours[2:]
    assert (two[1], six[1]) == (2, 6)
    assert found.of("coins", 0)[1] == 1
    found.own.clear()
    assert found.of("coins", 2) == ours
