"""MicroPython's own installer puts the firmware on a board: the real ``mpremote mip``."""

import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from tests.version import VERSION

from pingblock.build import mip
from pingblock.build.image import device_files
from pingblock.common.firmware import firmware_dir

CUT_BYTES = 40_000  # of what mpremote says


@pytest.fixture
def board(board_of_files):
    """A device with the firmware as files."""
    return board_of_files


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *told):
        """Says nothing."""


@pytest.fixture
def package(tmp_path):
    return mip.write(tmp_path / "mip")


@pytest.fixture
def url(package):
    """The package on a web server."""
    handler = partial(Quiet, directory=str(package.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/package.json"
        server.shutdown()


def install(board, place):
    board.mpremote("mip", "install", "--target=/", place, "+", "reset")
    board.bench.advance(1500)


@pytest.mark.long
def test_a_board_plays_after_mip_install_from_the_web(empty_board, url):
    install(empty_board, url)
    assert empty_board.bench.engine.device_files() == device_files(firmware_dir())
    assert empty_board.plays()


@pytest.mark.long
def test_mip_over_a_running_block_renews_it_and_keeps_the_settings(board, package):
    block = board("coins", 2, **{"a/app_tasks.mpy": b"old", "slot": b"/b"}, **in_b())
    assert block.plays()
    install(block, str(package))
    files = block.bench.engine.device_files()
    assert files["slot"] == b"/a"
    assert "settings.a" in files
    assert block.plays()


def in_b():
    files = device_files(firmware_dir())
    return {f"b{name[1:]}": data for name, data in files.items() if name.startswith("a/")}


@pytest.mark.long
def test_mip_that_was_cut_leaves_the_prompt_and_can_be_done_again(board, package):
    block = board("coins", 2)
    words = ("connect", "{port}", "mip", "install", "--target=/", str(package))
    with block.started("mpremote", *words) as program:
        program.serve(lambda: program.port.carried > CUT_BYTES)
    block.bench.power_off()
    block.bench.advance(100)
    block.bench.power_on()
    block.bench.advance(1500)
    assert block.mpremote("exec", "print(6 * 7)").strip() == "42"
    install(block, str(package))
    assert block.plays()


def test_the_package_names_every_file_and_the_slot_first_and_last(package):
    told = json.loads(package.read_text())
    targets = [target for target, _place in told["urls"]]
    assert (targets[0], targets[-2:]) == ("slot", ["main.py", "slot"])
    assert set(targets) == set(device_files(firmware_dir()))
    assert all((package.parent / place).is_file() for _target, place in told["urls"])
    assert told["version"] == VERSION
