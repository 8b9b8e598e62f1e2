"""UF2 files as a whole: a Pico's is accepted, and errors name the kind of any other file."""

import pytest
from tests import uf2_corpus
from tests.uf2_files import of_binary

from pingblock.care.flash.uf2_check import check
from pingblock.errors import BadInput
from pingblock.virtual import published


@pytest.mark.parametrize("case", [pytest.param(each, id=each.name) for each in uf2_corpus.cases()])
def test_uf2_file_for_a_pico_is_accepted_and_others_refused(case):
    if case.chip:
        assert check(case.data) == case.chip
        return
    with pytest.raises(BadInput) as wrong:
        check(case.data)
    assert str(wrong.value).startswith(case.refused)
    assert "damaged" not in str(wrong.value)


def test_micropython_image_and_generated_one_are_accepted():
    assert check(of_binary(bytes(9_000), "rp2350")) == "rp2350"
    assert check(published.uf2_path().read_bytes()) == "rp2040"
