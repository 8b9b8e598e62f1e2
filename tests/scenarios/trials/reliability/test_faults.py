"""Every fault in the docs, on the chip: it is reported once, counted, and blinks as stated."""

import pytest
from reliability import faults

# Other scenarios cause these on the desk. On the chip each takes seconds.
SLOW = ("block_button_stuck", "check_button_stuck", "crashed", "hung")
SLOW += ("lever_chatter", "lever_stuck", "servo_stalled", "stalled")


def _each():
    for fault in faults.every_fault():
        marks = [pytest.mark.long] if fault.key in SLOW else []
        yield pytest.param(fault, id=fault.key, marks=marks)


@pytest.mark.parametrize("fault", list(_each()))
def test_fault_is_reported_counted_and_blinks(fault):
    assert faults.outcome(fault) == "reported"


def test_each_documented_fault_can_be_provoked():
    assert set(faults.PROVOKED) == set(faults.on_page())
