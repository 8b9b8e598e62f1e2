"""Verdicts on real packs through a noisy converter: correct, and stable."""

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.fakes.noisy_adc import NoisyAdc

from pingblock.virtual.parts.battery import BatteryModel, Cell, diode_mv
from pingware.drivers.battery_adc import BatteryAdc
from pingware.shared import battery, power_budget
from pingware.shared.battery import FAULTS, VERDICTS, Battery, event, show_of
from pingware.shared.light_show import duration_ms

PICO_MW = 105  # 21 mA at 5 V

RATIO = 3
LOAD_MW = 120  # three demonstration cells of 5 ohm can just supply it


class PackOnAdc(NoisyAdc):
    """Cells, a Schottky diode with its curve, a constant-power load, a divider and a converter."""

    def __init__(self, cell_mv, cell_ohm, seed=1):
        super().__init__(seed=seed)
        self._pack = BatteryModel([Cell(cell_mv, cell_ohm)] * 3)
        self._pack.plugged = False
        self.load_mw = 0

    def sensed_mv(self):
        return self._pack.vsys_mv(PICO_MW + self.load_mw)

    def read_u16(self):
        self.pin_mv = self.sensed_mv() / RATIO
        return super().read_u16()


def measured(judge, pack):
    """The app's part: measure, load, measure."""
    adc = BatteryAdc(pack, RATIO)
    pack.load_mw = 0
    open_reading = adc.read()
    if not judge.may_load(open_reading):
        return judge.check(open_reading, open_reading, 0)
    pack.load_mw = LOAD_MW
    return judge.check(open_reading, adc.read(), LOAD_MW)


def plain(judge, cell_mv, sag_mv=0):
    """Returns a test without noise, from voltages of a cell in mV."""
    pack = judge.pack
    open_mv = cell_mv * pack.count - pack.drop_mv + sag_mv * pack.count
    return judge.check((open_mv, 3), (cell_mv * pack.count - pack.drop_mv, 3), LOAD_MW)


@pytest.mark.parametrize(
    ("cell_mv", "ohm", "verdict", "demo"),
    [  # mV and ohm of a cell, verdict, warning about demonstration cells
        pytest.param(1580, 0.15, "good", False, id="fresh alkaline"),
        pytest.param(1330, 0.3, "good", False, id="half used alkaline"),
        pytest.param(1220, 0.9, "fair", False, id="worn alkaline"),
        pytest.param(1110, 1.2, "replace_soon", False, id="nearly flat alkaline"),
        pytest.param(1000, 3.0, "stop", False, id="flat alkaline"),
        pytest.param(1600, 0.7, "good", False, id="fresh zinc-carbon"),
        pytest.param(1450, 1.5, "good", True, id="worn zinc-carbon"),
        pytest.param(1500, 3.0, "good", True, id="demo"),
    ],
)
def test_each_kind_of_cell_gets_its_verdict(cell_mv, ohm, verdict, demo):
    for seed in range(5):
        check = measured(Battery("3xaaa"), PackOnAdc(cell_mv, ohm, seed=seed))
        assert (check.verdict, check.demo_cell, check.fault) == (verdict, demo, None)


@pytest.mark.parametrize("ohm", [0.15, 0.5, 1.0, 2.0])
def test_resistance_is_measured_within_a_fifth_or_100_milliohm(ohm):
    judge = Battery("3xaaa")
    found = [measured(judge, PackOnAdc(1500, ohm, seed=n)).milliohm / 3000 for n in range(20)]
    assert sum(found) / len(found) == pytest.approx(ohm, rel=0.2, abs=0.1)


def test_losses_of_a_boost_converter_count_as_load():
    # One cell at 1.2 V: 225 mW / 0.85 / 1.2 V - 105 mW / 0.85 / 1.3 V = 125.57 mA for 100 mV.
    check = Battery("1xaaa_boost").check((1300, 3), (1200, 3), LOAD_MW)
    assert check.milliohm == pytest.approx(796, abs=2)


def test_each_pack_has_its_limits_to_the_millivolt():
    limits = {"3xaaa": (1250, 1100, 900), "2xaaa": (1250, 1150, 1100)}
    limits |= {"3xnimh": (1200, 1100, 1000), "2xnimh": (1200, 1150, 1100)}
    limits |= {"1xaaa_boost": (1250, 1100, 950)}
    assert set(limits) == set(power_budget.PACKS)
    for kind in limits:
        for index, limit in enumerate(limits[kind]):
            assert plain(Battery(kind), limit).verdict == VERDICTS[index]
            assert plain(Battery(kind), limit - 1).verdict == VERDICTS[index + 1]


@pytest.mark.parametrize("kind", power_budget.PACKS)
def test_every_pack_limit_covers_the_needs_of_the_pico(kind):
    pack = power_budget.PACKS[kind]
    sensed_mv = pack.soon_mv * pack.count - pack.drop_mv
    assert sensed_mv >= (1900 if pack.pin == "vsys" else 900)


@pytest.mark.parametrize(
    ("cell_mvs", "verdicts"),
    [
        ((1250, 1249, 1260, 1279, 1280), ["good", "fair", "fair", "fair", "good"]),
        # fresh cells improve the verdict by all steps at once
        ((850, 1500, 1120), ["stop", "good", "fair"]),
    ],
)
def test_worse_verdict_comes_at_once_and_better_one_beyond_hysteresis(cell_mvs, verdicts):
    judge = Battery("3xaaa")
    assert [plain(judge, mv).verdict for mv in cell_mvs] == verdicts


def changes(checks, field):
    values = [getattr(check, field) for check in checks]
    return sum(a != b for a, b in pairwise(values))


def cell_mv_for(loaded_cell_mv, ohm):
    """The open voltage of a cell that is judged by ``loaded_cell_mv`` under the test's load."""
    sensed_mv = 3 * loaded_cell_mv - power_budget.SCHOTTKY_MV
    current_ma = (PICO_MW + LOAD_MW) * 1000 / sensed_mv
    return (sensed_mv + diode_mv(current_ma)) / 3 + ohm * current_ma


@settings(max_examples=25)
@given(
    # the limits, and the pin at 1.2375 V, which is code 1536
    st.sampled_from([1250, 1100, 900, 1337.5]),
    st.floats(-8, 8),
    st.floats(0.1, 2.5),
    st.integers(0, 1 << 30),
)
@example(1250, 7.0, 2.5, 0)  # the open voltage is at the limit of fresh cells
def test_any_cells_at_a_limit_change_verdict_at_most_once(limit_mv, off_mv, ohm, seed):
    pack = PackOnAdc(cell_mv_for(limit_mv + off_mv, ohm), ohm, seed=seed)
    judge = Battery("3xaaa")
    checks = [measured(judge, pack) for _ in range(100)]
    assert changes(checks, "verdict") <= 1
    assert changes(checks, "demo_cell") <= 1
    assert not any(check.fault for check in checks)


@pytest.mark.parametrize(
    ("cell_mv", "ohm", "field"),
    [
        *((cell_mv_for(mv, ohm), ohm, "verdict") for mv in (1250, 900) for ohm in (0.4, 1.87)),
        (1500, 1.0, "demo_cell"),  # at the limit of that warning
    ],
)
def test_hundreds_of_tests_at_limit_change_verdict_at_most_once(cell_mv, ohm, field):
    """1.87 ohm with 900 mV only just bear a load."""
    pack, judge = PackOnAdc(cell_mv, ohm, seed=8), Battery("3xaaa")
    assert changes([measured(judge, pack) for _ in range(400)], field) <= 1


def test_unloaded_test_never_improves_the_verdict():
    judge = Battery("3xaaa")
    assert judge.check((2750, 3), (2340, 3), LOAD_MW).verdict == "stop"
    # 997 mV for each cell, without load
    assert judge.check((2690, 3), (1000, 3), 0).verdict == "stop"
    assert plain(judge, 1000).verdict == "replace_soon"


def test_draining_cells_pass_every_verdict_once_in_order():
    judge = Battery("3xaaa")
    packs = [PackOnAdc(1550 - n, 0.3, seed=n) for n in range(0, 700, 2)]
    seen = [measured(judge, pack).verdict for pack in packs]
    kept = [seen[0]] + [b for a, b in pairwise(seen) if a != b]
    assert kept == list(VERDICTS)


def test_empty_cells_are_judged_without_a_dangerous_load():
    pack = PackOnAdc(1000, 3.0)
    pack.load_mw = 300
    assert pack.sensed_mv() == 0  # this load would cause a brown-out
    assert not Battery("3xaaa").may_load((2287, 3))
    assert measured(Battery("3xaaa"), PackOnAdc(1000, 3.0)).verdict == "stop"


@pytest.mark.parametrize(
    ("fault", "readings_mv"),
    [
        ("battery_no_reading", [(0, 0), (4200, 0), (-5, 10)]),
        ("battery_absurd", [(5200, 5100), (9900, 9900)]),
        ("battery_unsteady", [(3500, 3700)]),
    ],
)
def test_absurd_readings_are_faults_and_keep_the_last_verdict(fault, readings_mv):
    for open_mv, loaded_mv in readings_mv:
        judge = Battery("3xaaa")
        plain(judge, 1050)
        check = judge.check((open_mv, 3), (loaded_mv, 3), LOAD_MW)
        assert (check.fault, check.verdict, judge.verdict) == (fault, *["replace_soon"] * 2)
        assert check.fault in FAULTS


def test_rise_within_the_noise_is_not_a_fault():
    check = Battery("3xaaa").check((4200, 3), (4205, 3), LOAD_MW)
    assert (check.milliohm, check.fault) == (0, None)


def test_check_on_usb_reports_usb_and_keeps_the_verdict():
    judge = Battery("3xaaa")
    check = judge.check((5000, 3), (4990, 3), LOAD_MW, on_usb=True)
    assert (check.fault, judge.verdict) == ("battery_on_usb", "good")
    assert show_of(check) == event(check)["fault"] == "battery_on_usb"


def test_unloaded_test_keeps_the_demo_warning_until_cells_are_flat():
    judge = Battery("3xaaa")
    assert judge.check((4200, 3), (3800, 3), LOAD_MW).demo_cell
    assert judge.check((4200, 3), (0, 0), 0).demo_cell
    flat = judge.check((2100, 3), (0, 0), 0)  # it cannot supply the load
    assert (flat.demo_cell, show_of(flat)) == (False, "battery_stop")


READING = st.tuples(st.integers(-100, 10_000), st.integers(0, 200))


@given(*[READING] * 2, st.integers(0, 2000), st.booleans())
def test_any_two_readings_give_a_check_and_no_crash(open_reading, loaded_reading, load_mw, on_usb):
    for kind in power_budget.PACKS:
        judge = Battery(kind)
        judge.may_load(open_reading)
        check = judge.check(open_reading, loaded_reading, load_mw, on_usb)
        assert check.verdict in VERDICTS
        assert check.milliohm >= 0
        assert duration_ms(battery.SHOWS[show_of(check)], 7) > 0


def test_battery_message_has_the_agreed_fields():
    # 120 mW more at 4.0 V: (225 mW / 4.0 V) - (105 mW / 4.2 V) = 31.25 mA for 200 mV, which is 6.4
    # ohm. The diode's part is 70 mV / (56.25 mA + 25 mA).
    check = Battery("3xaaa").check((4200, 3), (4000, 3), LOAD_MW)
    told = {"event": "battery", "open_mv": 4440, "loaded_mv": 4240, "milliohm": 5539}
    assert event(check) == {**told, "verdict": "good", "demo_cell": True}


def test_every_verdict_and_warning_has_a_light_show():
    judge = Battery("3xaaa")
    shows = [show_of(plain(judge, mv)) for mv in (1400, 1150, 1000, 850)]
    assert shows == ["battery_" + verdict for verdict in VERDICTS]
    assert show_of(judge.check((4200, 3), (3700, 3), LOAD_MW)) == "battery_demo_cell"
    assert set(battery.SHOWS) >= {*shows, "battery_demo_cell", "battery_on_usb"}
