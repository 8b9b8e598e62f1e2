"""The lever's return spring: its forces, and the faults of other springs."""

from dataclasses import replace

import pytest
from hardware.apple_base.lever_spring import SPRING, ball_n, faults


def test_designed_spring_has_no_faults():
    assert faults() == []


def test_spring_has_the_forces_of_the_design():
    """A wire of 0.6 mm, 4.5 mm in the middle, 3 coils: 206000 * 0.6^4 / (64 * 4.5 * 3)."""
    assert SPRING.rate() == pytest.approx(30.9, abs=0.05)
    assert ball_n(SPRING, 0) == pytest.approx(0.59, abs=0.01)
    assert ball_n(SPRING, 25) == pytest.approx(1.09, abs=0.01)
    assert SPRING.stress_mpa(25) == pytest.approx(1553, abs=5)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"preload_deg": 5.0}, "the switch needs 12.2"),
        ({"wire": 0.9}, "a child's finger wants"),
        ({"preload_deg": 60.0}, "the wire stays bent"),
        ({"coils": 5.0}, "between ear and lever are 3.0"),
        ({"inside": 3.2}, "it clamps the axle"),
    ],
)
def test_wrong_spring_is_found(change, why):
    assert any(why in fault for fault in faults(replace(SPRING, **change)))
