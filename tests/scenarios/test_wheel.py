"""What others install is the wheel: it must hold all, and work where no source is near."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.desk

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "tests" / "data" / "scenarios" / "one_press.jsonl"
PACKAGED = {"host_tools/pingblock": "pingblock", "firmware": "pingblock/_firmware"}
NOT_SHIPPED = (".so", ".c", ".pyc")
# Told by pip where there is no package index to be reached.
OFFLINE = ("No matching distribution", "Could not find a version", "ConnectionError")


def called(*command: object, where: Path) -> str:
    """Runs a program as anybody would, far from the source tree; returns what it printed."""
    names = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", "PIP_INDEX_URL", "PIP_CONFIG_FILE")
    clean = {name: os.environ[name] for name in names if name in os.environ}
    clean["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=where, env=clean, capture_output=True, text=True)
    if "pip" in words and any(text in done.stderr for text in OFFLINE):
        pytest.skip("No package index can be reached, from which a wheel could be built.")
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The wheel, built from this source tree."""
    pip = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path / "dist")
    called(*pip, ROOT, where=tmp_path)
    return next((tmp_path / "dist").glob("pingblock-*.whl"))


def test_wheel_holds_every_file_of_the_package_and_of_the_firmware(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = set()
    for source, place in PACKAGED.items():
        for path in (ROOT / source).rglob("*"):
            if path.is_file() and path.suffix not in NOT_SHIPPED:
                wanted.add(f"{place}/{path.relative_to(ROOT / source).as_posix()}")
    assert len(wanted) > 100
    assert wanted - inside == set()
    assert not [name for name in inside if name.endswith(NOT_SHIPPED) or "tests/" in name]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the programs of an empty environment are; it is large, and gone afterwards."""
    venv.create(tmp_path / "empty", with_pip=True)
    yield tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    shutil.rmtree(tmp_path / "empty")


def test_wheel_works_in_an_empty_environment_far_from_the_source_tree(
    wheel, folder, tmp_path, usable
):
    """One test: the environment takes 20 s to fill."""
    called(folder / "python", "-m", "pip", "install", "--quiet", wheel, where=tmp_path)

    def pingblock(*words: object) -> str:
        return called(folder / "pingblock", *words, where=tmp_path)

    places = "import pingblock, sys; print(pingblock.__file__, *sys.path)"
    assert str(ROOT) not in called(folder / "python", "-c", places, where=tmp_path)
    assert "Question Block" in pingblock("--help")
    lists = "from importlib.metadata import entry_points as e; print(*e(group='pytest11'))"
    assert "pingblock.pytest_plugin" in called(folder / "python", "-c", lists, where=tmp_path)
    pingblock("sounds", "render", "laugh", tmp_path / "laugh.wav")
    assert (tmp_path / "laugh.wav").stat().st_size > 10_000
    pingblock("cards", "--language", "all", "--output", tmp_path / "cards.pdf")
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
    if usable("desk") is None:
        told = pingblock("virtual", "run", SCENARIO, "--json").splitlines()
        assert "outcome" in {json.loads(line)["kind"] for line in told}
        found = json.loads(pingblock("doctor", "--port", "virtual", "--json"))["findings"]
        assert {"whole", "answers"} <= {each["code"] for each in found}
