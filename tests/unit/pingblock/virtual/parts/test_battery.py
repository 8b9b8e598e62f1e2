import pytest

from pingblock.errors import BadInput
from pingblock.virtual.parts.battery import (
    BOOST_MV,
    BROWN_OUT_MV,
    CHEMISTRIES,
    DIODE_MV,
    PICO_MW,
    PRESETS,
    USB_MV,
    BatteryModel,
    Cell,
    under_power,
)

LOUD_MW = PICO_MW + 1000


def unplugged(*cells):
    battery = BatteryModel(cells)
    battery.plugged = False
    return battery


def test_without_load_the_open_voltage_is_left():
    assert under_power(4000.0, 1.0, 0.0) == pytest.approx(4000.0)


def test_constant_power_load_obeys_ohms_law():
    left_mv = under_power(4000.0, 2.0, 1000.0)
    current_ma = 1000.0 * 1000 / left_mv
    assert left_mv == pytest.approx(4000.0 - current_ma * 2.0)


def test_too_much_power_makes_the_voltage_collapse():
    most_mw = 4000.0**2 / (4 * 2.0) / 1000
    assert under_power(4000.0, 2.0, most_mw * 0.999) > 1900
    assert under_power(4000.0, 2.0, most_mw * 1.001) == 0.0


def test_a_resistor_beside_a_constant_power_obeys_ohms_law():
    battery = unplugged(*[Cell(1500, 0.5)] * 3)
    left_mv = battery.vsys_mv(300.0, 0.05)
    current_ma = 300.0 * 1000 / left_mv + 0.05 * left_mv
    assert left_mv == pytest.approx(4500 - DIODE_MV - current_ma * 1.5)


def test_a_resistor_alone_never_makes_the_voltage_collapse():
    demo = unplugged(*[PRESETS["demo"]] * 3)
    assert demo.vsys_mv(0.0, 1.0) == pytest.approx(4200 / 10)


def test_a_resistor_behind_the_boost_costs_its_power_at_five_volts():
    cell = unplugged(Cell(1500, 0.2))
    assert cell.cell_mv(0.0, 0.02) == pytest.approx(cell.cell_mv(500.0))
    assert unplugged(Cell(1000, 1.0)).vsys_mv(PICO_MW, 0.13) == 0.0


def test_usb_feeds_vsys_through_a_diode_and_a_cable_whatever_the_cells_are():
    plugged = BatteryModel([Cell(100, 100)] * 3)
    assert plugged.vsys_mv(0.0) == USB_MV - DIODE_MV
    # 4.7 V behind 0.35 ohm: a Pico of 105 mW takes 22.4 mA, so 7.8 mV.
    assert plugged.vsys_mv(105.0) == pytest.approx(4692.2, abs=0.1)


def test_a_stalled_servo_on_usb_costs_a_fifth_of_a_volt():
    """0.13 A/V behind 0.35 ohm: 4.7 V / (1 + 0.0455), so 204 mV."""
    plugged = BatteryModel()
    assert plugged.vsys_mv(0.0, 0.13) == pytest.approx(4495, abs=1)


def test_cells_feed_vsys_through_the_diode():
    assert unplugged(*[Cell(1500, 0.0)] * 3).vsys_mv(500.0) == pytest.approx(4500 - DIODE_MV)


def test_fresh_cells_sag_a_little_and_worn_ones_more():
    fresh, worn = (unplugged(*[PRESETS[name]] * 3) for name in ("fresh", "worn"))
    fresh_sag, worn_sag = (b.vsys_mv(PICO_MW) - b.vsys_mv(LOUD_MW) for b in (fresh, worn))
    assert 50 < fresh_sag < 200
    assert worn_sag > 4 * fresh_sag


def test_demo_cells_look_good_open_but_cannot_carry_a_loud_sound():
    demo = unplugged(*[PRESETS["demo"]] * 3)
    assert demo.vsys_mv(PICO_MW) > 3700
    assert demo.vsys_mv(LOUD_MW) < BROWN_OUT_MV


def test_flat_cells_still_run_the_pico_but_no_sound():
    flat = unplugged(*[PRESETS["flat"]] * 3)
    assert flat.vsys_mv(PICO_MW) > BROWN_OUT_MV
    assert flat.vsys_mv(LOUD_MW) < BROWN_OUT_MV


def test_single_cell_feeds_a_boost_until_it_is_too_low():
    assert unplugged(Cell(1500, 0.2)).vsys_mv(PICO_MW) == BOOST_MV
    assert unplugged(Cell(750, 0.0)).vsys_mv(PICO_MW) == 0.0


def test_single_cell_can_be_sensed_and_a_pack_of_three_cannot():
    one = unplugged(Cell(1500, 0.2))
    assert 1400 < one.cell_mv(PICO_MW) < 1500
    assert unplugged(*[Cell(1500, 0.2)] * 3).cell_mv(PICO_MW) == 0.0


@pytest.mark.parametrize("count", [0, 5])
def test_no_pack_has_none_or_five_cells(count):
    with pytest.raises(BadInput, match="1 to 4 cells"):
        BatteryModel([Cell(1500, 0.1)] * count)


def test_each_chemistry_is_a_cell_that_can_be():
    for cell in CHEMISTRIES.values():
        assert 1000 < cell.open_mv < 1700
        assert cell.ohm > 0
