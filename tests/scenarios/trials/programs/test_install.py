"""``make install``: onto a new Pico, and over a block that is running (issue item 10)."""

import subprocess
import sys

from pingblock.build.image import device_files
from pingblock.firmware import firmware_dir

OLD_MAIN = b"import app\n\napp.run()  # of last year\n"
OWN_FILES = ("seed", "settings.a")
BROKEN_OFF_BYTES = 25_000  # what mpremote says for a quarter of our files
INSTALL = ("pingblock.build.install", "{port}")


def held(board):
    """The firmware's files on the device, without those it writes itself."""
    files = board.bench.engine.device_files()
    return {name: files.get(name) for name in device_files(firmware_dir())}


def arrived(board):
    """What the device holds of the file that an install copies first."""
    return board.bench.engine.device_files()["new/app.mpy"]


def test_new_pico_plays_after_an_install(empty_board):
    empty_board.run(*INSTALL)
    empty_board.bench.advance(1500)
    assert held(empty_board) == device_files(firmware_dir())
    assert empty_board.bench.request("hello")["ok"]["product"] == "pingblock"
    assert empty_board.plays()


def test_install_over_a_running_block_renews_it_and_keeps_the_settings(board):
    block = board("coins", 2, **{"main.py": OLD_MAIN})
    assert block.plays()
    block.bench.request("volume", level=3)
    block.bench.advance(5000)
    block.run(*INSTALL)
    block.bench.advance(1500)
    assert held(block) == device_files(firmware_dir())
    assert block.bench.request("status")["ok"]["settings"]["volume"] == 3
    assert block.plays()


def test_install_that_was_broken_off_leaves_the_old_firmware_and_can_be_done_again(board):
    block = board("coins", 2, **{"main.py": OLD_MAIN})
    with block.started(*INSTALL) as program:
        program.serve(lambda: program.port.carried > BROKEN_OFF_BYTES)
    block.mpremote("soft-reset")  # MicroPython then closes the file that was being written
    assert 0 < len(arrived(block)) < len(device_files(firmware_dir())["app.mpy"])
    block.mpremote("reset")
    block.bench.advance(1500)
    assert held(block)["main.py"] == OLD_MAIN
    assert block.plays()
    block.run(*INSTALL)
    block.bench.advance(1500)
    assert set(block.bench.engine.device_files()) == {*device_files(firmware_dir()), *OWN_FILES}
    assert block.plays()


def test_install_without_a_board_fails_and_says_what_to_look_at(tmp_path):
    command = [sys.executable, "-m", INSTALL[0], str(tmp_path / "no-such-port")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "was not installed on" in done.stderr
    assert "Is the Pico plugged in" in done.stderr


def test_install_without_a_port_says_how_to_call_it():
    done = subprocess.run([sys.executable, "-m", INSTALL[0]], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"PORT" in done.stderr
