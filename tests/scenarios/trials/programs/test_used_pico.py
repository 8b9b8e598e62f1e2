"""``pingblock install`` on a Pico that somebody used for something else."""

import json

import pytest
from tests.version import VERSION

from pingblock.virtual.chip.engine import ChipEngine

INSTALL = ("pingblock", "--json", "--port", "{port}", "install", "--files")
BOOT = b"print('mine')\n"
ASYNCIO = b"raise ImportError('of another project')\n"
MAIN = b"import time\nwhile True:\n    time.sleep(1)\n"


@pytest.fixture
def used_board(boards):
    files = {"boot.py": BOOT, "asyncio.py": ASYNCIO, "main.py": MAIN, "notes.txt": b"7"}
    return boards(lambda sink: ChipEngine(sink, files=files))


@pytest.mark.long
def test_it_plays_after_an_install_and_keeps_what_it_held_under_other_names(used_board):
    told = json.loads(used_board.run(*INSTALL, "--yes"))
    assert told["shadowing"] == ["/asyncio.py", "/boot.py"]
    assert told["version"] == VERSION
    files = used_board.bench.engine.device_files()
    held = {name: files.get(name) for name in ("boot.py.old", "asyncio.py.old", "main.py.old")}
    assert held == {"boot.py.old": BOOT, "asyncio.py.old": ASYNCIO, "main.py.old": MAIN}
    assert files["notes.txt"] == b"7"
    assert not {"boot.py", "asyncio.py"} & files.keys()
    assert used_board.plays()


@pytest.mark.long
def test_what_shadows_is_named_when_the_device_does_not_come_back(used_board):
    with used_board.started(*INSTALL) as program:
        program.serve(lambda: program.process.poll() is not None)
        error = json.loads(program.process.communicate()[0])["error"]
    assert "/asyncio.py, /boot.py on this board would run in the place of" in error["say"]
    assert error["say"].endswith("let them be renamed ('--yes').")
    told = json.loads(used_board.run(*INSTALL, "--yes"))
    assert told["set_aside"] == ["/asyncio.py.old", "/boot.py.old"]
    assert not told["written"]
    assert used_board.plays()
