"""The schedule of the outside world's actions."""

import pytest

from pingblock.virtual.desk.inputs import Inputs
from pingblock.virtual.desk.messages import LET_GO


@pytest.fixture
def inputs():
    return Inputs(plugged=True, vbus_gpio=24)


def test_inputs_are_taken_once_in_time_order(inputs):
    inputs.add(20, "s", b"b")
    inputs.add(10, "s", b"a")
    inputs.add(30, "s", b"c")
    assert [record.payload for record in inputs.take(20)] == [b"a", b"b"]
    assert inputs.take(20) == []


def test_only_applied_inputs_change_the_present_state(inputs):
    inputs.add(10, "p", bytes((14, 0)))
    inputs.add(20, "p", bytes((14, LET_GO)))
    inputs.take(20)
    inputs.applied(10)
    assert inputs.driven == {24: 1, 14: 0}
    inputs.applied(20)
    assert inputs.driven == {24: 1}


def test_inputs_not_applied_by_dead_process_are_taken_again(inputs):
    inputs.add(10, "r", b"\0")
    inputs.add(20, "u", b"\0")
    inputs.take(30)
    inputs.applied(10)
    inputs.give_back()
    inputs.give_back()
    assert [record.kind for record in inputs.take(30)] == ["u"]
    assert (inputs.reading, inputs.plugged) == (False, True)


def test_power_changes_are_taken_separately_in_time_order(inputs):
    inputs.add(50, "power", b"\1")
    inputs.add(40, "power", b"\0")
    assert inputs.take(60) == []
    assert inputs.next_power_ns() == 40
    assert inputs.take_power(39) is None
    assert [inputs.take_power(60), inputs.take_power(60)] == [0, 1]
    assert inputs.next_power_ns() is None
