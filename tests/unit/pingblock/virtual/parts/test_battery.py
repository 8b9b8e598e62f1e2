import pytest

from pingblock.errors import BadInput
from pingblock.virtual.parts.battery import (
    BOOST_MV,
    BROWN_OUT_MV,
    CHEMISTRIES,
    PICO_MW,
    PRESETS,
    USB_DIODE_MV,
    USB_MV,
    BatteryModel,
    Cell,
    diode_mv,
    under_power,
)

LOUD_MW = PICO_MW + 1000


def unplugged(*cells):
    battery = BatteryModel(cells)
    battery.plugged = False
    return battery


def three(preset):
    return unplugged(*[PRESETS[preset]] * 3)


def test_constant_power_load_obeys_ohms_law_until_the_voltage_collapses():
    assert under_power(4000.0, 1.0, 0.0) == pytest.approx(4000.0)
    left_mv = under_power(4000.0, 2.0, 1000.0)
    assert left_mv == pytest.approx(4000.0 - 1000.0 * 1000 / left_mv * 2.0)
    most_mw = 4000.0**2 / (4 * 2.0) / 1000
    assert under_power(4000.0, 2.0, most_mw * 0.999) > 1900
    assert under_power(4000.0, 2.0, most_mw * 1.001) == 0.0


def test_resistor_with_constant_power_load_obeys_ohms_law():
    left_mv = unplugged(*[Cell(1500, 0.5)] * 3).vsys_mv(300.0, 0.05)
    current_ma = 300.0 * 1000 / left_mv + 0.05 * left_mv
    assert left_mv == pytest.approx(4500 - diode_mv(current_ma) - current_ma * 1.5, abs=0.1)
    # Without another load, it does not make the voltage collapse.
    current_ma = three("demo").vsys_mv(0.0, 1.0)
    assert current_ma == pytest.approx((4500 - diode_mv(current_ma)) / 10, abs=0.1)


def test_resistor_after_boost_costs_its_power_at_five_volts():
    cell = unplugged(Cell(1500, 0.2))
    assert cell.cell_mv(0.0, 0.02) == pytest.approx(cell.cell_mv(500.0))
    assert unplugged(Cell(1000, 1.0)).vsys_mv(PICO_MW, 0.13) == 0.0


def test_usb_feeds_vsys_through_diode_and_cable_regardless_of_cells():
    plugged = BatteryModel([Cell(100, 100)] * 3)
    assert plugged.vsys_mv(0.0) == USB_MV - USB_DIODE_MV
    # 4.7 V behind 0.35 ohm: a Pico of 105 mW needs 22.4 mA, which costs 7.8 mV.
    assert plugged.vsys_mv(105.0) == pytest.approx(4692.2, abs=0.1)
    # A stalled servo of 0.13 A/V leaves 4.7 V / (1 + 0.0455), which costs 204 mV.
    assert BatteryModel().vsys_mv(0.0, 0.13) == pytest.approx(4495, abs=1)


def test_cells_feed_vsys_through_diode_curve():
    cells = unplugged(*[Cell(1500, 0.0)] * 3)
    assert cells.vsys_mv(0.0) == 4500, "without a current the diode drops no voltage"
    assert 4500 - cells.vsys_mv(PICO_MW) == pytest.approx(238, abs=2)
    assert 4500 - cells.vsys_mv(2 * PICO_MW) == pytest.approx(264, abs=2)


def test_loud_sound_lowers_voltage_of_older_cells_more():
    quiet, loud = (
        {name: three(name).vsys_mv(load_mw) for name in ("fresh", "worn", "demo", "flat")}
        for load_mw in (PICO_MW, LOUD_MW)
    )
    fresh_sag = quiet["fresh"] - loud["fresh"]
    assert 50 < fresh_sag < 220
    assert quiet["worn"] - loud["worn"] > 3 * fresh_sag
    assert quiet["demo"] > 3700, "without a load they look good"
    assert quiet["flat"] > BROWN_OUT_MV
    assert max(loud["demo"], loud["flat"]) < BROWN_OUT_MV


def test_single_cell_feeds_boost_until_low_and_can_be_sensed():
    one = unplugged(Cell(1500, 0.2))
    assert one.vsys_mv(PICO_MW) == BOOST_MV
    assert 1400 < one.cell_mv(PICO_MW) < 1500
    one.plugged = True
    assert one.cell_mv(PICO_MW) == 1500, "USB must supply the load"
    assert unplugged(Cell(750, 0.0)).vsys_mv(PICO_MW) == 0.0
    for count in (2, 3):
        assert unplugged(*[Cell(1500, 0.2)] * count).cell_mv(PICO_MW) == 0.0, "only for one cell"


@pytest.mark.parametrize("count", [0, 5])
def test_pack_of_zero_or_five_cells_is_refused(count):
    with pytest.raises(BadInput, match="1 to 4 cells"):
        BatteryModel([Cell(1500, 0.1)] * count)


def test_each_chemistry_has_plausible_voltage_and_resistance():
    assert all(1000 < cell.open_mv < 1700 and cell.ohm > 0 for cell in CHEMISTRIES.values())
