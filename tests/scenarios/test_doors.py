"""The first commands of each entrance page work. Packages are linked instead of downloaded.

``tests/page/test_first_minutes.py`` types them with a real pip, with the files of a release.
"""

from __future__ import annotations

import shutil
import subprocess
from importlib.metadata import Distribution, version
from pathlib import Path

import pytest
from tests import environments
from tests.doors import DOORS, Computer, ways
from tests.environments import ROOT

from pingblock.common.cache import cache_dir

# A checkout already has `.venv`, which `make command` makes. Its tests are not run again.
SET_UP = {"make test": {"MAKEFLAGS": "-n"}}
SAYS = {
    ".venv/bin/pingblock": "No Pico is plugged in.",
    ".venv/bin/pingblock doctor || true": "is complete.",
    '.venv/bin/python -c "import pingblock; print(pingblock.__version__)"': version("pingblock"),
}
# If no Pico is plugged in, it ends with 1, which means "something is wrong".
ENDS_WITH_1 = ".venv/bin/pingblock doctor"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this source tree."""
    return environments.wheel(tmp_path_factory.mktemp("wheel") / "dist")


def typed(computer: Computer, line: str) -> None:
    """Types a line and checks that it has the effect that the page promises."""
    line = f"{line} || true" if line == ENDS_WITH_1 else line
    said = computer.types(line, **SET_UP.get(line, {}))
    assert SAYS.get(line, "") in said


def test_documented_commands_work_where_pip_refuses(wheel, tmp_path, usable):
    if lack := usable("wasm"):
        pytest.skip(lack)
    quick = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_COMPILE": "1"}
    computer = Computer(tmp_path, quick=True, XDG_CACHE_HOME=str(cache_dir().parent), **quick)
    shutil.copy(wheel, computer.here)
    assert "externally-managed" in computer.refuses(f"pip install {wheel.name}")
    assert "externally-managed" in computer.refuses(f"python3 -m pip install {wheel.name}")
    [install] = {ways(door)[1][0] for door in DOORS}  # the commands are the same on every page
    assert wheel.name in install
    computer.types(install)
    _get_what_it_needs(computer)
    with_wheel = {line for door in DOORS for line in ways(door)[1][1:]}
    for line in sorted(with_wheel):
        typed(computer, line)
    _make_it_a_checkout(computer)
    in_checkout = {line for door in DOORS for line in ways(door)[0]}
    assert in_checkout - with_wheel == {"make command", "make play", "make test"}
    for line in sorted(in_checkout - with_wheel):
        typed(computer, line)


def _get_what_it_needs(computer: Computer) -> None:
    """Links the packages that pip would have downloaded from an index."""
    packages = next((computer.here / ".venv").glob("lib/*/site-packages"))
    [ours] = Distribution.discover(name="pingblock", path=[str(packages)])
    for package in environments.needed(ours.requires or [], {""}):
        environments.link(package, packages)


def _make_it_a_checkout(computer: Computer) -> None:
    """Adds the files that `make` reads, and the stamps of a finished `.venv`."""
    for name in ("Makefile", "pyproject.toml", "tools"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, computer.here / name)
    for line in computer.types("make -n command").splitlines():
        if line.startswith(("touch ", "echo ")):
            computer.types(line)


def test_command_that_needs_a_registry_is_found(tmp_path):
    computer = Computer(tmp_path, PIP_NO_INDEX="1")
    with pytest.raises(AssertionError, match="externally-managed"):
        typed(computer, "pip install pingblock")


def test_texts_never_install_pingblock_from_a_registry():
    listed = ("git", "ls-files", "*.md", "*.py", "*.js", "*.po", "*.html", "*.svg", "*.toml")
    names = subprocess.check_output(listed, cwd=ROOT, text=True).splitlines()
    ours = [name for name in names if not name.startswith("tests/")]
    assert len(ours) > 400
    found = {name for name in ours if named((ROOT / name).read_text("utf-8"))}
    assert found - {"CHANGELOG.md"} == set()


def named(text: str) -> bool:
    """Returns whether a text installs Pingblock by its name."""
    words = ("pip install", "pipx install", "uv tool install", "uv add", "pip3 install")
    return any(
        f"{word} {quote}pingblock{end}" in text
        for word in words
        for quote in ("", "'", '"')
        for end in (" ", "\n", "`", "[", "'")
    )
