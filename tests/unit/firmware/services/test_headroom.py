"""The loudest sound that cells can supply, compared with the part model of the cells."""

import pytest

from pingblock.virtual.parts import battery as model
from pingblock.virtual.parts.battery import PICO_MW, PRESETS, Cell, under_power
from pingware.services import headroom
from pingware.shared import power_budget
from pingware.shared.power_budget import PACKS

NEEDED_MW = 900  # three times the loudest sound. Beyond this, the diode drops more
FLOOR_MV = {"vsys": 2200, "cell": 950}
CELLS = [*PRESETS.values(), Cell(1100, 1.5), Cell(900, 0.3), Cell(1450, 9.0), Cell(1000, 0.1)]


def vsys_mv(pack, cell, load_mw):
    """Returns VSYS behind the diode."""
    battery = model.BatteryModel([cell] * pack.count)
    battery.plugged = False
    return battery.vsys_mv(load_mw)


def cells_tested(pack, cell):
    """Returns the result of a test without errors."""
    ohm = cell.ohm * pack.count
    if pack.pin == "vsys":
        open_mv = vsys_mv(pack, cell, PICO_MW) + pack.drop_mv
    else:
        open_mv = under_power(cell.open_mv, ohm, PICO_MW * 100 / pack.efficiency_pct)
    return int(open_mv), int(ohm * 1000)


def lowest_mv(pack, cell, load_mw):
    """Returns the sensed voltage under the Pico, its light and ``load_mw``."""
    load_mw += PICO_MW + 99.0
    if pack.pin == "vsys":
        return vsys_mv(pack, cell, load_mw)
    return under_power(cell.open_mv, cell.ohm, load_mw / model.BOOST_EFFICIENCY)


@pytest.mark.parametrize("cell", CELLS, ids=str)
@pytest.mark.parametrize("kind", PACKS)
def test_allowed_sound_power_keeps_the_supply_above_the_floor(kind, cell):
    pack = PACKS[kind]
    spare = headroom.spare_mw(pack, *cells_tested(pack, cell))
    if spare:
        assert lowest_mv(pack, cell, min(spare, NEEDED_MW)) >= FLOOR_MV[pack.pin] - 25


@pytest.mark.parametrize("kind", ["3xaaa", "2xaaa"])
def test_allowed_sound_power_leaves_less_than_20_pct_unused(kind):
    pack, cell = PACKS[kind], Cell(1500, 0.9)
    spare = headroom.spare_mw(pack, *cells_tested(pack, cell))
    assert spare > 0
    assert lowest_mv(pack, cell, 1.2 * spare) < FLOOR_MV[pack.pin]


def test_voltage_floors_are_above_brown_out_and_converter_minimum():
    assert power_budget.FLOOR_VSYS_MV == FLOOR_MV["vsys"] >= model.BROWN_OUT_MV + 300
    assert power_budget.FLOOR_CELL_MV == FLOOR_MV["cell"] >= model.BOOST_MIN_CELL_MV + 100


@pytest.mark.parametrize(("preset", "gain"), [("fresh", 256), ("flat", 14)])
def test_fresh_cells_allow_full_gain_and_flat_cells_the_least(preset, gain):
    pack = PACKS["3xaaa"]
    assert headroom.gain_for(headroom.spare_mw(pack, *cells_tested(pack, PRESETS[preset]))) == gain


def test_gain_follows_the_square_root_of_the_power():
    gains = {218: 256, 68: 128, 10**6: 256, 18: 14, 0: 14}
    assert {power_mw: headroom.gain_for(power_mw) for power_mw in gains} == gains


@pytest.mark.parametrize(
    ("kind", "open_mv", "milliohm", "spare_mw"),
    [
        # 3.76 V are sensed. The Pico's 105 mW need 27.9 mA, so the source has 4.039 V, and 3.919 V
        # behind the loaded diode. At the floor of 2.2 V it gives 171.9 mA or 378 mW, of which Pico
        # and light need 205.
        ("3xaaa", 4000, 10_000, 173),
        # 105 mW at 85 % and 1.4 V are 88.2 mA, so the source has 1.444 V. At the floor of 0.95 V
        # it gives 988 mA or 939 mW, which are 798 mW behind the converter, minus 205.
        ("1xaaa_boost", 1400, 500, 593),
        # No case needs more than 2 A: 4.4 W at 2.2 V, minus 205 mW.
        ("3xaaa", 4500, 1, 4195),
        ("3xaaa", 2440, 1, 0),  # 2.2 V are sensed without a load
    ],
)
def test_spare_power_excludes_pico_and_light_at_the_floor_voltage(
    kind, open_mv, milliohm, spare_mw
):
    assert headroom.spare_mw(PACKS[kind], open_mv, milliohm) == pytest.approx(spare_mw, abs=3)


def test_cells_without_resistance_cause_no_division_by_zero():
    assert headroom.spare_mw(PACKS["3xaaa"], 4500, 0) > 2000
