"""``pingblock update`` as a real program, on devices that it cannot update."""

import json
import subprocess
import sys

import pytest
from tests import releases

from pingblock.virtual.chip.engine import ChipEngine

UPDATE = ("pingblock", "--json", "--port", "{port}", "update")


@pytest.mark.parametrize("words", [(), ("--dry-run",), ("rollback",)])
def test_update_of_firmware_in_files_suggests_install(boards, words):
    flash = releases.flash("0.1.0")
    board = boards(lambda sink: ChipEngine(sink, flash=flash))
    before = board.bench.engine.device_files()
    with board.started(*UPDATE, *words) as program:
        program.serve(lambda: program.process.poll() is not None)
        said, _ = program.process.communicate()
    assert program.process.returncode == 1
    error = json.loads(said)["error"]
    assert (error["code"], "use 'pingblock install'" in error["say"]) == ("wrong_device", True)
    assert board.bench.engine.device_files() == before
    assert board.plays()


def test_update_without_a_port_fails(tmp_path):
    words = [word.replace("{port}", str(tmp_path / "none")) for word in UPDATE]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "no_device"
