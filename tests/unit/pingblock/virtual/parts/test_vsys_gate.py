"""The transistor of a Pico W before GPIO29: VSYS passes only while GPIO25 is high."""

import pytest

from pingblock.virtual.parts.vsys_gate import VsysGate

# For 1577 mV (VSYS of 4.73 V), MicroPython issue 10406 read 608 of 65535 with GPIO25 low.
SEEN_MV = 608 / 65535 * 3300


def test_closed_gate_passes_almost_no_voltage():
    gate = VsysGate()
    assert gate.passes_mv(1000, 1577) == pytest.approx(SEEN_MV, abs=1)
    gate.select(2000, True)
    gate.select(3000, False)
    assert gate.passes_mv(9000, 1577) == pytest.approx(SEEN_MV, abs=1)


@pytest.mark.parametrize(
    ("after_us", "least", "most"), [(0, 30, 32), (100, 900, 1100), (1000, 1576, 1578)]
)
def test_voltage_rises_gradually_after_gate_opens(after_us, least, most):
    gate = VsysGate()
    gate.select(5000, True)
    gate.select(5000 + after_us / 2, True)
    assert least < gate.passes_mv(5000 + after_us, 1577) < most
