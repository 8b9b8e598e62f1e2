"""No test depends on the speed of this computer, on how it was started or on a silent skip.

Enforced by walking the syntax trees; what hangs is ended in one place, ``tests/conftest.py``.
"""

import ast
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.unit.architecture.reading import text_of, tree_of

pytest_plugins = ["pytester"]
TESTS = Path(__file__).resolve().parents[2]
FILES = sorted(
    path
    for folder in ("unit", "scenarios")
    for path in (TESTS / folder).rglob("*.py")
    if path != Path(__file__).resolve()
)
# Of the module ``time``. ``sleep`` and the clocks of a device are texts or attributes of fakes.
REAL_TIME = {"sleep", "time", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}


def walk(tree, kind):
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def real_time(tree):
    """Yields the lines that wait for real time or measure it."""
    for node in walk(tree, ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id == "time" and node.attr in REAL_TIME:
            yield node.lineno
    for node in walk(tree, ast.ImportFrom):
        if node.module == "time" and REAL_TIME & {alias.name for alias in node.names}:
            yield node.lineno


def limits(tree):
    """Yields the lines that give up something after a while of real time."""
    for node in walk(tree, ast.keyword):
        if node.arg in ("timeout", "deadline"):
            yield node.value.lineno
    for node in walk(tree, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "settimeout":
            yield node.lineno


def skips(tree):
    """Yields the lines that skip for another reason than ``Unavailable``."""
    allowed = set()
    for node in walk(tree, ast.ExceptHandler):
        if isinstance(node.type, ast.Name) and node.type.id == "Unavailable":
            allowed |= {id(call) for call in walk(node, ast.Call)}
    for node in walk(tree, ast.If):
        if isinstance(node.test, ast.NamedExpr) and _asks_usable(node.test.value):
            allowed |= {id(call) for statement in node.body for call in walk(statement, ast.Call)}
    for node in walk(tree, ast.Call):
        function = ast.unparse(node.func)
        skipping = function.rpartition(".")[2] in ("skip", "importorskip")
        if skipping and "mark" not in function and id(node) not in allowed:
            yield node.lineno


def _asks_usable(value):
    """``usable(name)`` of ``tests/scenarios/conftest.py`` is the text of an ``Unavailable``."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "usable"


# Without these words a file breaks no rule, and need not be parsed.
RULES = {
    real_time: r"^\s*(import|from) .*\btime\b",
    limits: "timeout|deadline",
    skips: r"skip\(|importorskip",
}


def test_no_test_breaks_a_rule():
    broken = []
    for path in FILES:
        for rule, words in RULES.items():
            if re.search(words, text_of(path), re.MULTILINE):
                broken += [f"{path}:{line}" for line in rule(tree_of(path))]
    assert broken == []
    assert len(FILES) > 150


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (real_time, "import time\ntime.sleep(0.1)"),
        (real_time, "import time\nbefore_s = time.monotonic()"),
        (real_time, "from time import perf_counter"),
        (limits, "child.wait(timeout=5)"),
        (limits, "settings(deadline=None)"),
        (limits, "line.settimeout(3)"),
        (skips, "pytest.skip('no network')"),
        (skips, "try: run()\nexcept Exception as why: pytest.skip(str(why))"),
        (skips, "if lack := network(): pytest.skip(lack)"),
        (skips, "pytest.importorskip('scipy')"),
    ],
)
def test_a_line_that_breaks_a_rule_is_found(rule, line):
    assert list(rule(ast.parse(line)))
    assert re.search(RULES[rule], line, re.MULTILINE)


@pytest.mark.parametrize(
    "line",
    [
        "try: run()\nexcept Unavailable as why: pytest.skip(str(why))",
        "if lack := usable('chip'): pytest.skip(lack)",
        "pytest.mark.skipif(sys.platform == 'win32', reason='no signals')",
    ],
)
def test_a_skip_for_what_this_machine_cannot_run_is_allowed(line):
    assert list(skips(ast.parse(line))) == []


def test_examples_have_no_deadline_and_are_the_same_in_each_run():
    assert settings.default.deadline is None
    assert settings.default.derandomize
    assert HealthCheck.too_slow in settings.default.suppress_health_check


HANGING = """
import subprocess, sys, time

def test_busy():
    while True:
        time.sleep(0.01)

def test_child():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(3600)"])

def test_quick():
    pass
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
def test_what_hangs_is_ended_and_named(pytester):
    ours = (TESTS / "conftest.py").read_text(encoding="utf-8")
    quick = ours.replace("\nHUNG_S = 1200.0 ", "\nHUNG_S = 1.0 ")
    assert quick != ours
    pytester.makeconftest(quick)
    pytester.makepyfile(HANGING)
    result = pytester.runpytest_subprocess("-p", "no:randomly", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["FAILED *test_child - Failed: This hangs*"])


def ignoring(*command):
    """Runs a command as a script's background job: SIGINT is ignored from the start."""
    ignore = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    run = [sys.executable, "-c", ignore + "os.execv(sys.argv[1], sys.argv[1:])", *command]
    return subprocess.run(run, capture_output=True, text=True, check=False)


INTERRUPTED = (sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGINT)")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_ends_what_a_test_starts():
    assert ignoring(*INTERRUPTED).returncode == 0  # so it is where nobody gives the default back
    assert subprocess.run(INTERRUPTED, capture_output=True).returncode == -signal.SIGINT


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_the_same_holds_where_pytest_runs_in_the_background():
    name = f"{Path(__file__)}::{test_ctrl_c_ends_what_a_test_starts.__name__}"
    done = ignoring(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name)
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout
