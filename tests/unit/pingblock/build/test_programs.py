"""Tunes compiled by a build are those that the desk compiles when asked."""

from app.programs import Programs
from pingblock.build import programs
from pingblock.build.bundle import firmware_sources
from pingblock.build.mpy import shipped
from pingblock.firmware import firmware_dir
from sounds.told_by import TUNE_OF


def built():
    """Returns an instance of the class that the device gets."""
    namespace = {}
    exec(programs.compiled(firmware_sources(shipped(firmware_dir()))), namespace)
    return namespace["Programs"]()


def test_every_sound_is_the_same_program_as_on_the_desk():
    on_device, on_desk = built(), Programs()
    for name in TUNE_OF:
        assert on_device.of(name, 0) == on_desk.of(name, 0), name
    assert on_device.recordings == on_desk.recordings


def test_coins_repeat_the_ping():
    on_device, on_desk = built(), Programs()
    for coins in range(1, 7):
        assert on_device.of("coins", coins) == on_desk.of("coins", coins)
    assert on_device.of("coins", 2) != on_device.of("coins", 3)
