"""Settings that are changed in play are stored in the first pause after 4 s.

Cap and mute limit the loudness, so they must survive a loss of power.
"""

import pytest

from pingblock.virtual.parts.battery import PRESETS

READY_MS = 1500.0
# A change waits for 4 s, counted in seconds, and then for a pause, which comes each second here.
SOON_MS = 6000.0
LONGEST_MS = 3500.0  # longest sound in this test
QUIET = {"cap": 2, "mute_lock": True}


@pytest.fixture
def playing(bench_of, slot):
    """Opens a device with these settings, up and quiet."""

    def opened(engine, **settings):
        stored = slot({"version": 1, **settings})
        bench = bench_of(engine, 5, files={"/settings.a": stored}, tap=True)
        bench.advance_to(READY_MS)
        return bench

    return opened


def quieter(bench):
    """Sets cap and mute during play. The answer reports that they are not yet stored."""
    answer = bench.request("volume", level=8, **QUIET)["ok"]
    assert (answer["heard"], answer["unsaved"]) == (0, True)
    return bench.now_ms


def after_power_loss(bench):
    """Returns the settings of the next start."""
    bench.power_off()
    bench.advance(100)
    bench.power_on()
    bench.advance(READY_MS)
    found = bench.request("settings")["ok"]["settings"]
    return {name: found[name] for name in QUIET}


@pytest.mark.rules
def test_setting_is_saved_between_the_ticks_of_a_rent(playing, engine):
    bench = playing(engine, game="dice", dice_rules="hideout", rent_ticks=True)
    bench.press()
    bench.advance(2000)
    quieter(bench)
    bench.advance(SOON_MS)
    assert bench.request("volume", level=8)["ok"]["unsaved"] is False
    assert after_power_loss(bench) == QUIET


def test_setting_is_saved_between_two_quick_presses(playing, engine):
    bench = playing(engine)
    bench.press()
    bench.advance(500)
    begun_ms = quieter(bench)
    while bench.now_ms < begun_ms + SOON_MS + LONGEST_MS:  # a person who presses without a pause
        bench.press()
        bench.advance(180)
    assert len(bench.events("outcome")) >= 4
    assert after_power_loss(bench) == QUIET


@pytest.mark.rules
def test_setting_is_saved_between_the_sounds_of_a_wiggle(playing, engine):
    bench = playing(engine, run_s=[30, 30])
    bench.pull_lever()
    bench.advance(500)
    bench.release_lever()
    bench.advance(2000)
    quieter(bench)
    bench.advance(SOON_MS)
    assert after_power_loss(bench) == QUIET
    assert bench.events("run"), "the worms must wiggle meanwhile"


@pytest.mark.rules
def test_setting_is_saved_before_empty_cells_stop_the_device(playing, engine):
    bench = playing(engine)
    bench.set_battery([PRESETS["flat"]] * 3)
    quieter(bench)
    bench.unplug()
    bench.advance(SOON_MS)
    assert bench.led() == (0, 0, 0)
    bench.power_off()
    bench.plug()
    assert after_power_loss(bench) == QUIET
