"""If the cache of built files is damaged, as by a power cut, commands build them again."""

import subprocess
import sys

import pytest
from tests import slots_image

from pingblock.virtual.chip.turbo import build as turbo


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """Gives the started programs an empty cache instead of that of this process."""
    monkeypatch.setenv("PINGBLOCK_UF2", str(slots_image.built()))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pingblock"


def truncated(path):
    path.write_bytes(path.read_bytes()[:-1000])


@pytest.mark.long  # This compiles C.
def test_damaged_compiled_loop_of_the_chip_is_built_again(own_cache):
    path = turbo.build()
    whole = path.stat().st_size
    truncated(path)
    words = ("pingblock", "--port", "virtual:chip", "status")
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert path.stat().st_size == whole
