"""Finds the tests that should notice a wrong change of a file, the nearest first."""

import ast
import re
from functools import cache
from pathlib import Path

# Folders of the product, and the unit tests of each.
TREES = {
    "firmware": Path("tests/unit/firmware"),
    "host_tools": Path("tests/unit/pingblock"),
    "tools/hardware": Path("tests/unit/hardware"),
    "hardware": Path("tests/unit/hardware"),
}
SCENARIOS = Path("tests/scenarios")
RECORDS = (("games",), ("tables",))  # folders whose modules are imported by the name in a record
# Folders whose files no unit test imports, because scenarios test them.
PLAYED = ("firmware/pingware/app", "firmware/root", "firmware/pingware/boards")


def tests_of(path: Path, root: Path) -> list[Path]:
    """Returns the test files about a module, the file of the same name first.

    A test file fits if its name has the first word of the module's name, or if it imports the
    module directly, or through a file next to the test or the module. For games and tables
    (``RECORDS``), it is in the folder of their name. If no file fits, the result is all unit tests
    of that folder of the product. For modules in ``PLAYED``, the scenarios come last.

    Args:
        path: relative to ``root``.
        root: folder of the project.
    """
    files = sorted((root / _tests(path)).rglob("*.py"))
    tests = [file for file in files if file.stem.startswith("test_")]
    word = f"test_{path.stem.partition('_')[0]}"
    users = _users(path, [*(root / path.parent).glob("*.py"), *files])
    room = path.parent.name if path.parts[2:3] in RECORDS else ""
    chosen = [
        test
        for test in tests
        if test.stem.startswith(word) or test.stem in users or test.parent.name == room
    ]
    played = path.as_posix().startswith(PLAYED)
    chosen = chosen or ([] if played else tests)
    near = sorted(chosen, key=lambda test: (test.stem != f"test_{path.stem}", test))
    return [*near, root / SCENARIOS] if played and (root / SCENARIOS).is_dir() else near


def area(path: Path) -> str:
    """Returns the part of the product that a file belongs to, such as firmware/pingware/app."""
    parts = path.parent.parts
    return "/".join(parts[:3]) if parts else "."


def _tests(path: Path) -> Path:
    trees = [tree for tree in TREES if path.as_posix().startswith(tree + "/")]
    return TREES[max(trees, key=len)] if trees else Path("tests/unit")


def _users(path: Path, files: list[Path]) -> set[str]:
    imported = {file.stem: _imported(file.read_text("utf-8")) for file in files}
    users, found = {path.stem}, set[str]()
    while users != found:
        found = users
        users = found | {stem for stem, names in imported.items() if names & found}
    return users


@cache
def _imported(source: str) -> frozenset[str]:
    """Returns the last parts of the names that a file imports, also ``load("folder.module")``."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            words.add(str(node.module))
        if isinstance(node, ast.ImportFrom | ast.Import):
            words.update(alias.name for alias in node.names)
        if isinstance(node, ast.Constant) and re.fullmatch(r"\w+\.\w+", str(node.value)):
            words.add(str(node.value))
    return frozenset(word.rpartition(".")[2] for word in words)
