"""The Makefile: the set-up of each goal, and the check whether its folder was moved."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def steps(goal, folder):
    """Returns the commands that a goal would run in a folder."""
    # variables of an outer make would add lines and options
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.check_output(["make", "--dry-run", goal], cwd=folder, env=alone, text=True)


@pytest.fixture
def folder(tmp_path):
    """A folder with a blank and the files that a setup depends on."""
    place = tmp_path / "my games" / "pingblock"
    (place / "tools").mkdir(parents=True)
    scripts = ("tools/system-packages.sh", "tools/page-packages.sh", "tools/viper.pyi")
    for name in ("Makefile", "pyproject.toml", *scripts):
        shutil.copy(ROOT / name, place / name)
    return place


def set_up(folder, goal):
    """Writes the stamps that the steps would leave."""
    (folder / ".venv").mkdir(exist_ok=True)
    for line in steps(goal, folder).splitlines():
        if line.startswith(("touch ", "echo ")):
            subprocess.run(["sh", "-c", line], cwd=folder, check=True)


def test_play_installs_only_what_play_needs(folder):
    said = steps("play", folder)
    assert "venv --clear --upgrade-deps .venv" in said
    assert "-e '.[cards,chip,desk,sounds,turbo]'" in said
    assert "dev" not in said
    set_up(folder, "play")
    assert steps("play", folder) == ".venv/bin/pingblock play\n"
    assert "-e '.[dev,docs,cards,chip,desk,sounds,turbo,study]'" in steps("test", folder)


def test_everything_is_installed_once_and_again_after_a_move(folder):
    set_up(folder, "setup")
    [ready] = (folder / ".venv").glob("ready-*")
    assert ready.read_text() == "dev,docs,cards,chip,desk,sounds,turbo,study\n"
    assert steps("lint", folder).startswith(".venv/bin/ruff")
    assert "pip install" not in steps("setup", folder)
    moved = folder.rename(folder.parent / "pingblock two")
    assert "venv --clear --upgrade-deps .venv" in steps("play", moved)
    assert "dev,docs,cards,chip,desk,sounds,turbo,study" in steps("test", moved)


def test_changed_project_keeps_its_environment(folder):
    set_up(folder, "play")
    [stamp] = (folder / ".venv").glob("ready-*")
    later_s = stamp.stat().st_mtime + 10
    os.utime(folder / "pyproject.toml", (later_s, later_s))
    said = steps("play", folder)
    assert "-e '.[cards,chip,desk,sounds,turbo]'" in said
    assert f"[ -e .venv/{stamp.name} ] || python3 -m venv --clear --upgrade-deps .venv" in said


def test_image_of_the_chip_is_built_before_the_tests(folder):
    lines = steps("test", folder).splitlines()
    built = next(at for at, line in enumerate(lines) if "tools.slots" in line)
    assert "tools/image-packages.sh" in lines[built - 1]
    assert built < next(at for at, line in enumerate(lines) if "pytest -n auto" in line)


def test_only_test_all_builds_the_image_of_the_first_release(folder):
    assert "tests.frozen_release" not in steps("test", folder)
    assert "tests.frozen_release" in steps("test-all", folder)
