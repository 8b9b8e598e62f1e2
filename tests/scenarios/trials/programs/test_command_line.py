"""The real ``pingblock`` command at the port of a running device."""

import json
import signal
import subprocess
import sys
from select import select

import pytest
from benchmarks.ports import PtyPort, TcpPort

LONGEST_MS = 4000
NO_COINS = [0, 0, 0, 0, 0, 0, 6]  # every press gives a laugh
SEEN_MS = 3000  # after this time the device assumes that a host reads
AT_PORT = ("--port", "{port}")


def called(board, *words, over=PtyPort):
    """Runs the command to its end. Returns (exit code, stdout, stderr)."""
    with board.started("pingblock", *words, *AT_PORT, over=over) as program:
        program.serve(lambda: program.process.poll() is not None)
        out, err = program.process.communicate()
        return program.process.returncode, out, err


def told(board, *words, over=PtyPort):
    code, out, err = called(board, *words, "--json", over=over)
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("over", [PtyPort, TcpPort])
def test_press_plays_and_prints_the_outcome(any_board, over):
    board = any_board("coins", 2)
    assert told(board, "press", over=over) == {"outcome": "coins", "coins": 2, "draw": 1}
    board.bench.advance(LONGEST_MS)
    assert len([onset for onset in board.bench.heard().onsets if onset.at_ms > 1000]) == 2


@pytest.mark.rules
def test_commands_see_the_changes_of_earlier_commands(any_board):
    board = any_board("coins", 2)
    assert told(board, "volume", "3", "--cap", "5", "--mute")["mute_lock"] is True
    assert told(board, "odds", "custom", "--weights", "0,1,0,0")["weights"][:7] == NO_COINS
    found = told(board, "status")
    assert (found["settings"]["volume"], found["settings"]["profile"]) == (3, "custom")
    assert found["device"]["board"] == "rev_a"
    assert told(board, "worms", "start")["state"] == "started"
    code, out, err = called(board, "worms", "start")
    assert (code, out) == (1, "")
    assert "cannot start" in err


@pytest.mark.rules
def test_battery_test_on_usb_fails_with_the_reason(any_board):
    code, out, err = called(any_board(), "battery", "--json")
    assert (code, err) == (1, "")
    error = json.loads(out)["error"]
    assert error["code"] == "battery_on_usb"
    assert "The batteries can only be tested while they power" in error["say"]


WATCHING = "pingblock: Watching device "


def watched(board, *words):
    """Starts a monitor, and lets it report an outcome of a press by hand."""
    return board.started("pingblock", "monitor", "--json", *words, *AT_PORT)


@pytest.mark.rules
def test_monitor_once_ends_after_one_press(any_board):
    board = any_board("laugh")
    with watched(board, "--once", "--only", "outcome") as program:
        program.serve(lambda: program.port.carried > 0)
        board.bench.press()
        event = json.loads(program.finish())
    assert (event["event"], event["outcome"], event["draw"]) == ("outcome", "laugh", 1)


@pytest.mark.rules
def test_monitor_ends_silently_and_successfully_at_ctrl_c(any_board):
    board = any_board("laugh")
    with watched(board, "--only", "outcome") as program:
        program.serve(lambda: program.port.carried > 0)
        board.bench.press()
        assert json.loads(line_of(program))["outcome"] == "laugh"
        program.process.send_signal(signal.SIGINT)
        program.serve(lambda: program.process.poll() is not None)
        out, err = program.process.communicate()
        assert (out, err.count("\n")) == ("", 1)
        assert WATCHING in err
        assert program.process.returncode == 0


def line_of(program):
    """Serves until the program has printed. Returns its line."""
    seen = []

    def printed():
        if select([program.process.stdout], [], [], 0)[0]:
            seen.append(program.process.stdout.readline())
        return bool(seen)

    program.serve(printed)
    return seen[0]


@pytest.mark.rules
def test_unplugging_fails_with_one_error_and_device_plays_later(any_board):
    board = any_board("coins", 1)
    with watched(board, "--only", "outcome", "--no-reconnect") as program:
        program.serve(lambda: program.port.carried > 0)
        board.bench.press()
        line_of(program)
        board.bench.unplug()
        program.port.close()
        out, err = program.process.communicate()
        assert (program.process.returncode, err.count("\n")) == (1, 1)
        assert WATCHING in err
    assert json.loads(out)["error"]["say"].startswith("The link to ")
    board.bench.advance(LONGEST_MS)
    board.bench.plug()
    board.bench.advance(SEEN_MS)
    assert board.plays()


@pytest.mark.rules
def test_port_in_use_is_refused_naming_its_user(any_board):
    board = any_board("laugh")
    with watched(board) as program:
        program.serve(lambda: program.port.carried > 0)
        code, out, err = alone("status", "--port", program.port.name)
    assert (code, out) == (1, "")
    assert "is in use by" in err
    assert "monitor" in err


def test_missing_port_fails_with_the_reason(tmp_path):
    code, out, err = alone("status", "--port", str(tmp_path / "ttyACM0"))
    assert (code, out) == (1, "")
    assert "There is no port" in err


def alone(*words):
    """Runs the command without a device. Returns (exit code, stdout, stderr)."""
    command = [sys.executable, "-m", "pingblock", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr
