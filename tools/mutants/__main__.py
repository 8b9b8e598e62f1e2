"""Tries random mutants for a limited time: ``python -m tools.mutants --help``.

Each mutant is written into a temporary copy of the project, where the tests about its file run
until the first one fails. If all tests pass, the mutant has survived. Then it shows a gap in the
tests, or makes no difference.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

from tools.mutants.changes import Mutant, mutants_of
from tools.mutants.copied import HUNG, PASSED, ROOT, Copy
from tools.mutants.judges import area, tests_of

TREES = ("firmware", "host_tools")
# Tests on the emulated chip take minutes, and the desk runs the same sources.
_WITHOUT_CHIP = ("-k", "not chip", "-m", "not long")
# A mutant hangs if its tests take longer than these seconds plus this multiple of their earlier
# time.
_SPARE_S, _SPARE_FACTOR = 20, 4


class Judge:
    """Runs tests in a copy of the project.

    ``hung`` is the number of mutants whose tests did not end.

    Args:
        copy: the copy of the project.
    """

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        # test files -> seconds that they took without a mutant
        self._took_s: defaultdict[str, float] = defaultdict(float)
        self.hung = 0

    def check(self, paths: list[Path]) -> None:
        """Runs the tests about modules without a mutant. Raises SystemExit if they fail."""
        tests = sorted({test for path in paths for test in tests_of(path, self._copy.place)})
        report = self._copy.place / "report.xml"
        code = self._copy.run([*tests, *_WITHOUT_CHIP, f"--junitxml={report}"])
        cases = list(ElementTree.parse(report).iter("testcase"))
        if code != PASSED:  # the tests stop at the first failure
            failed = cases[-1].attrib["name"] if cases else "there is none"
            sys.exit(f"The tests fail without a mutant: {failed}")
        for case in cases:
            # parts of the file's name, and of its folders' names
            for name in case.attrib["classname"].split("."):
                self._took_s[name] += float(case.attrib["time"])

    def is_killed(self, mutant: Mutant) -> bool:
        """Returns whether a test fails or hangs because of the mutant."""
        tests = tests_of(mutant.path, self._copy.place)
        if not tests:
            return False
        limit_s = _SPARE_S + _SPARE_FACTOR * sum(self._took_s[test.stem] for test in tests)
        code = self._copy.judged(mutant.path, mutant.text, [*tests, *_WITHOUT_CHIP], limit_s)
        self.hung += code == HUNG
        return code != PASSED


def sources(root: Path, names: list[str]) -> list[Path]:
    """Returns the modules to change, relative to the project.

    Args:
        root: folder of the project.
        names: modules or folders, relative to ``root``. Without names, all of ``TREES``.
    """
    given = [root / name for name in names or TREES]
    files = [[place] if place.is_file() else sorted(place.rglob("*.py")) for place in given]
    return [file.relative_to(root) for found in files for file in found]


def run(root: Path, names: list[str], budget_s: float, seed: int) -> list[Mutant]:
    """Tries mutants in random order until the time is over. Prints the survivors and a summary.

    Args:
        root: folder of the project.
        names: see ``sources``.
        budget_s: seconds after which no new mutant is tried.
        seed: seed for the order.

    Returns:
        The survivors.
    """
    paths = sources(root, names)
    mutants = [m for p in paths for m in mutants_of(p, (root / p).read_text("utf-8"))]
    random.Random(seed).shuffle(mutants)
    tried, survivors = list[Mutant](), list[Mutant]()
    with tempfile.TemporaryDirectory() as place:
        judge = Judge(Copy(root, Path(place)))
        judge.check(paths)
        began_s = time.monotonic()
        for mutant in mutants:
            if time.monotonic() - began_s >= budget_s:
                break
            tried.append(mutant)
            if not judge.is_killed(mutant):
                survivors.append(mutant)
                line = f"{mutant.path}:{mutant.line}: {mutant.before} -> {mutant.after}"
                print(line, flush=True)
    _print_ledger(mutants, tried, survivors)
    print(f"{judge.hung} of those killed took too long.")
    return survivors


def _print_ledger(mutants: list[Mutant], tried: list[Mutant], survivors: list[Mutant]) -> None:
    """Prints for each area how many mutants exist, were tried, were killed and survived."""
    columns = [Counter(area(m.path) for m in found) for found in (mutants, tried, survivors)]
    width = max([len(name) for name in columns[0]], default=0)
    rows = [(name, *(column[name] for column in columns)) for name in sorted(columns[0])]
    for name, *counts in [*rows, ("all", *map(len, (mutants, tried, survivors)))]:
        there, judged, survived = counts
        print(f"{name:{width}} {there:6} {judged:5} {judged - survived:5} {survived:5}")


def main(words: list[str] | None = None) -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description="Lists wrong changes that no test notices.")
    parser.add_argument(
        "names", nargs="*", help="modules or folders, for example firmware/pingware/app"
    )
    parser.add_argument("--budget", type=float, default=600, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    run(ROOT, given.names, given.budget, given.seed)


if __name__ == "__main__":
    main()
