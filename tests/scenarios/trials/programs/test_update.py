"""``pingblock update`` as a real program, over a cable to the chip."""

import json
import subprocess
import sys

import pytest
from tests.bench.firmware_changes import changed
from tests.bench.ports import TcpPort
from tests.version import VERSION

UPDATE = ("pingblock", "--json", "--port", "{port}", "update")
CUT_BYTES = 40_000  # of what the program says


@pytest.fixture
def board(board_of_files):
    """A device with the firmware as files."""
    return board_of_files


def older(**changes):
    """A device with the firmware of another version in slot a."""

    def change(text):
        return text.replace(f'"{VERSION}"', '"0.0.9"')

    return changed({"pingware/app/requests/link.py": change, **changes})


def version(board):
    return board.bench.request("hello")["ok"]["version"]


def state(board):
    told = board.bench.request("update", what="state")["ok"]
    return told["slot"], told["state"]


@pytest.mark.long
def test_update_over_tcp_finds_the_device_again_after_its_restart(board):
    block = board("coins", 2, **older())
    told = json.loads(block.run(*UPDATE, over=TcpPort))
    assert (told["updated"], told["version"]) == (True, VERSION)
    assert state(block) == ("b", "confirmed")


@pytest.mark.long
def test_update_that_was_cut_goes_on_where_it_was_and_keeps_the_settings(board):
    block = board("coins", 2, **older())
    block.bench.request("volume", level=3)
    block.bench.advance(5000)
    with block.started(*UPDATE) as program:
        program.serve(lambda: program.port.carried > CUT_BYTES)
    block.bench.advance(4000)
    assert version(block) == "0.0.9"
    assert state(block) == ("a", "confirmed")
    assert block.plays()
    block.bench.advance(20_000)
    told = json.loads(block.run(*UPDATE))
    assert told["same"]
    assert (told["updated"], told["version"]) == (True, VERSION)
    assert version(block) == VERSION
    assert state(block) == ("b", "confirmed")
    assert block.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert block.plays()
    again = json.loads(block.run(*UPDATE))
    assert (again["updated"], again["up_to_date"]) == (False, True)
    assert (again["write"], again["bytes"]) == ([], 0)
    back = json.loads(block.run(*UPDATE, "rollback"))
    assert (back["slot"], back["version"]) == ("a", "0.0.9")
    assert version(block) == "0.0.9"
    assert block.plays()


def test_dry_run_writes_nothing(board):
    block = board("coins", 2, **older())
    before = block.bench.engine.device_files()
    told = json.loads(block.run(*UPDATE, "--dry-run"))
    assert "/b/app_tasks.mpy" in told["write"]
    assert told["updated"] is False
    assert block.bench.engine.device_files() == before
    assert len(block.bench.events("reset")) == 1
    assert block.plays()


def crashing(text):
    step = "            seconds += 1\n"
    assert step in text
    return text.replace(step, step + "            raise ValueError('on purpose')\n")


@pytest.mark.long
def test_rollback_to_what_crashes_fails_says_why_and_the_device_plays_on(board):
    other = {
        f"b{name[1:]}": data
        for name, data in changed({"pingware/app/boot/tasks.py": crashing}).items()
        if name.startswith("a/")
    }
    block = board("coins", 2, **other)
    with block.started(*UPDATE, "rollback") as program:
        program.serve(lambda: program.process.poll() is not None)
        said, _ = program.process.communicate()
    assert program.process.returncode == 1
    told = json.loads(said)["error"]
    assert told["code"] == "rolled_back"
    assert "it crashed" in told["say"]
    assert block.plays()
    asked = json.loads(block.run(*UPDATE, "state"))
    assert asked == {"slot": "a", "running": "a", "state": "rolled_back", "why": "crash"}


def test_rollback_without_other_firmware_is_refused(board):
    with board("coins", 2).started(*UPDATE, "rollback") as program:
        program.serve(lambda: program.process.poll() is not None)
        said, _ = program.process.communicate()
    assert program.process.returncode == 1
    assert json.loads(said)["error"]["code"] == "no_other"


def test_update_without_a_port_there_fails(tmp_path):
    words = [word.replace("{port}", str(tmp_path / "none")) for word in UPDATE]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "no_device"
