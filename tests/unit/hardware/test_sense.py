"""The converter's known bad codes, and the voltages at which the firmware decides."""

import pytest

from pingware.boards import rev_a
from pingware.shared.power_budget import PACKS

# RP2040 erratum E11: there are steps of several codes at these.
BAD_CODES = (512, 1536, 2560, 3584)
REFERENCE_MV, CODES = 3300, 4096
NEAR_CODES = 10


def code_of(pack, cell_mv):
    """Returns the ADC's code for a cell voltage."""
    ratio = rev_a.VSYS_RATIO if pack.pin == "vsys" else rev_a.CELL_RATIO
    return (cell_mv * pack.count - pack.drop_mv) / ratio / REFERENCE_MV * CODES


@pytest.mark.parametrize("kind", PACKS)
def test_no_voltage_of_a_verdict_is_near_a_bad_code(kind):
    pack = PACKS[kind]
    for cell_mv in (pack.good_mv, pack.fair_mv, pack.soon_mv):
        code = code_of(pack, cell_mv)
        assert min(abs(code - bad) for bad in BAD_CODES) > NEAR_CODES
        assert 200 < code < CODES


def test_erratum_of_the_converter_gives_its_known_bad_voltage():
    """1.2375 V at the pin, which is VSYS of 3.7125 V."""
    vsys_mv = 1536 / CODES * REFERENCE_MV * rev_a.VSYS_RATIO
    assert vsys_mv == pytest.approx(3712.5)
