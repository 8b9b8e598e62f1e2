"""The simulated circuits stay within their limits, and wrong circuits are noticed."""

import pytest
from tools.hardware import simulate, spread
from tools.hardware.products import ROOT
from tools.hardware.simulate import SimulationFailed

CASES = {case["name"]: case for case in simulate.cases()}


@pytest.mark.parametrize("name", CASES)
def test_simulated_values_are_within_their_limits(name):
    results = simulate.run(CASES[name])
    assert {r.measured: r.value for r in results if not r.holds} == {}
    assert len(results) == len(CASES[name]["limits"]) >= 1


def changed(name, **values):
    return {**CASES[name], **values}


SEEDED = [
    (changed("reversed cells without USB", volts=4.74), "vsys_v"),
    (changed("thump, inputs biased in shutdown", C3="1u", C4="1u"), "thump_db"),
    (changed("thump, inputs open in shutdown", R4="1g"), "thump_db"),
    (changed("brown-out, worn alkaline, everything at once", ohms=12), "least_v"),
    (changed("servo supply, fresh alkaline, moving", C2="10n", R4="1k"), "inrush_a"),
    (changed("stall on fresh cells", servo_ma=250, trips=False), "last_ma"),
    (changed("audio, 1 kHz at full level", R5="51k", R6="51k"), "speaker_mw"),
    (changed("switch-on, fresh cells", C5="1000u"), "half_us"),
    (changed("cell sense of the variant with one cell, load switched on", C6="140n"), "done_ms"),
    (changed("full sine", R5="100k"), "supply_mw"),
    (changed("loudness at 0.5 m, full sine, cube as printed", grille_mm2=8), "db_3k"),
    (changed("loudness at 0.5 m, full sine, cube as printed", back_cm3=8), "db_400"),
    (changed("one cell, worn, as soft as the firmware makes it", sound_w=0.2), "least_v"),
    (changed("one cell, fresh, sound and light together", R14="47k"), "sense_error_mv"),
    # Faults that an earlier simulation did not notice.
    (changed("load of the battery test, fresh cells", R8="470k"), "load_ma"),
    (changed("amplifier's shutdown pin", R9="10meg"), "bare_v"),
    (changed("light, each colour alone", R11="10k"), "green_ma"),
    (changed("amplifier's shutdown pin", module="as bought"), "boot_v"),
    (changed("amplifier's shutdown pin", module="as bought"), "off_ua"),
    (changed("full sine", module="as bought"), "speaker_mw"),
    (changed("thump, inputs biased in shutdown", module="as bought"), "thump_db"),
    (changed("servo supply, the freshest cells, standing still", C2="100n"), "inrush_a"),
    (changed("servo supply, the freshest cells, standing still", volts=6.9), "idle_servo_v"),
    (changed("the fuse in a hot room: 40 degrees, once tripped before, moving all the time",
             servo_ma=480), "heat_k"),
    (changed("clamps at the link: 15 V of either sign, asleep", guard_ohm="4.7k"),
     "rail_most_v"),
    (changed("clamps at the link: 15 V of either sign, asleep", rail_ma=0.5),
     "rail_most_v"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "measured"), SEEDED, ids=[f"{m} {at}" for at, (_, m) in enumerate(SEEDED)]
)
def test_wrong_part_exceeds_its_limit(case, measured):
    case = {**case, "limits": {measured: case["limits"][measured]}}
    assert [r.holds for r in simulate.run(case)] == [False]


def test_fuse_trips_according_to_its_data_sheet():
    """Bourns MF-R030 at 23 degrees: 0.30 A never trips it, 0.60 A always does, at both ends."""
    stall = {**CASES["stall on fresh cells"], "volts": 12, "ohms": 0, "trips": False}
    limits = {"last_ma": [0, 9999, "mA", ""]}
    for ohm, wanted, trips in ((1.36, 0.30, False), (0.76, 0.62, True)):
        # The servo's line is set so that its current is the current in the data sheet's test.
        drawn = {"fuse_ohm": ohm, "servo_ma": wanted * 5000 / (12 - 0.8 - wanted * ohm)}
        (last,) = simulate.run({**stall, **drawn, "limits": limits})
        assert (last.value < 250) is trips, last


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x\nV1 a 0 1\nR1 a 0 1\n.tran 1m 10m\n.meas tran t WHEN v(a)=5\n.end\n", "rror: measure"),
        ("x\nV1 a 0 1\nR1 a 0 {none}\n.tran 1m 10m\n.end\n", "Undefined"),
    ],
)
def test_failed_measurement_in_ngspice_raises_an_error(text, why, tmp_path):
    with pytest.raises(SimulationFailed, match=why):
        simulate.measure(text, "seeded", tmp_path)


def test_unmeasured_or_missing_value_raises_an_error():
    case = CASES["reversed cells without USB"]
    with pytest.raises(SimulationFailed, match="no_such was not measured"):
        simulate.run({**case, "limits": {"no_such": [0, 1, "", ""]}})
    wrong = {name: value for name, value in case.items() if name != "load_ohm"}
    with pytest.raises(SimulationFailed, match="no value for load_ohm"):
        simulate.run(wrong)


@pytest.mark.parametrize(
    "each", spread.spreads(), ids=lambda each: f"{each['case']}, {each['measured']}"
)
def test_tolerances_keep_values_within_their_limits(each):
    least, greatest = spread.run(each)
    assert least.holds, f"{least.value:.4g}"
    assert greatest.holds, f"{greatest.value:.4g}"
    nominal = simulate.run({**CASES[each["case"]], "limits": {each["measured"]: each["limits"]}})
    assert least.value < nominal[0].value < greatest.value


def test_wider_tolerance_or_former_part_exceeds_a_limit():
    """1 % at R5 and R6, and the former network of the input (1.8 k, 150 n, 100 k)."""
    biased, opened, _, drawn, *_ = spread.spreads()
    wide = {**opened["figures"], "R5": 1, "R6": 1}
    parts = "R3 R4"
    assert not spread.run({**opened, "parts": parts, "figures": wide, "runs": 0})[1].holds
    old = {"R3": "1.8k", "R4": "1.8k", "C3": "150n", "C4": "150n", "R5": "100k", "R6": "100k"}
    former = [changed("thump, inputs biased in shutdown", **old)]
    assert not spread.run({**biased, "runs": 0}, former)[1].holds
    loud = [changed("full sine", R5="120k")]
    assert not spread.run({**drawn, "runs": 0}, loud)[1].holds


def test_missing_tolerance_or_source_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no tolerance is given for LS1"):
        spread.run({**spread.spreads()[2], "parts": "LS1", "figures": {}})
    bad = tmp_path / "bad.toml"
    bad.write_text('[[figure]]\nname = "x"\nvalue = "1"\nstatus = "guess"\nsource = ""\n')
    with pytest.raises(ValueError, match="x: its source"):
        simulate.figures(bad)


def test_simulated_carrier_matches_the_firmware():
    driver = ROOT / "firmware" / "pingware" / "drivers" / "speaker.py"
    assert f"\nTOP = {simulate.TOP}\n" in driver.read_text(encoding="utf-8")
    assert pytest.approx(125e6 / 945, abs=0.01) == simulate.CARRIER_HZ
    assert simulate.CARRIERS_A_SAMPLE * 945 == 5670
