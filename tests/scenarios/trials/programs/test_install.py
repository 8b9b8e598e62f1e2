"""``pingblock install``: onto a new Pico, and over a block that is running."""

import json
import signal

import pytest
from tests.bench.firmware_changes import changed
from tests.version import VERSION

from pingblock.build.image import device_files
from pingblock.common.firmware import firmware_dir

OLD_MAIN = b"import app\n\napp.run()  # of last year\n"
OWN_FILES = ("seed", "settings.a")
BROKEN_OFF_BYTES = 60_000  # what the program says for a part of our files
INSTALL = ("pingblock", "--json", "--port", "{port}", "install", "--files", "--yes")


@pytest.fixture
def board(board_of_files):
    """A device with the firmware as files."""
    return board_of_files


def old_layout():
    """The firmware as it lay on devices before there were slots."""
    found = device_files(firmware_dir())
    return {name[2:]: data for name, data in found.items() if name.startswith("a/")}


def changed_firmware():
    """A firmware of another version."""

    def change(text):
        return text.replace(f'"{VERSION}"', '"0.0.9"')

    return changed({"pingware/app/requests/link.py": change})


def held(board, slot):
    """The firmware's files on the device, without those it writes itself."""
    files = board.bench.engine.device_files()
    return {name: files.get(name) for name in expected(slot)}


def expected(slot):
    files = device_files(firmware_dir())
    found = {name: data for name, data in files.items() if not name.startswith("a/")}
    found |= {f"{slot}/{name[2:]}": data for name, data in files.items() if name[:2] == "a/"}
    return {**found, "slot": f"/{slot}".encode()}


def version(board):
    return board.bench.request("hello")["ok"]["version"]


def test_new_pico_plays_after_an_install(empty_board):
    told = json.loads(empty_board.run(*INSTALL))
    assert told["written"]
    assert told["version"] == VERSION
    assert held(empty_board, "a") == expected("a")
    assert empty_board.plays()


def test_a_second_install_writes_nothing(board):
    block = board("coins", 2)
    told = json.loads(block.run(*INSTALL))
    assert not told["written"]
    assert told["write"] == told["remove"] == []
    assert block.plays()


def test_the_layout_without_slots_is_cleared_up(board):
    block = board("coins", 2, **{**old_layout(), "main.py": OLD_MAIN, "mine.txt": b"7"})
    told = json.loads(block.run(*INSTALL))
    assert "/app.mpy" in told["remove"]
    files = block.bench.engine.device_files()
    assert set(files) == {*expected("a"), *OWN_FILES, "mine.txt", "manifest.txt"}
    assert block.plays()


@pytest.mark.long
def test_dry_run_writes_nothing_and_the_block_plays_on(board):
    block = board("coins", 2, **changed_firmware())
    before = block.bench.engine.device_files()
    told = json.loads(block.run(*INSTALL[:-1], "--dry-run"))
    assert "/b/app_tasks.mpy" in told["write"]
    assert not told["written"]
    assert block.bench.engine.device_files() == before
    assert version(block) == "0.0.9"
    assert block.plays()


@pytest.mark.long
def test_install_that_was_broken_off_leaves_the_old_firmware_and_renews_it_when_done_again(board):
    block = board("coins", 2, **changed_firmware())
    assert version(block) == "0.0.9"
    assert block.plays()
    block.bench.request("volume", level=3)
    block.bench.advance(5000)
    with block.started(*INSTALL) as program:
        program.serve(lambda: program.port.carried > BROKEN_OFF_BYTES)
    block.mpremote("reset")
    block.bench.advance(1500)
    assert any(name.startswith("b/app_") for name in block.bench.engine.device_files())
    assert version(block) == "0.0.9"
    assert block.plays()
    block.run(*INSTALL)
    assert version(block) == VERSION
    assert held(block, "b") == expected("b")
    assert block.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert block.plays()


@pytest.mark.long
def test_ctrl_c_leaves_a_block_that_runs_the_old_firmware(board):
    block = board("coins", 2, **changed_firmware())
    with block.started(*INSTALL) as program:
        program.serve(lambda: program.port.carried > BROKEN_OFF_BYTES)
        program.process.send_signal(signal.SIGINT)
        program.serve(lambda: program.process.poll() is not None)
    assert program.process.returncode == 130
    block.bench.advance(1500)
    assert version(block) == "0.0.9"
    assert block.plays()


def test_unplugged_in_the_middle_fails_and_the_board_plays_the_old_firmware(board):
    block = board("coins", 2, **changed_firmware())
    with block.started(*INSTALL) as program:
        program.serve(lambda: program.port.carried > BROKEN_OFF_BYTES)
        program.port.close()
        block.bench.unplug()
        program.process.wait()
    assert program.process.returncode == 1
    block.bench.power_off()
    block.bench.advance(1000)
    block.bench.power_on()
    block.bench.plug()
    block.bench.advance(1500)
    assert version(block) == "0.0.9"
    assert block.plays()
