"""Mutation run: small wrong changes of the firmware that the unit tests should notice.

Each mutant is one changed constant, comparison, condition, operator or a removed statement. It is
written into a temporary copy of the project, where the unit tests that name its module run until
the first one fails. A mutant that no test notices is a survivor: a gap in the tests, or a change
that makes no difference.
"""

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "firmware/pingware"
FOLDERS = ("games/block", "games/worms", "shared", "services", "drivers", "link", "storage")
TESTS = "tests/unit/firmware"
COPIED = ("firmware", "hardware", "host_tools", "tests", "tools", "pyproject.toml")
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
# A mutant hangs if its tests take longer than the first plus so many times what they took before.
_SPARE_S, _SPARE_FACTOR = 20, 4

_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_REMOVED = (ast.AugAssign, ast.Raise, ast.Break, ast.Continue, ast.Delete)
_TESTED = (ast.If, ast.IfExp, ast.While)


class Mutant(NamedTuple):
    """One wrong change of a file."""

    path: Path  # relative to the project
    line: int
    before: str  # the code that is replaced
    after: str
    text: str  # of the whole file with the change


def mutants_of(path: Path, source: str) -> list[Mutant]:
    """Returns every mutant of a module; ``path`` is the one that they carry."""
    tree = ast.parse(source)
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt))
    mutants = [_mutant(path, source, node, after) for node in nodes for after in _changes(node)]
    tests = (node.test for node in ast.walk(tree) if isinstance(node, _TESTED))
    truths = (test for test in tests if not isinstance(test, ast.Compare | ast.UnaryOp))
    return mutants + [_mutant(path, source, t, f"(not ({ast.unparse(t)}))") for t in truths]


def _changes(node: ast.AST) -> list[str]:
    """Returns what may stand in the place of a node, as code."""
    if isinstance(node, ast.Constant):
        return [repr(value) for value in _other_values(node.value)]
    if isinstance(node, ast.Compare):
        return [_with(node, ops=ops) for ops in _flipped(node.ops)]
    if isinstance(node, ast.BoolOp):
        return [_with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return [_with(node, op=_OPERATORS[type(node.op)]())]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [f"({ast.unparse(node.operand)})"]
    return ["pass"] if _is_removable(node) else []


def _other_values(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    return [*sorted({value - 1, value + 1, value * 2} - {value})] if isinstance(value, int) else []


def _flipped(ops: list[ast.cmpop]) -> list[list[ast.cmpop]]:
    return [[*ops[:n], _COMPARISONS[type(op)](), *ops[n + 1 :]] for n, op in enumerate(ops)]


def _with(node: ast.expr, **fields: object) -> str:
    """Returns the code of a copy of ``node`` with other fields."""
    kept = {name: getattr(node, name) for name in node._fields}
    return f"({ast.unparse(type(node)(**{**kept, **fields}))})"


def _is_removable(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant | ast.Yield)
    if isinstance(node, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
    return isinstance(node, _REMOVED)


def _mutant(path: Path, source: str, node: ast.expr | ast.stmt, after: str) -> Mutant:
    lines = source.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: (node.end_lineno or 1) - 1])) + (node.end_col_offset or 0)
    data = source.encode()
    text = (data[:start] + after.encode() + data[end:]).decode()
    before = " ".join(data[start:end].decode().split())
    return Mutant(path, node.lineno, before, after, text)


def tests_of(path: Path, root: Path) -> list[Path]:
    """Returns the firmware's test files that are about a module, its own one first.

    They carry the first word of its name, or import it, or a file of the tests or a module beside
    it that does. If there is none, it is all of them.
    """
    files = sorted((root / TESTS).rglob("*.py"))
    tests = [file for file in files if file.stem.startswith("test_")]
    word = f"test_{path.stem.partition('_')[0]}"
    users = _users(path, [*(root / path.parent).glob("*.py"), *files])
    chosen = [t for t in tests if t.stem.startswith(word) or t.stem in users] or tests
    return sorted(chosen, key=lambda test: (test.stem != f"test_{path.stem}", test))


def _users(path: Path, files: list[Path]) -> set[str]:
    imported = {file.stem: _imported(file.read_text("utf-8")) for file in files}
    users, found = {path.stem}, set[str]()
    while users != found:
        found = users
        users = found | {stem for stem, names in imported.items() if names & found}
    return users


def _imported(source: str) -> set[str]:
    """Returns the last words of all that a file imports, also by ``load("folder.module")``."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            words.add(str(node.module))
        if isinstance(node, ast.ImportFrom | ast.Import):
            words.update(alias.name for alias in node.names)
        if isinstance(node, ast.Constant) and re.fullmatch(r"\w+\.\w+", str(node.value)):
            words.add(str(node.value))
    return {word.rpartition(".")[2] for word in words}


class Copy:
    """Copy of the project in which mutants are tried, one at a time.

    Args:
        root: folder of the project.
        place: empty folder for the copy.
    """

    def __init__(self, root: Path, place: Path) -> None:
        self._place = place
        self._written = 0
        self._took_s: defaultdict[str, float] = defaultdict(float)  # test files, without a mutant
        self.hung = 0  # mutants whose tests did not end
        for name in COPIED:
            if (root / name).is_dir():
                no_cache = shutil.ignore_patterns("__pycache__")
                shutil.copytree(root / name, place / name, ignore=no_cache)
            elif (root / name).is_file():
                shutil.copy(root / name, place / name)

    def check(self, paths: list[Path]) -> None:
        """Runs the tests of modules without a mutant. Raises SystemExit if they fail."""
        tests = sorted({test for path in paths for test in tests_of(path, self._place)})
        report = self._place / "report.xml"
        if self._fails([*tests, f"--junitxml={report}"], None):
            sys.exit("The tests fail without a mutant.")
        for case in ElementTree.parse(report).iter("testcase"):
            self._took_s[case.attrib["classname"].rpartition(".")[2]] += float(case.attrib["time"])

    def is_killed(self, mutant: Mutant) -> bool:
        """Returns whether a test fails, or hangs, with the mutant in its place."""
        tests = tests_of(mutant.path, self._place)
        if not tests:
            return False
        original = (self._place / mutant.path).read_text("utf-8")
        limit_s = _SPARE_S + _SPARE_FACTOR * sum(self._took_s[test.stem] for test in tests)
        self._write(mutant.path, mutant.text)
        try:
            return self._fails(tests, limit_s)
        finally:
            self._write(mutant.path, original)

    def _write(self, path: Path, text: str) -> None:
        """Writes a file with a time of its own: compiled files are known by time and size."""
        (self._place / path).write_text(text, "utf-8")
        self._written += 1
        os.utime(self._place / path, (self._written, self._written))

    def _fails(self, tests: Sequence[Path | str], limit_s: float | None) -> bool:
        with subprocess.Popen(
            [sys.executable, *PYTEST, *map(str, tests)],
            cwd=self._place,
            env={**os.environ, "PYTHONPATH": str(self._place / "host_tools")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(limit_s) != 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                self.hung += 1
                return True


def sources(root: Path, names: list[str]) -> list[Path]:
    """Returns the modules to change, relative to the project; all of the folders if none given."""
    if names:
        return [Path(name) for name in names]
    found = (file for folder in FOLDERS for file in (root / PACKAGE / folder).glob("*.py"))
    return sorted(file.relative_to(root) for file in found)


def run(root: Path, names: list[str], budget_s: float, seed: int) -> list[Mutant]:
    """Tries mutants in random order until the time is over; prints survivors and a summary.

    Args:
        root: folder of the project.
        names: modules to change, relative to it; empty = all.
        budget_s: seconds from the first mutant on; none begins after it.
        seed: of the order.

    Returns:
        The survivors.
    """
    paths = sources(root, names)
    mutants = [m for p in paths for m in mutants_of(p, (root / p).read_text("utf-8"))]
    random.Random(seed).shuffle(mutants)
    tried, survivors = 0, []
    with tempfile.TemporaryDirectory() as place:
        copy = Copy(root, Path(place))
        copy.check(paths)
        began_s = time.monotonic()
        for mutant in mutants:
            if time.monotonic() - began_s >= budget_s:
                break
            tried += 1
            if not copy.is_killed(mutant):
                survivors.append(mutant)
                line = f"{mutant.path}:{mutant.line}: {mutant.before} -> {mutant.after}"
                print(line, flush=True)
    killed = tried - len(survivors)
    print(
        f"{tried} of {len(mutants)} mutants: {killed} killed, {copy.hung} of them by their time; "
        f"{len(survivors)} survived."
    )
    return survivors


def main(words: list[str] | None = None) -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description="Lists wrong changes that no unit test notices.")
    parser.add_argument(
        "names", nargs="*", help="modules, for example firmware/pingware/games/block/odds.py"
    )
    parser.add_argument("--budget", type=float, default=600, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    run(ROOT, given.names, given.budget, given.seed)


if __name__ == "__main__":
    main()
