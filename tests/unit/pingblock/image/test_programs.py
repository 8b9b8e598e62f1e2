"""Tunes compiled by a build are the same as on the desk. Texts for people are removed."""

import ast
import importlib
import zlib

import pytest

from pingblock.common.firmware import firmware_dir
from pingblock.image import programs
from pingblock.image.mpy import shipped
from pingblock.image.stages import firmware_sources
from pingblock.sounds import tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.tunes.tune_files import tunes_of
from pingware.games.block import rules
from pingware.games.catalog import CATALOG

MODULES = [
    "pingware.shared.sounds.device_sounds",
    "pingware.games.fortune.turns",
    *(f"pingware.games.{game.name}.play" for game in CATALOG.games()),
]


@pytest.fixture(scope="module")
def sources():
    return programs.for_device(firmware_sources(shipped(firmware_dir())))


def programs_in(source):
    """Returns the programs in a module's source: tune -> bytes."""
    tree = ast.walk(ast.parse(source))
    values = [node for node in tree if isinstance(node, ast.Dict | ast.Tuple)]
    literals = [ast.literal_eval(node) for node in values if b"\\x" in ast.unparse(node).encode()]
    (held,) = [each for each in literals if each]
    if isinstance(held, dict):
        return {name: zlib.decompress(data, wbits=-9) for name, data in held.items()}
    names, data = held
    rest, found = zlib.decompress(data, wbits=-9), {}
    for name in names.split():
        size = 4 + int.from_bytes(rest[:4], "little")
        found[name], rest = rest[4:size], rest[size:]
    assert rest == b""
    return found


@pytest.mark.parametrize("module", MODULES)
def test_compiled_sounds_equal_their_tunes(sources, module):
    held = importlib.import_module(module)
    own = [each for each in vars(held).values() if getattr(each, "__module__", "") == module]
    (table,) = [vars(each)["SOUNDS"] for each in (held, *own) if "SOUNDS" in vars(each)]
    found = programs_in(sources[module])
    tunes = {**(tunes_of(tables.ROLLS) if table.more else {}), **tunes_of(table)}
    made = {name: sequencer.compile_tune(tunes[name], INSTRUMENTS, {}) for name in tunes}
    assert found == {name: program.tobytes() for name, program in made.items()}
    assert found


def test_help_texts_for_people_are_not_on_the_device(sources):
    assert b"Odds of the Question" in shipped(firmware_dir())["pingware/games/block/options.py"]
    assert b"Odds of the Question" not in sources["pingware.games.block.options"]
    assert b"help=" not in sources["pingware.games.block"]
    assert {name.rpartition(".")[2] for name in shipped(firmware_dir())} == {
        "py",
        "tune",
    }


def test_computed_values_replace_their_formulas(sources):
    source = sources["pingware.games.block.rules"].decode()
    assert f"{rules.PROFILES!r}" in source
    assert "computed(" not in source


def test_module_without_declarations_stays_unchanged(sources):
    path = "pingware/drivers/button.py"
    assert sources["pingware.drivers.button"] == shipped(firmware_dir())[path]


def test_each_line_keeps_its_number(sources):
    before = firmware_sources(shipped(firmware_dir()))
    assert {name for name in sources if before[name] != sources[name]} > {MODULES[0]}
    for name in sources:
        assert before[name].count(b"\n") == sources[name].count(b"\n"), name


def test_names_that_only_annotations_use_are_not_imported():
    source = (
        b"from typing import Any\nfrom low import (\n    High,\n    Low,\n)\n"
        b"from kept import again\nx: 'Any' = Low\n"
        b"def f(a: 'list[High]', *b: 'Low') -> Any:\n    return b\n"
    )
    found = programs.for_device({"main": source})["main"]
    assert found.startswith(b"\nfrom low import Low\n\n\n\nfrom kept import again\nx: ")
