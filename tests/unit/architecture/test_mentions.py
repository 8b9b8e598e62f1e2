"""Names and paths that docstrings, comments and pages mention exist."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.unit.architecture.reading import ROOT, text_of
from tools import one_file

SOURCES = {"pingblock": ROOT / "host_tools", "pingware": ROOT / "firmware"}
SOURCES |= dict.fromkeys(("benchmarks", "reliability", "tests", "tools"), ROOT)
PLACES = ("benchmarks", "engine", "firmware", "host_tools", "reliability", "tests", "tools")
_DOTTED = re.compile(r"``([a-z_]\w*(?:\.\w+)+)(?:\([^`]*\))?``|`([a-z_]\w*(?:\.\w+)+)`")
_PLACEHOLDER = re.compile(r"/[A-Z_]+\.")  # a placeholder such as KEY.toml
_PATH = re.compile(r"`{1,2}([\w.-]+(?:/[\w.-]+)+)/?`{1,2}")
_SUFFIXES = (".py", ".md", ".toml", ".js", ".mjs", ".sh", ".json", ".svg", ".png", ".pyx")
# Folders in which a mentioned path can begin, in addition to the file's folder and the root.
_BASES = (
    *("firmware/pingware", "firmware", "host_tools/pingblock", "host_tools", "tests/unit"),
    *("host_tools/pingblock/page", "host_tools/pingblock/virtual/desk"),
)


@cache
def tracked() -> tuple[set[str], set[str]]:
    """Returns the project's files and folders, relative to its root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    files = {line for line in listed.stdout.splitlines() if (ROOT / line).exists()}
    folders = {parent.as_posix() for line in files for parent in Path(line).parents}
    return files, folders


def module_file(dotted: str) -> Path | None:
    """Returns the file of a module or package of ours, or None if it does not exist."""
    base = SOURCES[dotted.split(".")[0]]
    path = base / Path(*dotted.split("."))
    if path.is_dir():
        return path
    return next((each for each in (path.with_suffix(".py"),) if each.is_file()), None)


@cache
def names_in(path: Path) -> set[str]:
    """Returns the words of code of a module, or of the ``__init__`` of a package."""
    file = path / "__init__.py" if path.is_dir() else path
    return set(re.findall(r"\w+", file.read_text(encoding="utf-8"))) if file.is_file() else set()


def is_there(dotted: str) -> bool:
    """Returns whether a module, or a name in a module, exists."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        if found := module_file(".".join(parts[:count])):
            return set(parts[count:]) <= names_in(found)
    return False


@cache
def rooms(package: str) -> set[str]:
    """Returns the folders of a package of ours."""
    return {each.name for each in (SOURCES[package] / package).iterdir() if each.is_dir()}


def dotted_faults(text: str) -> Iterator[str]:
    """Yields dotted names in a text that our packages do not have.

    They begin with one of our packages, or with a package inside one.
    """
    for match in _DOTTED.finditer(text):
        name = match[1] or match[2]
        first = name.split(".")[0]
        roots = [""] if first in SOURCES else []
        roots += [f"{each}." for each in ("pingware", "pingblock") if first in rooms(each)]
        is_file = name in one_file.NAMES or name.endswith((*_SUFFIXES, ".c", ".h"))
        if roots and not is_file and not any(is_there(root + name) for root in roots):
            yield name


def path_faults(text: str, place: Path) -> Iterator[str]:
    """Yields the paths in a text that do not exist in the root, the file's folder or a base."""
    files, folders = tracked()
    here = place.relative_to(ROOT).parent.as_posix()
    starts = ["", f"{here}/", *(f"{base}/" for base in _BASES)]
    for name in _PATH.findall(text):
        if not name.endswith(_SUFFIXES) or _PLACEHOLDER.search(name):
            continue
        if not any(f"{start}{name}" in files or f"{start}{name}" in folders for start in starts):
            yield name


def faults_of(path: Path) -> list[str]:
    """Returns the wrong mentions between backticks of a file, in docstrings, comments or prose."""
    text = text_of(path)
    return [*dotted_faults(text), *path_faults(text, path)]


@pytest.mark.parametrize("suffix", [".py", ".md"])
def test_mentioned_names_and_paths_exist(suffix: str) -> None:
    files = [
        ROOT / name
        for name in tracked()[0]
        if name.endswith(suffix) and (suffix == ".md" or name.startswith(PLACES))
        if name != Path(__file__).relative_to(ROOT).as_posix()
    ]
    found = {path.relative_to(ROOT).as_posix(): faults_of(path) for path in files}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert len(files) > 20


@pytest.mark.parametrize(
    "text",
    [
        "``pingblock.tables.names``",
        "``pingblock.tables.games.game_off``",
        "`pingware.services.sequencer`",
        "``services.sequencer.compile``",
        "`shared/rulez.py`",
    ],
)
def test_missing_name_or_path_is_found(text: str) -> None:
    assert [*dotted_faults(text), *path_faults(text, ROOT / "README.md")]


def test_existing_and_foreign_names_pass() -> None:
    text = "``json.dumps`` `numpy.fft.rfft` ``pingblock.errors.BadInput`` `shared/ticks.py`"
    assert [*dotted_faults(text), *path_faults(text, ROOT / "README.md")] == []
