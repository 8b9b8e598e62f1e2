"""Compares the power budget with measurements of the virtual device."""

from array import array

from pingblock.sounds import hearing, tables
from pingblock.tunes import sequencer
from pingblock.tunes.instruments import INSTRUMENTS
from pingblock.virtual.parts.light import LightModel
from pingware.shared import power_budget
from pingware.shared.power_budget import AMP_IDLE_MW, LIGHT_MW, LOUDEST_MW, PICO_MW, SINE_MW


def test_power_figures_are_those_of_the_design():
    assert (PICO_MW, LIGHT_MW, AMP_IDLE_MW, SINE_MW, LOUDEST_MW) == (105, 100, 18, 200, 138)


def test_white_light_draws_the_power_in_the_budget():
    light = LightModel()
    for index in range(3):
        light.channel(0.0, index, 1.0)
    assert LIGHT_MW - 5 <= light.current_ma * 3.3 <= LIGHT_MW


def test_sound_power_matches_the_sine_formula_and_the_measurements():
    drawn = {0: 18, 36: 21, 81: 38, 256: 218}
    assert {gain: power_budget.sound_mw(SINE_MW, gain) for gain in drawn} == drawn
    for gain_q8, measured_mw in ((81, 30), (256, 152)):
        assert measured_mw <= power_budget.sound_mw(LOUDEST_MW, gain_q8) <= measured_mw + 4


def test_no_tune_draws_more_than_the_loudest_sound_budget():
    """The load of a battery test is left out, because it is played softly."""
    drawn = {}
    for name in tables.tunes():
        program = sequencer.compile_tune(tables.tunes()[name], INSTRUMENTS, {})
        drawn[name] = hearing.level(program, array("H")).power_mw
    assert 64 <= drawn["ping"] <= 76
    assert max(drawn.values()) < LOUDEST_MW
