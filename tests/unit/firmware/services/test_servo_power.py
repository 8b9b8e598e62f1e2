"""The worms on all kinds of cells: never a restart, full speed if possible, stalls noticed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.firmware.services.worms_on_cells import Converter, Run, milliohm_of, pack_of

from pingblock.virtual.parts.battery import CHEMISTRIES, PICO_MW, PRESETS, Cell, under_power
from pingblock.virtual.parts.servo import HURRYING_MA, STALL_MA
from pingware.services import servo_power
from pingware.services.servo_power import CELLS_WEAK, STALLED, STOP, TURN_BACK, Guard, loaded_mv
from pingware.shared.motion import PROFILES
from pingware.shared.power_budget import PACKS

SOUNDS_MW = (0, 87, 700)  # power of silence, of the default volume, and of the loudest sound
FRESH = PRESETS["fresh"]
FLOOR_MV = 2200  # 0.4 V above the 1.8 V that a Pico needs


def run_on(cell, profile="normal", most_sound_mw=0, seed=1, blocked=False, count=3):
    """Returns a Run of such cells, whose resistance was tested before, after ten seconds."""
    pack = pack_of(cell, count)
    run = Run(pack, profile, most_sound_mw, milliohm_of(pack), seed)
    if blocked:
        run.servo.block(0.0, 80.0, 100.0)
    return run.play(10)


def begun(cell=FRESH, milliohm=None, most_sound_mw=0, on_usb=False, kind="3xaaa"):
    """Returns (guard, its first answer) on three such cells."""
    pack = pack_of(cell)
    guard = Guard(PACKS[kind])
    milliohm = milliohm_of(pack) if milliohm is None else milliohm
    return guard, guard.begin(int(pack.vsys_mv(PICO_MW)), milliohm, on_usb, most_sound_mw)


# these tests use the part models


@pytest.mark.parametrize("blocked", [False, True], ids=["free", "blocked"])
@pytest.mark.parametrize("most_sound_mw", SOUNDS_MW)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_cell_preset_stays_above_the_voltage_floor(preset, profile, most_sound_mw, blocked):
    run = run_on(PRESETS[preset], profile, most_sound_mw, blocked=blocked)
    assert run.lowest_mv >= FLOOR_MV


@pytest.mark.parametrize("most_sound_mw", SOUNDS_MW)
@pytest.mark.parametrize("profile", PROFILES)
def test_fresh_cells_are_never_slowed_down(profile, most_sound_mw):
    for seed in range(2):
        run = run_on(FRESH, profile, most_sound_mw, seed)
        assert set(run.answers) == {100}
        assert run.guard.fault is None


@pytest.mark.parametrize("profile", PROFILES)
def test_worn_cells_move_the_worms_slowly_at_default_volume(profile):
    run = run_on(PRESETS["worn"], profile, 87)
    assert run.guard.fault is None
    assert run.answers[0] == 25
    assert 25 < max(run.answers) < 75


@pytest.mark.parametrize(("preset", "most_sound_mw"), [("demo", 0), ("flat", 0), ("worn", 700)])
def test_cells_too_weak_for_servo_and_sound_stop_the_worms(preset, most_sound_mw):
    run = run_on(PRESETS[preset], most_sound_mw=most_sound_mw)
    assert (run.answers, run.guard.fault) == ([STOP], CELLS_WEAK)


@pytest.mark.parametrize("preset", ["fresh", "worn"])
@pytest.mark.parametrize("profile", PROFILES)
def test_blocked_worms_turn_back_at_most_twice_before_they_stop(profile, preset):
    pack = pack_of(PRESETS[preset])
    for seed in range(2):
        assert TURN_BACK not in run_on(PRESETS[preset], profile, 87, seed).answers
        run = Run(pack, profile, 87, milliohm_of(pack), seed)
        run.servo.block(0.0, 80.0, 100.0)
        run.play(60)
        assert run.guard.fault == STALLED
        assert 1 <= run.answers.count(TURN_BACK) <= 2
        assert run.answers[-1] == STOP


# new, used, at a wide code of the ADC, worn
@pytest.mark.parametrize("cell", [FRESH, Cell(1400, 0.3), Cell(1345, 0.25), PRESETS["worn"]])
@pytest.mark.parametrize("blocked", [False, True], ids=["free", "blocked"])
def test_real_converter_distinguishes_stalls_from_free_wiggles(cell, blocked):
    for seed in range(3):
        pack, read = pack_of(cell), Converter(seed)
        run = Run(pack, "normal", 87, milliohm_of(pack, read), seed, read)
        if blocked:
            run.servo.block(0.0, 80.0, 100.0)
        run.play(20)
        assert run.guard.fault == (STALLED if blocked else None)
        assert run.answers.count(TURN_BACK) == (2 if blocked else 0)
        assert run.lowest_mv >= FLOOR_MV


def stall_ms(run):
    """Returns the length of each stall in the servo's record, ms."""
    lasted, since = [], None
    for row in run.servo.rows:
        stalled = row.current_ma > STALL_MA / 2
        if stalled and since is None:
            since = row.time_ms
        elif not stalled and since is not None:
            lasted.append(row.time_ms - since)
            since = None
    return lasted


@pytest.mark.parametrize("profile", PROFILES)
def test_no_stall_lasts_longer_than_a_second_and_a_half(profile):
    for seed in (1, 2):
        run = run_on(FRESH, profile, blocked=True, seed=seed)
        assert len(stall_ms(run)) >= 2
        assert max(stall_ms(run)) < 1500


def test_wiggle_continues_when_the_blockage_is_gone():
    pack = pack_of(FRESH)
    run = Run(pack, "normal", 0, milliohm_of(pack))
    run.servo.block(0.0, 80.0, 100.0)
    while TURN_BACK not in run.answers:
        run.play(1)
    run.servo.block(run.servo.rows[-1].time_ms * 1000)
    run.play(20)
    assert run.guard.fault is None


@pytest.mark.parametrize("preset", PRESETS)
def test_untested_cells_keep_the_pico_running_with_free_worms(preset):
    for most_sound_mw in SOUNDS_MW:
        for seed in range(2):
            run = Run(pack_of(PRESETS[preset]), "fast", most_sound_mw, None, seed).play(10)
            assert run.lowest_mv > 2000


def test_untested_fresh_cells_move_worms_but_demo_cells_do_not():
    assert Run(pack_of(FRESH), "normal", 300, None).answers == [25]
    assert Run(pack_of(PRESETS["demo"]), "normal", 300, None).answers == [STOP]


cell_kinds = st.builds(Cell, st.floats(850, 1650), st.floats(0.03, 4.0))


@settings(max_examples=60)
@given(
    cell_kinds, st.sampled_from(list(PROFILES)), st.integers(0, 700), st.booleans(), st.integers(0)
)
def test_any_generated_cells_stay_above_the_voltage_floor(
    cell, profile, most_sound_mw, blocked, seed
):
    pack = pack_of(cell)
    run = Run(pack, profile, most_sound_mw, round(cell.ohm * 3000), seed)
    if blocked:
        run.servo.block(0.0, 80.0, 100.0)
    assert run.play(4).lowest_mv >= FLOOR_MV


@settings(max_examples=30)
@given(cell_kinds, st.integers(0, 700), st.integers(-300, 300))
def test_resistance_wrong_by_300_milliohm_causes_no_restart(cell, sound, wrong):
    milliohm = max(1, round(cell.ohm * 3000) + wrong)
    run = Run(pack_of(cell), "fast", sound, milliohm)
    run.servo.block(0.0, 80.0, 100.0)
    assert run.play(3).lowest_mv >= 1900


# before a wiggle


def on_usb(open_mv=4690):
    """Returns the guard of a wiggle on USB."""
    guard = Guard(PACKS["3xaaa"])
    assert guard.begin(open_mv, None, True, 87) == 100
    return guard


def test_usb_supply_low_at_standstill_turns_back_twice_then_stops():
    """23 mA on 1.5 ohm are not a stall. A servo idles at 5 to 10 mA, a light needs 15 mA."""
    guard = on_usb()
    assert [guard.look(mv, True) for mv in (4690, 4300, 3000, 4300)] == [100] * 4
    assert {guard.look(4690 - 35, True, still=True) for _ in range(100)} == {100}
    assert guard.fault is None
    guard = on_usb()
    answers = [guard.look(4690 - 60, True, still=True) for _ in range(3)]
    assert answers == [TURN_BACK, TURN_BACK, STOP]
    assert guard.fault == STALLED


def test_usb_wiggle_begun_during_a_sound_learns_the_quiet_supply():
    guard = on_usb(4600)
    assert guard.look(4690, True, still=True) == 100
    assert guard.look(4620, True, still=True) == TURN_BACK


def test_standstill_reveals_a_stall_on_stiff_nimh_cells():
    """A stall costs 3 x 0.05 ohm x 0.6 A = 90 mV."""
    guard, _ = begun(CHEMISTRIES["nimh"], milliohm=150)
    open_mv = int(pack_of(CHEMISTRIES["nimh"]).vsys_mv(PICO_MW))
    assert guard.look(open_mv - 80, False) == 100
    assert guard.look(open_mv - 80, False, still=True) == TURN_BACK


def test_untested_cells_cause_no_turn_back_at_standstill():
    guard = Guard(PACKS["3xaaa"])
    guard.begin(4400, None, False, 0)
    assert {guard.look(4200, False, still=True) for _ in range(30)} == {40, 50}


@pytest.mark.parametrize(
    ("cell", "begin", "answer"),
    [
        (FRESH, {"kind": "1xaaa_boost"}, STOP),
        (FRESH, {"kind": "1xaaa_boost", "on_usb": True}, 100),
        (CHEMISTRIES["nimh"], {"milliohm": 150}, 100),
        (FRESH, {"milliohm": 0}, 25),  # this counts as not known
    ],
)
def test_wiggle_begins_at_the_speed_that_the_cells_allow(cell, begin, answer):
    assert begun(cell, **begin)[1] == answer


def test_two_alkaline_cells_slow_worms_and_two_nimh_stop_them():
    two = Guard(PACKS["2xaaa"])
    assert two.begin(2848, 300, False, 87) == 25
    assert max(two.look(2800, False) for _ in range(10)) == 58
    assert two.begin(2335, 100, False, 87) == STOP


def test_new_wiggle_forgets_the_faults_of_the_previous_one():
    guard, _ = begun()
    guard.look(2000, False)
    assert guard.fault == CELLS_WEAK
    assert guard.begin(4429, 450, False, 0) == 100
    assert guard.fault is None
    assert guard.look(4400, False) == 100


def test_usb_unplugged_during_a_wiggle_leaves_the_speed_to_cells():
    for cell, expected in ((FRESH, 100), (PRESETS["worn"], 25), (PRESETS["demo"], STOP)):
        guard, answer = begun(cell, on_usb=True)
        assert answer == 100
        assert guard.look(int(pack_of(cell).vsys_mv(PICO_MW)), False) == expected
        assert guard.fault == (None if expected else CELLS_WEAK)


def test_usb_during_a_wiggle_gives_full_speed_without_later_stall():
    guard, _ = begun(PRESETS["worn"])
    assert guard.look(3300, False) < 100
    assert guard.look(5000, True) == 100
    assert [guard.look(3300, False) for _ in range(4)] == [25, 40, 55, 60]


# during a wiggle


def test_weak_cells_begin_slowly_and_speed_up_within_their_limits():
    guard, answer = begun(PRESETS["worn"])
    assert [answer, *(guard.look(3300, False) for _ in range(5))] == [25, 40, 55, 70, 76, 76]


def test_sag_slows_the_rest_of_the_wiggle():
    guard, _ = begun(CHEMISTRIES["nimh"], milliohm=150)
    assert guard.look(2700, False) == 55
    assert guard.look(3600, False) == 55
    assert guard.look(2400, False) == 25


def test_speed_falls_linearly_from_3000_mv_to_2500_mv():
    """75 % more over the 500 mV from 2.5 V on: a percent in 6.7 mV."""
    speeds = {2200: 25, 2506: 25, 2507: 26, 2600: 40, 2750: 62, 2800: 70, 2999: 99}
    for mv, pct in {**speeds, 3000: 100, 3600: 100}.items():
        guard, _ = begun(CHEMISTRIES["nimh"], milliohm=150)
        assert [guard.look(mv, False) for _ in range(6)][-1] == pct, mv


def test_supply_below_the_floor_stops_the_worms_at_once():
    guard, _ = begun()
    assert guard.look(FLOOR_MV, False) != STOP
    assert guard.look(FLOOR_MV - 1, False) == STOP
    assert guard.fault == CELLS_WEAK


def fresh_guard():
    """Returns the guard of a wiggle on fresh cells, their supply in silence, and in a stall."""
    guard, _ = begun(FRESH)
    pack = pack_of(FRESH)
    return guard, int(pack.vsys_mv(PICO_MW)), int(pack.vsys_mv(PICO_MW, STALL_MA / 5000))


def test_three_low_readings_in_a_row_are_a_stall():
    """A third of a second."""
    assert servo_power.LOOK_MS == 100
    guard, high_mv, low_mv = fresh_guard()
    readings = [low_mv, low_mv, high_mv, low_mv, low_mv, low_mv]
    assert [guard.look(mv, False) for mv in readings] == [100] * 5 + [TURN_BACK]


def test_worms_get_time_to_turn_back():
    guard, high_mv, low_mv = fresh_guard()
    answers = [guard.look(low_mv, False) for _ in range(3 + 14)]
    assert answers.count(TURN_BACK) == 1
    assert guard.look(high_mv, False) == 100
    assert [guard.look(low_mv, False) for _ in range(3)] == [100, 100, TURN_BACK]


def test_worms_stop_if_turning_back_does_not_free_them():
    guard, _, low_mv = fresh_guard()
    answers = [guard.look(low_mv, False) for _ in range(3 + 15)]
    assert answers.count(TURN_BACK) == 1
    assert answers[-1] == STOP
    assert guard.fault == STALLED


def test_full_speed_during_the_loudest_sound_is_not_a_stall():
    guard, _ = begun(FRESH, most_sound_mw=700)
    moving_mv = int(pack_of(FRESH).vsys_mv(PICO_MW + 99 + 700, HURRYING_MA / 5000))
    assert {guard.look(moving_mv, False) for _ in range(30)} == {100}


def test_new_wiggle_resets_the_count_of_turn_backs():
    guard, high_mv, low_mv = fresh_guard()
    for _ in range(3):
        guard.begin(high_mv, 450, False, 0)
        answers = [guard.look(low_mv, False) for _ in range(4)]
        assert answers == [100, 100, TURN_BACK, 100]


def test_cells_that_tire_slowly_are_not_a_stall():
    guard, high_mv, _ = fresh_guard()
    assert {guard.look(high_mv - tenths // 2, False) for tenths in range(600)} == {100}


# predictions


@given(st.integers(1500, 5000), st.integers(1, 9000), st.integers(0, 650), st.integers(100, 1500))
def test_predicted_voltage_stays_within_15_mv_of_the_model(source_mv, milliohm, servo_ma, load):
    share = 1 + milliohm * servo_ma / 5e6
    model_mv = under_power(source_mv / share, milliohm / 1000 / share, load)
    predicted_mv = loaded_mv(source_mv, milliohm, servo_ma, load)
    half_mv = source_mv / share / 2  # below this, the voltage cannot be stable
    if model_mv == 0:
        assert predicted_mv < half_mv + half_mv**0.5 + 2, "steps of 1 mV end before the collapse"
    elif model_mv > 0.6 * source_mv / share:
        assert -15 <= predicted_mv - model_mv <= 3
