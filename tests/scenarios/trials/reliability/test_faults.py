"""Every fault of the page is provoked on the chip: reported once, counted, blinked as it says."""

import pytest
from tests.reliability import faults


@pytest.mark.parametrize("fault", list(faults.every_fault()), ids=lambda fault: fault.key)
def test_fault_is_reported_counted_and_blinks(fault):
    assert faults.outcome(fault) == "reported"


def test_there_is_a_way_to_each_fault_and_no_other():
    assert set(faults.PROVOKED) == set(faults.on_page())
