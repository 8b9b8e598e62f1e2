"""Cache of the builds, damaged as by a power cut: the real commands build it anew."""

import json
import subprocess
import sys

import pytest
from tests.version import VERSION

from pingblock.build.image import slot_files
from pingblock.build.uf2 import uf2_path
from pingblock.common.firmware import firmware_dir
from pingblock.virtual.chip.turbo import build as turbo

FILL = """
from pingblock.build.image import slot_files
from pingblock.common.firmware import firmware_dir
slot_files(firmware_dir())
"""


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """A cache for the programs that are started, in place of the one of this process."""
    slot_files(firmware_dir())
    monkeypatch.setenv("PINGBLOCK_UF2", str(uf2_path()))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pingblock"


def emptied(path):
    path.write_bytes(b"")


def truncated(path):
    path.write_bytes(path.read_bytes()[:-1000])


@pytest.mark.long
def test_install_writes_whole_firmware_after_its_cache_was_damaged(own_cache, empty_board):
    subprocess.run([sys.executable, "-c", FILL], check=True)
    modules, merged = sorted(own_cache.glob("mpy/*.mpy")), list(own_cache.glob("merged/*.zip"))
    assert len(modules) > 20
    assert len(merged) == 1
    for number, path in enumerate(modules):
        (truncated if number % 2 else emptied)(path)
    truncated(merged[0])
    told = json.loads(
        empty_board.run("pingblock", "--json", "--port", "{port}", "install", "--files", "--yes")
    )
    assert told["version"] == VERSION
    files = empty_board.bench.engine.device_files()
    whole = slot_files(firmware_dir())
    assert {name: files.get(f"a/{name}") for name in whole} == whole
    assert empty_board.plays()


@pytest.mark.long  # it compiles C
def test_the_chips_compiled_loop_is_built_anew(own_cache):
    path = turbo.build()
    whole = path.stat().st_size
    truncated(path)
    words = ("pingblock", "--port", "virtual:chip", "status")
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert path.stat().st_size == whole
