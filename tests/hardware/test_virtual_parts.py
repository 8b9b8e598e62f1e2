"""Compares the virtual device's simplified parts and the battery check with ngspice."""

import csv
import math

import numpy as np
import pytest
from tools.hardware import simulate

from pingblock.virtual.parts import battery, servo, speaker
from pingware.shared.battery import Battery

OWN = "Is=20u N=1.2 Rs=0.05"  # a diode of the same type by another maker
PUBLIC = "Is=31.7u N=1.373 Rs=0.051"
LOAD_OHM = 220
# Open voltage (V) and resistance (ohm) of three cells: new, cold, used, worn, demonstration.
PACKS = [(4.74, 0.45), (4.5, 1.5), (4.5, 2.7), (4.0, 0.9), (3.75, 2.7), (4.5, 3.3), (4.5, 9.0)]


def vsys_of(packs, loads, tmp_path, model=PUBLIC):
    """Returns VSYS in V of each pack under its (constant power in W, conductance in A/V)."""
    deck = ["Cells behind a diode", f".model SCHOTTKY D({model})"]
    for at, ((volts, ohm), (watt, siemens)) in enumerate(zip(packs, loads, strict=True)):
        deck += [
            f"V{at} i{at} 0 {volts}\nR{at} i{at} a{at} {ohm}\nD{at} a{at} v{at} SCHOTTKY",
            f"C{at} v{at} 0 10u\n.ic v(v{at})={volts - 0.3}",
            f"B{at} v{at} 0 I={watt}/max(v(v{at}),0.9)+v(v{at})*{siemens}",
            f".meas tran v{at} AVG v(v{at}) from=15m to=20m",
        ]
    found = simulate.measure("\n".join([*deck, ".tran 20u 20m UIC", ".end\n"]), "", tmp_path)
    return [found[f"v{at}"] for at in range(len(packs))]


def virtual_vsys(pack, load):
    cells = battery.BatteryModel([battery.Cell(pack[0] * 1000 / 3, pack[1] / 3)] * 3)
    cells.plugged = False
    return cells.vsys_mv(load[0] * 1000, load[1]) / 1000


@pytest.mark.parametrize("load", [(0.105, 0), (0.23, 0), (0.42, 0), (0.2, 0.05), (0.105, 0.13)])
def test_virtual_cells_follow_the_curve_of_the_diode(load, tmp_path):
    packs = PACKS[:5]
    found = vsys_of(packs, [load] * len(packs), tmp_path)
    assert [virtual_vsys(pack, load) for pack in packs] == pytest.approx(found, abs=0.003)


@pytest.mark.parametrize("model", [OWN, PUBLIC])
def test_battery_check_measures_cell_resistance_behind_the_diode(model, tmp_path):
    idle = (0.105, 0)
    opened = vsys_of(PACKS, [idle] * len(PACKS), tmp_path, model)
    loaded = vsys_of(PACKS, [(0.105, 1 / LOAD_OHM)] * len(PACKS), tmp_path, model)
    for (volts, ohm), open_v, loaded_v in zip(PACKS, opened, loaded, strict=True):
        judged = Battery("3xaaa").check(
            (round(open_v * 1000), 3),
            (round(loaded_v * 1000), 3),
            int(loaded_v * loaded_v * 1000 / LOAD_OHM),
        )
        assert judged.milliohm / 1000 == pytest.approx(ohm, abs=0.2)
        at_cells_v = volts - 0.105 / open_v * ohm
        assert judged.open_mv / 1000 == pytest.approx(at_cells_v, abs=0.025)
        assert judged.demo_cell == (ohm > 3)


def test_virtual_vsys_under_servo_load_matches_the_circuit(tmp_path):
    """The breadboard's servo, moving and stalled, on fresh and on worn cells."""
    case = next(case for case in simulate.cases() if case["file"] == "brown_out.cir")
    for (volts, ohm), servo_ma in [(PACKS[0], servo.HURRYING_MA), (PACKS[4], servo.STALL_MA)]:
        still = {"volts": volts, "ohms": ohm, "servo_ma": servo_ma, "light_w": 0, "sound_w": 0}
        text = simulate.filled({**case, **still})
        found = simulate.measure(text, "servo", tmp_path)["least_v"]
        contact = float(simulate.values_of(case)["contact_ohm"])
        wanted = virtual_vsys((volts, ohm + contact), (0.105, servo_ma / 5000))
        assert wanted == pytest.approx(found, abs=0.01)


def test_virtual_speaker_loses_what_the_input_network_does(tmp_path):
    case = next(case for case in simulate.cases() if case["file"] == "audio_level.cir")
    pitches = (400, 700, 1000, 2000, 3000)
    wanted = "".join(f".meas ac at_{hz} FIND vm(out) AT={hz}\n" for hz in pitches)
    text = simulate.filled(case).replace(".end\n", f"{wanted}.end\n")
    found = simulate.measure(text, "levels", tmp_path)
    rate_hz = 48_000
    response = speaker.coupling(rate_hz)
    for hz in pitches:
        turns = np.exp(-2j * np.pi * hz / rate_hz * np.arange(len(response)))
        virtual_db = 20 * math.log10(abs(np.sum(response * turns)))
        circuit_db = 20 * math.log10(found[f"at_{hz}"] / found["at_1000"])
        assert virtual_db == pytest.approx(circuit_db, abs=1.0), hz


def test_virtual_input_capacitor_settles_like_the_circuit(tmp_path):
    """C3 settles before the amplifier starts: to a 1/e within COUPLING_US, +- 5 %."""
    case = next(case for case in simulate.cases() if case["file"] == "audio_level.cir")
    value = simulate.values_of(case)
    deck = (
        f"Start\nVpin pin 0 PULSE(0 1.65 1u 1n 1n 1)\nRpin pin P 40\nR1 P A {value['R1']}\n"
        f"C1 A 0 {value['C1']}\nC3 A I {value['C3'].split()[0]}\nR3 I 0 {value['R3']}\n"
        ".tran 1u 3m 0 1u\n.meas tran early FIND v(I) AT=0.5m\n"
        ".meas tran late FIND v(I) AT=1.5m\n.end\n"
    )
    found = simulate.measure(deck, "start", tmp_path)
    circuit_us = 1000 / math.log(found["early"] / found["late"])
    assert pytest.approx(circuit_us, rel=0.06) == speaker.COUPLING_US


def test_virtual_amplifier_draws_the_worst_case_of_the_circuit():
    with (simulate.FOLDER / "made" / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["case"], row["measured"]): row["value"] for row in csv.DictReader(file)}
    worst_mw = float(rows["spread: full sine", "greatest supply_mw"])
    assert worst_mw <= speaker.AMP_FULL_SINE_MW <= 1.15 * worst_mw
