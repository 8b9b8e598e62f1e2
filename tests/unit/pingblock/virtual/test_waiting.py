"""Waits within MicroPython's C code, on the module of the engine `wasm`."""

import pytest
from tests.waiting import CASES, outcome
from tools import engine

from pingblock.errors import Unavailable
from pingblock.virtual.wasm import machine


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_c_code_that_waits_goes_on_where_it_was(case):
    try:
        machine.prepare()
    except Unavailable as lack:
        pytest.skip(str(lack))
    said, waits = outcome(case)
    assert said == ""
    assert waits >= 2


WRONG = {
    "no_spill": ({"spills": False}, {"heap"}),
    "spill_after": ({"spills_first": False}, {"heap"}),
    "loses_pointers": ({"keeps_pointers": False}, {"exceptions"}),
}


@pytest.mark.long
@pytest.mark.parametrize("name", WRONG)
def test_wrong_build_fails_the_cases(name, tmp_path):
    """Each takes a minute: the compiled sources must be there, as `make engine` leaves them."""
    options, expected = WRONG[name]
    compiled = engine.WORK / "objects" / "micropython.wasm"
    if not compiled.is_file():
        pytest.skip("'make engine' has not compiled the engine in this checkout")
    module = engine.waiting(compiled.read_bytes(), tmp_path, engine.Recipe(**options))
    failed = {case.stem for case in CASES if outcome(case, module)[0]}
    assert failed >= expected, failed
