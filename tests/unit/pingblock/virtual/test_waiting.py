"""Waits within MicroPython's C code, on the module of the engine `wasm`."""

import gzip

import pytest
from tests.waiting import CASES, outcome
from tools import engine

from pingblock.errors import Unavailable
from pingblock.virtual.wasm import machine
from pingblock.virtual.wasm.module import module_path


@pytest.fixture(autouse=True, scope="module")
def _module():
    try:
        machine.loaded()
    except Unavailable as lack:
        pytest.skip(str(lack))


def test_module_is_small():
    """If Asyncify keeps all locals, it has 244 kB, which also delays WebKit by a minute."""
    assert len(gzip.compress(module_path().read_bytes(), 9)) <= 215_000


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_waiting_c_code_continues_where_it_was(case):
    said, waits = outcome(case)
    assert said == ""
    assert waits >= 2


@pytest.fixture(scope="module")
def compiled():
    """Returns the module that cannot wait. Compiling takes a minute."""
    try:
        return engine.compiled()
    except Unavailable as lack:
        pytest.skip(str(lack))


@pytest.mark.long
@pytest.mark.parametrize(
    ("recipe", "case"),
    [
        (engine.Recipe(spills=False), "heap"),
        (engine.Recipe(spills_first=False), "heap"),
        (engine.Recipe(keeps_pointers=False), "recursion"),
    ],
)
def test_wrong_build_of_engine_fails_its_case(compiled, recipe, case, tmp_path):
    module = engine.waiting(compiled, tmp_path, recipe)
    failed = {each.stem for each in CASES if outcome(each, module)[0]}
    assert case in failed
