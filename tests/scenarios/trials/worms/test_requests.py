"""The worms over the link: wiggles, settings, calibration."""

import pytest

from pingware.shared.motion import DEFAULTS

RUN_MS = 5000
HOME_MS = 2500
GIVE_UP_MS = 120_000
SAVED_MS = 6000

# Settings that make no sense.
NONSENSE = {
    "run_s": [[4, 5], [5, 61], [9, 8], [5], 5, ["5", "6"], None],
    "motion": ["wild", 3, None],
    "ticks": [1, "yes", None],
    "players": [1, 5, -1, "2", True],
    "together": [0, "no"],
    "mixed": [1, None],
    "names": ["Ann", ["a name of 17 chr"], [1], ["a"] * 5],
}
CHOSEN = {
    "run_s": [7, 9],
    "motion": "fast",
    "ticks": False,
    "players": 3,
    "together": True,
    "mixed": True,
    "names": ["Ann", "Zoë", ""],
}
# Calibrations that could damage a servo, or make no sense.
WRONG_TRIES = [
    {"from_us": 100},
    {"to_us": 3000},
    {"from_us": 1500, "to_us": 1600},
    {"low_deg": 100},
    {"high_deg": 200},
    {"home_deg": 20},
    {"low_deg": 90, "high_deg": 95},
    {"low_deg": True},
    {"reverse": 1},
    {"speed": 3},
]
# The rules are the same on each engine, and slower to test on the chip.
desk_only = pytest.mark.parametrize("engine", ["desk"])


def code(reply):
    return reply["error"]["code"]


def restart(bench):
    bench.advance(SAVED_MS)
    bench.power_off()
    bench.advance(300)
    bench.power_on()
    bench.advance(1500)


@pytest.fixture
def calibrate(apple):
    """Sends ``worms_calibrate``, and waits until the worms have moved."""

    def asked(**request):
        reply = apple.bench.request("worms_calibrate", **request)
        apple.bench.advance(HOME_MS)
        return reply

    return asked


@pytest.mark.rules
def test_wiggle_is_started_queried_and_stopped_over_the_link(apple):
    bench = apple.bench
    assert apple.status()["state"] == "ready"
    started = bench.request("worms", run="start")["ok"]
    assert (started["reply"], started["state"], started["runs"]) == ("done", "started", 1)
    assert bench.request("worms", run="start")["ok"]["reply"] == "busy"
    bench.advance(2000)
    assert apple.status()["elapsed_ms"] == pytest.approx(2050, abs=50)
    assert bench.parts.servo.powered
    assert bench.request("worms", run="stop")["ok"]["reply"] == "done"
    bench.advance(HOME_MS)
    assert bench.request("worms", run="stop")["ok"]["reply"] == "nothing"
    assert apple.states() == ["started", "stopped"]
    assert apple.status()["elapsed_ms"] == 0
    assert code(bench.request("worms", run="fly")) == "bad_value"
    apple.check_home()


@desk_only
def test_start_request_is_refused_while_the_lever_is_pulled(apple):
    bench = apple.bench
    bench.pull_lever()
    bench.advance(300)
    assert bench.request("worms", run="start")["ok"]["reply"] == "busy"
    assert bench.request("worms", run="stop")["ok"]["reply"] == "done"
    bench.release_lever()
    bench.advance(500)
    assert apple.states() == ["armed", "stopped"]


@pytest.mark.rules
def test_worm_settings_survive_a_restart(apple):
    bench = apple.bench
    told = bench.request("worms_set", **CHOSEN)["ok"]
    assert told["reply"] == "done"
    assert told["settings"] == {**CHOSEN, "servo": {}}
    restart(bench)
    assert apple.status()["settings"] == {**CHOSEN, "servo": {}}
    assert len(apple.status()["scores"]) == 3


@pytest.mark.rules
def test_players_set_over_the_link_start_a_new_game(apple):
    wanted = {"players": 3, "names": ["Ann"]}
    ways = {"worms_set": (wanted, {"players": 0})}
    ways |= {"settings": ({"set": wanted}, {"reset": ["players"]})}
    for do, (begin, end) in ways.items():
        assert "scores" not in apple.status()
        apple.bench.request(do, **begin)
        assert apple.status()["scores"] == [0, 0, 0]
        apple.bench.request(do, **end)
    assert "scores" not in apple.status()


@desk_only
def test_invalid_settings_are_refused_without_a_change(apple):
    bench = apple.bench
    before = apple.status()["settings"]
    for name, values in NONSENSE.items():
        for value in values:
            assert code(bench.request("worms_set", **{name: value})) == "bad_value", (name, value)
    assert code(bench.request("worms_set", servo={"low_deg": 10})) == "bad_value"
    assert code(bench.request("worms_set", ticks=False, motion="wild")) == "bad_value"
    assert apple.status()["settings"] == before


@desk_only
def test_number_of_players_cannot_change_during_a_wiggle(apple):
    bench = apple.bench
    apple.pull()
    bench.advance(1000)
    assert bench.request("worms_set", players=2)["ok"]["reply"] == "busy"
    assert "scores" not in apple.status()
    assert bench.request("worms_set", run_s=[6, 6])["ok"]["reply"] == "done"
    bench.advance(RUN_MS + HOME_MS)
    assert apple.last("ended")["length_ms"] == 5000
    apple.pull()
    bench.advance(6000 + HOME_MS)
    assert apple.last("ended")["length_ms"] == 6000
    assert apple.status()["settings"]["players"] == 0, "refused values must not become settings"
    assert "scores" not in apple.status()


@pytest.mark.rules
def test_tried_calibration_moves_worms_and_cancel_restores_the_old(apple, calibrate):
    tried = {"from_us": 600, "to_us": 2300, "low_deg": 40, "high_deg": 140}
    reply = calibrate(**{"try": tried, "at_deg": 140})["ok"]
    assert reply == {"calibration": {**DEFAULTS, **tried}, "trial": True}
    pulse_us = apple.moves()[-1].pulse_us
    assert pulse_us == pytest.approx(600 + 1700 * 140 / 180, abs=2)
    apple.check_rest()
    assert calibrate(end="cancel")["ok"] == {"calibration": DEFAULTS, "trial": False}
    assert apple.moves()[-1].pulse_us == pytest.approx(500 + 1900 * 90 / 180, abs=2)
    apple.check_home()
    assert apple.status()["settings"]["servo"] == {}


@desk_only
def test_angles_outside_the_range_are_limited_to_it(apple, calibrate):
    for at_deg, end_deg in ((0, 60), (180, 120)):
        calibrate(at_deg=at_deg)
        assert apple.bench.servo()[-1].physical_deg == pytest.approx(end_deg, abs=1)
    assert code(calibrate(at_deg=181)) == "bad_value"
    assert code(calibrate(at_deg=-1)) == "bad_value"
    apple.check_pulses()


@desk_only
def test_invalid_calibration_is_refused_and_the_trial_continues(apple, calibrate):
    bench = apple.bench
    bench.request("worms_calibrate", **{"try": {"low_deg": 70}})
    for tried in WRONG_TRIES:
        reply = bench.request("worms_calibrate", **{"try": tried})
        assert code(reply) == "bad_value", tried
        assert reply["error"]["say"].endswith(".")
    told = bench.request("worms_calibrate")["ok"]
    assert told == {"calibration": {**DEFAULTS, "low_deg": 70}, "trial": True}
    apple.check_pulses()


@pytest.mark.rules
def test_saved_calibration_survives_a_restart_until_a_reset(apple, calibrate):
    bench = apple.bench
    tried = {"reverse": True, "low_deg": 30, "high_deg": 70, "home_deg": 50}
    calibrate(**{"try": tried, "end": "save"})
    restart(bench)
    assert bench.request("worms_calibrate")["ok"]["calibration"] == {**DEFAULTS, **tried}
    moved_ms = bench.now_ms
    apple.pull()
    bench.advance(RUN_MS + HOME_MS)
    path = apple.path(moved_ms)
    assert min(path) >= 110 - 0.1
    assert max(path) <= 150 + 0.1
    assert path[-1] == pytest.approx(130, abs=0.6)
    assert calibrate(end="reset")["ok"] == {"calibration": DEFAULTS, "trial": False}
    restart(bench)
    assert bench.request("worms_calibrate")["ok"]["calibration"] == DEFAULTS


@pytest.mark.rules
def test_abandoned_trial_is_forgotten_after_120_s(apple, calibrate):
    bench = apple.bench
    began_ms = bench.now_ms
    calibrate(**{"try": {"home_deg": 110}})
    assert bench.servo()[-1].physical_deg == pytest.approx(110, abs=1)
    bench.advance_to(began_ms + GIVE_UP_MS - 1500)
    assert bench.servo()[-1].physical_deg == pytest.approx(110, abs=1)
    bench.advance(3000 + HOME_MS)
    apple.check_home()
    assert bench.request("worms_calibrate")["ok"] == {"calibration": DEFAULTS, "trial": False}


@desk_only
def test_calibration_is_refused_during_a_wiggle(apple, calibrate):
    apple.pull()
    apple.bench.advance(1000)
    assert code(calibrate(**{"try": {"home_deg": 110}})) == "bad_value"
    apple.bench.advance(RUN_MS)
    assert apple.states() == ["armed", "started", "ended"]
    apple.check_home()


@desk_only
def test_wiggle_during_a_trial_uses_the_tried_range(apple, calibrate):
    calibrate(**{"try": {"low_deg": 80, "high_deg": 100}})
    began_ms = apple.pull()
    apple.bench.advance(RUN_MS + HOME_MS)
    path = apple.path(began_ms)
    assert min(path) >= 80 - 0.1
    assert max(path) <= 100 + 0.1


@pytest.mark.rules
def test_invalid_stored_calibration_is_reported_and_replaced_by_default(open_apple, slot):
    wrong = {"version": 1, "servo": {"low_deg": 170, "high_deg": 100}}
    apple = open_apple(files={"/settings.a": slot(wrong)})
    told = apple.bench.request("status")["ok"]
    assert any("calibration is the default" in problem for problem in told["problems"])
    assert apple.bench.request("worms_calibrate")["ok"]["calibration"] == DEFAULTS
    apple.pull()
    apple.bench.advance(2000)
    apple.check_pulses()
