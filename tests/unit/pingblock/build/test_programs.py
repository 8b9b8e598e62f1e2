"""Tunes compiled by a build are those of the desk; texts for people are left out."""

import ast
import zlib

import pytest

from pingblock.build import programs
from pingblock.build.bundle import firmware_sources
from pingblock.build.mpy import shipped
from pingblock.firmware import firmware_dir
from pingblock.sounds import tables

MODULES = {
    "pingware.shared.sounds.device_sounds": 0,
    "pingware.games.roll_sounds": 1,
    "pingware.games.block.sounds": 2,
    "pingware.games.worms.sounds": -1,
}


@pytest.fixture(scope="module")
def sources():
    return programs.for_device(firmware_sources(shipped(firmware_dir())))


def words_in(source):
    """Returns the bytes that a module's source holds, by the key before each."""
    dicts = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Dict))
    pairs = (pair for node in dicts for pair in zip(node.keys, node.values, strict=True))
    return {
        key.value: value.value
        for key, value in pairs
        if isinstance(value, ast.Constant) and isinstance(value.value, bytes)
    }


@pytest.mark.parametrize("module", MODULES)
def test_every_sound_is_the_same_program_as_on_the_desk(sources, module):
    table = tables.sound_tables()[MODULES[module]]
    found = words_in(sources[module])
    whole = {name: zlib.decompress(data, wbits=-9) for name, data in found.items()}
    assert whole == {name: program.tobytes() for name, program in table.programs.items()}
    assert len(found) > 3


def test_tunes_and_sentences_for_people_do_not_reach_the_device(sources):
    assert b"Odds of the outcomes" in shipped(firmware_dir())["pingware/games/block/options.py"]
    assert b"Odds of the outcomes" not in sources["pingware.games.block.options"]
    assert b"tunes=" not in sources["pingware.games.block.sounds"]
    assert b"help=" not in sources["pingware.games.block"]


def test_a_module_that_declares_nothing_stays_as_it_is(sources):
    path = "pingware/drivers/button.py"
    assert sources["pingware.drivers.button"] == shipped(firmware_dir())[path]
