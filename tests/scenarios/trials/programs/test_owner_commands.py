"""The owner's commands, the real ``pingblock`` at the port of a running device, desk and chip."""

import json
import os
import subprocess
import sys
import zipfile

import pytest

from pingblock.common.declared import SETTINGS
from pingblock.errors import Unavailable
from pingblock.virtual.desk import process

AT_PORT = ("--port", "{port}")
DRAWS = 2000
CHOSEN = {"volume": 3, "names": ["Zoë", "Bo"], "run_s": [10, 20], "servo": {"low_deg": 50}}
WORDS = ("volume=3", "names=Zoë,Bo", "run_s=10,20", 'servo={"low_deg": 50}')


def called(board, *words):
    """Runs the command to its end. Returns (exit code, stdout, stderr)."""
    with board.started("pingblock", *map(str, words), *AT_PORT) as program:
        program.serve(lambda: program.process.poll() is not None)
        out, err = program.process.communicate()
        return program.process.returncode, out, err


def told(board, *words):
    code, out, err = called(board, *words, "--json")
    assert (code, err) == (0, ""), (out, err)
    return json.loads(out)


@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_settings_survive_export_power_loss_and_import(any_board, only, tmp_path):
    board, path = any_board("laugh"), tmp_path / "mine.json"
    new = {name: SETTINGS[name].default for name in SETTINGS}
    assert told(board, "settings", "set", *WORDS)["stored"] is True
    told(board, "settings", "export", path)
    board.bench.power_off()
    board.bench.advance(500)
    board.bench.power_on()
    board.bench.advance(1500)
    kept = told(board, "settings", "get")
    assert kept == {**new, **only("laugh"), **CHOSEN}
    assert told(board, "settings", "reset", "--yes")["stored"] is True
    assert told(board, "settings", "get") == new
    told(board, "settings", "import", path, "--yes")
    assert told(board, "settings", "get") == kept


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_wrong_or_unconfirmed_settings_change_nothing(any_board, tmp_path):
    board = any_board()
    before = told(board, "settings", "get")
    code, _, err = called(board, "settings", "set", "volume=1", "capp=3")
    assert code == 2
    assert "Did you mean 'cap'?" in err
    code, _, err = called(board, "settings", "reset")
    assert code == 2
    assert "--yes" in err
    assert told(board, "settings", "get") == before


@pytest.mark.rules
def test_fairness_test_passes_and_does_not_affect_the_game(any_board):
    board = any_board()
    found = told(board, "odds", "manual", "--test", DRAWS)
    assert (found["draws"], found["fits"]) == (DRAWS, True)
    assert found["degrees_of_freedom"] == 8
    assert found["p"] > 0.001
    status = told(board, "status")
    assert (status["draws"], sum(status["counts"])) == (0, 0)
    assert status["faults"] == {}


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_mute_command_silences_and_volume_does_not_lift_it(any_board):
    board = any_board("coins", 2)
    assert told(board, "mute", "on") == {"muted": True, "stored": True}
    assert told(board, "volume", "10")["mute_lock"] is True
    assert not board.plays()
    board.bench.advance(4000)
    assert told(board, "mute", "off")["muted"] is False
    assert board.plays()


@pytest.mark.rules
def test_battery_report_on_usb_shows_noted_tests_and_trend(any_board, slot):
    tests = [[4500, 4300, 900, 0], [4400, 4100, 1200, 0], [4300, 3900, 1500, 1]]
    notes = {"/battery.a": slot({"count": 3, "tests": tests})}
    board = any_board(**notes)
    found = told(board, "battery")
    assert (found["source"], found["verdict"], found["loaded_mv"]) == ("noted", "fair", 3900)
    assert found["trend"] == {"tests": 3, "mv_a_test": -200, "word": "falling"}
    assert told(board, "status", "--log")["log"]["cells"]["count"] == 3


@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_log_and_support_contain_the_crash_but_no_names(any_board, tmp_path, stored):
    board = any_board(**{"/crash.txt": b"Crash 1 in a row:\nValueError: on purpose\n"})
    told(board, "settings", "set", "names=Annabel")
    assert "on purpose" in told(board, "status", "--log")["log"]["crash"]
    path = tmp_path / "s.zip"
    assert told(board, "support", "-o", path)["missing"] == {}
    with zipfile.ZipFile(path) as archive:
        held = b"".join(map(archive.read, archive.namelist()))
    assert b"on purpose" in held
    assert b"Annabel" not in held
    uid = told(board, "status")["device"]["uid"]
    assert uid.encode() not in held


@pytest.mark.long
@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_worms_are_calibrated_by_options(any_board):
    board = any_board()
    found = told(board, "worms", "calibrate", "--low-deg", "50", "--home-deg", "70", "--yes")
    assert found["stored"] is True
    pulses_us = [row.pulse_us for row in board.bench.servo() if row.pulse_us]
    assert pulses_us[-1] == pytest.approx(500 + 1900 * 70 / 180, abs=3)
    assert told(board, "settings", "get", "servo")["servo"]["low_deg"] == 50


@pytest.mark.long
def test_fairness_settings_and_battery_over_a_served_pty():
    """A test of the whole way: one process serves, others connect, all in real time."""
    try:
        process.command()
    except Unavailable as missing:
        pytest.skip(str(missing))
    run = [sys.executable, "-m", "pingblock"]
    serving = subprocess.Popen(
        [*run, *("virtual", "serve", "--engine", "desk", "--pty"), "--json", "--seed", "7"],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        port = json.loads(serving.stdout.readline())["pty"]
        outs = [
            subprocess.run(
                [*run, *words, "--json"],
                env={**os.environ, "PINGBLOCK_PORT": port},
                capture_output=True,
                text=True,
            )
            for words in (
                ("odds", "--test", "900"),
                ("settings", "set", "volume=3"),
                ("settings", "get", "volume"),
                ("battery",),
            )
        ]
    finally:
        serving.terminate()
        serving.communicate()
    assert [out.returncode for out in outs] == [0, 0, 0, 1], outs
    fair, changed, held, battery = (json.loads(out.stdout) for out in outs)
    assert (fair["draws"], fair["fits"]) == (900, True)
    assert (changed["stored"], held["volume"]) == (True, 3)
    assert battery["error"]["code"] == "battery_on_usb"


@pytest.mark.parametrize("engine", ["desk"])  # tests the host's program, not the device
def test_custom_pins_survive_power_loss_and_can_be_reset(any_board):
    board = any_board()
    usual = told(board, "pins")
    assert (usual["own"], usual["base"]) == ([], True)
    moved = told(board, "pins", "speaker=10", "amp_shutdown=11", "base=no")
    assert (moved["own"], moved["base"]) == (["amp_shutdown", "speaker"], False)
    board.bench.advance(2000)
    assert told(board, "pins") == moved
    board.bench.power_off()
    board.bench.advance(500)
    board.bench.power_on()
    board.bench.advance(1500)
    assert told(board, "pins") == moved
    code, _, err = called(board, "pins", "speaker=11")
    assert code == 2
    assert "Nothing was changed." in err
    assert told(board, "pins") == moved
    told(board, "pins", "--reset")
    board.bench.advance(2000)
    assert told(board, "pins") == usual
    assert board.plays()
