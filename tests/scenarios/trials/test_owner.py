"""Settings of the owner, over the link or with the block's button: settings, mute, odds, notes."""

from itertools import pairwise

import pytest
from tests.pins import GPIO

from pingblock.common.declared import SETTINGS, declarations
from pingblock.virtual.parts.battery import PRESETS
from pingware.games.block import rules as odds
from pingware.games.worms import options as worms

SAVED_MS = 4500
STARTED_MS = 1500
HOLD_MS = 5000


def asked(bench, do, **arguments):
    return bench.request(do, **arguments)["ok"]


def power_cycle(bench, held_ms=0):
    """Switches the power off and on, and holds the block's button for ``held_ms``."""
    bench.power_off()
    bench.advance(500)
    if held_ms:
        bench.press(for_ms=held_ms)
    bench.advance(20)
    bench.power_on()
    bench.advance(STARTED_MS + held_ms)


def mutes(bench):
    """Returns whether the device is locked, and whether its button muted it."""
    held = asked(bench, "settings")["settings"]
    return held["mute_lock"], held["button_mute"]


def muted(bench):
    return any(mutes(bench))


def test_settings_changed_together_survive_a_power_loss(bench):
    assert asked(bench, "settings")["settings"] == {
        n: SETTINGS[n].default for each in [*declarations().settings, worms.SETTINGS] for n in each
    }
    changed = {"volume": 3, "names": ["Zoë"], "servo": {"low_deg": 50}, "run_s": [10, 20]}
    told = asked(bench, "settings", set=changed)
    assert (told["reply"], told["unsaved"]) == ("done", True)
    assert {name: told["settings"][name] for name in changed} == changed
    bench.advance(SAVED_MS)
    assert asked(bench, "settings")["unsaved"] is False
    power_cycle(bench)
    kept = asked(bench, "settings")["settings"]
    assert {name: kept[name] for name in changed} == changed


@pytest.mark.rules
def test_one_invalid_value_changes_and_writes_nothing(bench):
    before = asked(bench, "settings")
    for wrong in ({"cap": 11}, {"capp": 1}, {"servo": {"low_deg": 170}}):
        error = bench.request("settings", set={"volume": 1, "players": 2, **wrong})["error"]
        assert error["code"] == "bad_value"
        assert asked(bench, "settings") == before
    bench.advance(SAVED_MS)
    assert not [
        name for name in bench.engine.device_files() if "settings." in name.lstrip("/")[:9]
    ]


@pytest.mark.rules
def test_settings_take_effect_at_once(bench):
    weights = [0, 0, 0, 0, 0, 0, 0, 0, 1]
    asked(bench, "settings", set={"profile": "custom", "weights": weights, "volume": 0})
    heard = len(bench.heard().onsets)
    bench.press()
    bench.advance(4000)
    assert [event["outcome"] for event in bench.events("outcome")] == ["game_over"]
    assert len(bench.heard().onsets) == heard
    bench.request("settings", reset=[])
    assert asked(bench, "odds")["weights"] == list(odds.PROFILES["manual"])


@pytest.mark.rules
def test_settings_of_a_wiggle_wait_for_its_end(bench):
    asked(bench, "worms", run="start")
    told = asked(bench, "settings", set={"players": 3, "volume": 1})
    assert (told["reply"], told["waits"]) == ("busy", ["players"])
    assert told["settings"]["volume"] == SETTINGS["volume"].default
    told = asked(bench, "settings", set={"motion": "slow"})
    assert (told["reply"], told["waits"]) == ("done", ["motion"])
    asked(bench, "worms", run="stop")
    bench.advance(2000)
    assert asked(bench, "settings", set={"players": 3})["reply"] == "done"
    assert asked(bench, "worms")["settings"]["players"] == 3


@pytest.mark.rules
def test_servo_setting_moves_the_worms(bench):
    asked(bench, "settings", set={"servo": {"home_deg": 70}})
    bench.advance(2500)
    pulses_us = [row.pulse_us for row in bench.servo() if row.pulse_us]
    assert pulses_us[-1] == pytest.approx(500 + 1900 * 70 / 180, abs=3)
    assert asked(bench, "worms_calibrate")["calibration"]["home_deg"] == 70


@pytest.mark.rules
def test_mute_lock_survives_presses_holds_and_the_lever(open_bench, only):
    bench = open_bench(**only("coins", 2))
    asked(bench, "settings", set={"mute_lock": True})
    before = len(bench.heard().onsets)
    bench.request("volume", level=10, cap=10)
    bench.press(for_ms=900)
    bench.advance(6000)
    bench.check()
    bench.advance(3000)
    bench.check(for_ms=2500)
    bench.advance(6000)
    bench.pull_lever()
    bench.advance(500)
    bench.release_lever()
    bench.advance(3000)
    assert len(bench.events("outcome")) == 1
    assert len(bench.heard().onsets) == before
    assert muted(bench)


def test_mute_survives_a_power_loss_without_a_sound(bench):
    asked(bench, "settings", set={"mute_lock": True})
    bench.advance(SAVED_MS)
    at_ms = bench.now_ms
    power_cycle(bench)
    assert muted(bench)
    assert not [onset for onset in bench.heard().onsets if onset.at_ms > at_ms]


@pytest.mark.rules
def test_block_button_held_at_power_on_switches_mute_for_good(bench):
    for expected in (True, False):
        power_cycle(bench, HOLD_MS + 500)
        assert mutes(bench) == (False, expected)
        assert [event["muted"] for event in bench.events("mute")][-1] is expected
        bench.advance(SAVED_MS)
        power_cycle(bench)
        assert muted(bench) is expected
    assert bench.events("outcome") == []


def blinks(bench, since, colour):
    """Counts the blinks of a colour ("red" or "white") from a change of the light on."""
    lit = [
        rgb[0] > 60 and (min(rgb) > 60) is (colour == "white")
        for _, rgb in bench.parts.light.changes[since:]
    ]
    return sum(now and not before for before, now in pairwise([False, *lit]))


def test_block_button_held_at_power_on_keeps_mute_lock(open_bench, stored):
    """A lock that was stored by firmware before ``button_mute`` counts, too."""
    bench = open_bench(files=stored(mute_lock=True, volume=9))
    assert mutes(bench) == (True, False)
    for _ in range(2):
        power_cycle(bench, HOLD_MS - 200)
        since = len(bench.parts.light.changes)
        power_cycle(bench, HOLD_MS + 500)
        bench.advance(6000)
        assert blinks(bench, since, "red") == 4, "the light must show that it stays locked"
        assert blinks(bench, since, "white") == 0
        assert (mutes(bench), bench.events("mute")) == ((True, False), [])
    bench.press()
    bench.advance(6000)
    assert len(bench.events("outcome")) == 1
    assert not bench.heard().onsets
    asked(bench, "settings", set={"mute_lock": False})
    bench.press()
    bench.advance(4000)
    assert bench.heard().onsets


@pytest.mark.rules
@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("settings", {"set": {"mute_lock": False}}),
        ("settings", {"reset": ["mute_lock"]}),
        ("volume", {"level": 6, "mute_lock": False}),
    ],
)
def test_unmuting_over_the_link_ends_both_kinds_of_mute(bench, do, arguments):
    asked(bench, "settings", set={"mute_lock": True, "button_mute": True})
    asked(bench, "volume", level=10)
    assert mutes(bench) == (True, True)
    asked(bench, do, **arguments)
    assert mutes(bench) == (False, False)
    asked(bench, "settings", set={"mute_lock": False, "button_mute": True})
    assert mutes(bench) == (False, True), "a backup sets both"


@pytest.mark.rules
def test_light_shows_button_mute_by_four_white_blinks(bench):
    bench.power_off()
    bench.advance(500)
    bench.press(for_ms=HOLD_MS + 500)
    bench.power_on()
    bench.advance(HOLD_MS - 200)
    since = len(bench.parts.light.changes)
    bench.advance(6000)
    assert blinks(bench, since, "white") == 4


@pytest.mark.rules
def test_shorter_hold_at_power_on_changes_nothing_at_all(bench):
    for held_ms in (600, HOLD_MS - 300):
        power_cycle(bench, held_ms)
        assert (muted(bench), bench.events("mute")) == (False, [])
    bench.press()
    bench.advance(200)
    assert len(bench.events("outcome")) == 1


@pytest.mark.rules
def test_long_hold_in_play_or_check_button_does_not_mute(bench):
    bench.press(for_ms=HOLD_MS + 1000)
    bench.advance(HOLD_MS + 2000)
    assert not muted(bench)
    bench.power_off()
    bench.advance(500)
    bench.check(for_ms=HOLD_MS - 500)  # 5 s would start safe mode
    bench.power_on()
    bench.advance(HOLD_MS + 3000)
    assert (muted(bench), bench.events("mute")) == (False, [])


@pytest.mark.rules
def test_trial_draws_do_not_affect_the_game(open_bench, draws_of):
    bench = open_bench()
    counts = [0] * 9
    for _ in range(8):
        came = asked(bench, "odds", draws=25)
        counts = [total + more for total, more in zip(counts, came["counts"], strict=True)]
    assert sum(counts) == 200
    assert all(counts)
    assert asked(bench, "status")["draws"] == 0
    for _ in range(3):
        bench.press()
        bench.advance(5000)
    came = [(event["outcome"], event.get("coins", 0)) for event in bench.events("outcome")]
    assert came == draws_of(7, 3)


def test_press_during_trial_draws_sounds_at_once(open_bench, only):
    bench = open_bench(**only("coins", 1))
    at_ms = bench.now_ms + 40
    bench.press(at_ms)
    while bench.now_ms < at_ms + 100:
        asked(bench, "odds", draws=25)
    onsets = [onset.at_ms - at_ms for onset in bench.heard().onsets if onset.at_ms >= at_ms]
    assert onsets[0] < 30


@pytest.fixture
def on_cells(open_bench):
    """A block that worn cells feed, with its link: as by a cable whose 5 V wire is broken."""
    bench = open_bench(until_ms=0)
    bench.set_battery([PRESETS["worn"]] * 3)
    bench.parts.battery.plugged = False
    bench.engine.drive(bench.engine.now_us, GPIO["vbus_sense"], False)
    bench.advance(2000)
    return bench


@pytest.mark.rules
def test_only_requested_battery_tests_are_noted_once_each(on_cells):
    on_cells.press()
    on_cells.advance(9000)
    assert asked(on_cells, "log", part="battery") == {"count": 0, "tests": []}
    on_cells.check(for_ms=2300)
    on_cells.advance(9000)
    on_cells.advance(9000)
    noted = asked(on_cells, "log", part="battery")
    ((open_mv, loaded_mv, milliohm, level),) = noted["tests"]
    assert (noted["count"], level) == (1, 1)
    assert open_mv > loaded_mv > 3300
    assert milliohm > 500


@pytest.mark.rules
def test_kind_of_cells_applies_to_the_next_test(on_cells):
    """The voltage of three cells is too high for two."""
    for do, what in (("settings", {"set": {"cells": "2xaaa"}}), ("battery", {"cells": "3xaaa"})):
        asked(on_cells, do, **what)
        asked(on_cells, "battery")
        on_cells.advance(9000)
        fault = asked(on_cells, "status")["battery"].get("fault", "")
        assert fault == ("battery_absurd" if do == "settings" else "")


def test_battery_notes_survive_a_power_loss(on_cells):
    asked(on_cells, "battery")
    on_cells.advance(9000)
    before = asked(on_cells, "log", part="battery")
    assert before["count"] == 1
    power_cycle(on_cells)
    assert asked(on_cells, "log", part="battery") == before


@pytest.mark.rules
def test_battery_test_on_usb_is_not_noted(bench):
    asked(bench, "battery")
    bench.advance(9000)
    assert asked(bench, "log", part="battery")["count"] == 0
    assert bench.events("fault") == []


@pytest.mark.rules
def test_crash_note_is_sent_in_pieces(open_bench):
    note = "Crash 1 in a row:\n" + "".join(chr(33 + n % 90) for n in range(1000))
    bench = open_bench(files={"/crash.txt": note.encode()})
    told = [asked(bench, "log", part="crash", at=at) for at in (0, 400, 800)]
    assert "".join(each["crash"] for each in told) == note
    assert [each["more"] for each in told] == [True, True, False]


@pytest.mark.parametrize(
    ("engine", "after_ms"),
    [
        *[("desk", after_ms) for after_ms in (5, 2990, 3080)],
        ("chip", 2990),
        *[pytest.param("chip", ms, marks=pytest.mark.long) for ms in (2900, 3080)],
    ],
)
def test_power_loss_after_a_change_keeps_all_or_nothing(bench, after_ms):
    old, new = {"volume": 6, "cap": 10, "names": []}, {"volume": 2, "cap": 4, "names": ["Zoë"]}
    asked(bench, "settings", set=new)
    bench.advance(after_ms)
    unsaved = asked(bench, "settings")["unsaved"]
    power_cycle(bench)
    kept = asked(bench, "settings")["settings"]
    assert {name: kept[name] for name in new} == (old if unsaved else new)
