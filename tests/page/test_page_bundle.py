"""The bundled page is the same for any order of Python's sets."""

import os
import subprocess
import sys

import pytest
from tools import npm


def _bundled(folder, seed):
    """Bundles the page in a program with this order of sets. Returns its files by name."""
    env = {**os.environ, "PYTHONHASHSEED": str(seed)}
    subprocess.run((sys.executable, "-m", "tools.page_bundle", folder), check=True, env=env)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_page_bundled_twice_gives_equal_bytes(tmp_path):
    if not npm.is_here():
        pytest.skip("the page is bundled by esbuild, which npm gets: install Debian's npm")
    once, again = (_bundled(tmp_path / str(seed), seed) for seed in (1, 2))
    assert once.keys() == again.keys()
    assert [name for name in once if once[name] != again[name]] == []
