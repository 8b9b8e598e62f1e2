"""Storage does the same on CPython and on MicroPython (its unix port)."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pingblock.common.firmware import firmware_dir

STORY = Path(__file__).with_name("storage_story.py")
MICROPYTHON = shutil.which("micropython", path=str(Path(sys.executable).parent))


def told_by(python: str, folder: Path) -> list[str]:
    folder.mkdir()
    command = [python, str(STORY), str(firmware_dir()), str(folder)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


@pytest.mark.skipif(
    MICROPYTHON is None, reason="no MicroPython unix port for this machine: run `make setup`"
)
def test_the_same_story_ends_the_same(tmp_path: Path) -> None:
    here = told_by(sys.executable, tmp_path / "here")
    there = told_by(MICROPYTHON, tmp_path / "there")
    assert there == here
    assert "accepted" not in here
