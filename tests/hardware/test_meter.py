"""A simulated build without faults passes each check, and a harmful mistake fails a check."""

from dataclasses import replace

import pytest
from tools.hardware import meter, meter_deck, meter_harm, meter_pages
from tools.hardware.meter_deck import Deck, Mistake, Probe, Spread

from pingblock.care.selftest.parts import LIKELY

BLOCK, BASE = "question_block", "apple_base"


@pytest.fixture(scope="module")
def expected():
    return {thing: meter.expected(thing) for thing in (BLOCK, BASE)}


@pytest.fixture(scope="module")
def selftest():
    return {thing: meter.expected(thing, "selftest") for thing in (BLOCK, BASE)}


@pytest.mark.parametrize("thing", [BLOCK, BASE])
def test_listed_readings_match_the_simulated_circuit(expected, thing):
    rows = [row for row in meter_pages.read_list("readings.csv") if row["thing"] == thing]
    made = [meter_pages._row(thing, one) for one in expected[thing]]
    if thing == BLOCK:
        made += meter_pages.device_rows(thing)
    assert made == rows


def reading(expected, thing, step, does):
    return next(one for one in expected[thing] if (one.step, one.does) == (step, does))


def test_faultless_build_passes_at_steps_a_first_builder_failed(expected):
    """Values of a builder without a load: D1 drops millivolts there."""
    vsys = reading(expected, BLOCK, "5", "supply on")
    assert not vsys.shows(4.50)
    assert vsys.shows(4.25)
    assert not reading(expected, BLOCK, "5", "three new cells instead of the supply").shows(4.74)
    held = "four new cells, SUPPLY_ON held to 3.3 V through 1 kOhm, servo's plug"
    plug = reading(expected, BASE, "3", held)
    assert [plug.shows(volts) for volts in (5.89, 6.17, 5.2)] == [False, False, True]


@pytest.mark.parametrize(
    ("thing", "mistake", "step", "does"),
    [
        (BLOCK, "D1 is bridged", "5", "supply turned round"),
        (BLOCK, "F2 is bridged", "6", "on cells, along the fuse F2"),
        (BLOCK, "R3 is still on the amplifier module", "3", "module on the table"),
        (BLOCK, "R7 is ten times too large", "2", "R7 before it is soldered"),
        (BLOCK, "One cell is reversed", "5", "three new cells instead of the supply"),
        (BLOCK, "S1 is wired at NC instead of NO", "7", "S1 pressed"),
        (BLOCK, "J1's contacts are counted from the other side", "9.4",
         "a beep from each pin of J1 to its hole"),
        (BASE, "J1's contacts are counted from the other side", "5",
         "a beep from each pin of J1 to its hole"),
        (BASE, "M1 is the wrong way round", "6", "a beep from each pin of M1 to its hole"),
        (BASE, "S2 is wired at NC instead of NO", "7", "lever half way down, LEVER"),
        (BASE, "F1 is bridged", "2", "F1"),
        (BASE, "The cells are reversed", "3", "supply on, Q1's source"),
    ],
)  # fmt: skip
def test_reading_reveals_each_mistake(expected, thing, mistake, step, does):
    [wrong] = [each for each in meter.mistakes(thing) if each.name == mistake]
    every = [one for one in expected[thing] if (one.step, one.does) == (step, does)]
    values = meter_deck.read(one.device(wrong) for one in every)
    assert any(one.shows(value) for one, value in zip(every, values, strict=True))


def test_harmful_mistake_without_a_check_is_found(expected):
    """Without the rows that measure F1 and C1, the build of the lists would stop."""
    names = {"F1 is bridged", "C1 is the wrong way round", "C2's 1 does not conduct"}
    some = [each for each in meter.mistakes(BASE) if each.name in names]
    assert {name for name, how in meter_harm.harm(BASE, some).items() if how} == names - {
        "C2's 1 does not conduct"
    }
    names = {m.name: m for m in meter.mistakes(BLOCK)}
    bridge = names["A bridge from U1's GP16 to U1's VSYS"]
    assert meter_harm.harm(BLOCK, [bridge])[bridge.name]


def test_part_of_a_later_step_is_not_present_yet():
    assert "U1" not in meter.present(BLOCK, "5")
    assert {"U1", "D1", "F2", "wires"} <= meter.present(BLOCK, "6")
    with pytest.raises(KeyError, match="no step 99"):
        meter.present(BLOCK, "99")


def test_meter_loads_the_circuit_and_detects_a_reversed_diode():
    one = next(one for one in meter.readings(BLOCK) if one.does.startswith("LOAD_PIN held"))
    turned = Mistake("D1", turned={"D1": {"A": "K", "K": "A"}})
    right, wrong = meter_deck.read([one.device(), one.device(turned)])
    assert right < 0.1
    assert wrong > 0.4  # Only D1 leaks.
    amps = replace(one, probe=Probe("amps", "v_bt1meter"))
    [drawn] = meter_deck.read([amps.device()])
    assert 0.01 < drawn < 0.03  # the current through R7
    assert "D_D1" in Deck(one.scene, turned, Spread()).text()


@pytest.mark.parametrize(
    ("thing", "part", "mistake"),
    [
        (BLOCK, "inputs block", "S1 is wired at NC instead of NO"),
        (BLOCK, "check", "S2's 2 does not conduct"),
        (BLOCK, "light green", "R11's 1 does not conduct"),
        (BLOCK, "speaker", "The trimmer is not cut from A-"),
        (BLOCK, "inputs lever", "J1's LEVER does not conduct"),
        (BASE, "lever", "A bridge from J1's LEVER to J1's GND"),
        (BASE, "servo", "M1's SIG does not conduct"),
    ],
)
def test_listed_mistake_changes_what_selftest_reads(selftest, thing, part, mistake):
    [wrong] = [each for each in meter.mistakes(thing) if each.name == mistake]
    every = [one for one in meter.readings(thing, "selftest") if one.does == part]
    limits = [one for one in selftest[thing] if one.does == part]
    values = meter_deck.read(one.device(wrong) for one in every)
    assert any(one.shows(value) for one, value in zip(limits, values, strict=True))
    assert mistake + (" in the base" if thing == BASE else "") in LIKELY[part]
    spared = "R7 is ten times too large" if thing == BLOCK else "R7's 1 does not conduct"
    assert spared not in LIKELY[part]
