"""Each mutant of ``tests/mutants.toml`` is noticed by the test that it names."""

import pytest
from tests import listed_mutants as listed
from tools.mutants.copied import PASSED, Copy

MUTANTS = listed.read()


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project, in which the tests of all mutants pass."""
    made = Copy(listed.ROOT, tmp_path_factory.mktemp("copy"))
    made.use_own_cache(tmp_path_factory.mktemp("cache"))
    assert made.run(sorted({mutant.test for mutant in MUTANTS})) == PASSED
    return made


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.file)
def test_each_listed_mutant_is_noticed_by_its_test(copy, mutant):
    assert listed.is_killed(copy, mutant)
