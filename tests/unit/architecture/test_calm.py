"""No test may depend on the speed of this computer or on how it was started, or skip silently.

These tests read the syntax trees. ``tests/conftest.py`` ends tests that hang.
"""

import ast
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.signals import HEARD, signals_as_in_a_terminal
from tests.unit.architecture.reading import text_of, tree_of

pytest_plugins = ["pytester"]
TESTS = Path(__file__).resolve().parents[2]
FILES = sorted(
    path
    for folder in ("unit", "scenarios")
    for path in (TESTS / folder).rglob("*.py")
    if path != Path(__file__).resolve()
)
# Names in the module ``time``. In texts, and as attributes of fakes, ``sleep`` and clocks belong
# to a device.
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


def guesses(tree):
    """Yields the lines that guess when an app is drawn: see ``tests/terminal_screen.py``."""
    for node in walk(tree, ast.Call):
        if ast.unparse(node.func) == "pilot.pause":
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


# A file without these words breaks no rule and need not be parsed.
RULES = {
    real_time: r"^\s*(import|from) .*\btime\b",
    limits: "timeout|deadline",
    guesses: r"pilot\.pause",
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
        (guesses, "async def story(pilot): await pilot.pause()"),
        (skips, "pytest.skip('no network')"),
        (skips, "try: run()\nexcept Exception as why: pytest.skip(str(why))"),
        (skips, "if lack := network(): pytest.skip(lack)"),
        (skips, "pytest.importorskip('scipy')"),
    ],
)
def test_line_that_breaks_a_rule_is_found(rule, line):
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
def test_skip_is_allowed_if_the_machine_lacks_something(line):
    assert list(skips(ast.parse(line))) == []


def test_hypothesis_examples_are_repeatable_and_have_no_deadline():
    assert settings.default.deadline is None
    assert settings.default.derandomize
    assert HealthCheck.too_slow in settings.default.suppress_health_check


HANGING = """
import asyncio, subprocess, sys, threading, time
import pytest

def deep_inside():
    time.sleep(3600)

def test_busy():
    threading.Thread(target=deep_inside, daemon=True).start()
    while True:
        time.sleep(0.01)

def test_child():
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"]) as child:
        try:
            child.wait()
        finally:
            child.kill()

def test_task():
    async def waits():
        await asyncio.Event().wait()

    asyncio.run(waits())

@pytest.fixture
def stuck():
    yield
    time.sleep(3600)

def test_clean_up(stuck):
    pass

def test_quick():
    pass
"""
# No signal handler can run: the first call has the lock, and the second waits for it in C.
DEAD = """
import ctypes

def test_dead():
    lock, held = ctypes.PyDLL(None).pthread_mutex_lock, ctypes.create_string_buffer(64)
    lock(held)
    lock(held)

def test_next():
    pass
"""


@pytest.fixture
def limited(pytester, monkeypatch):
    """Runs tests with our time limit, set to one second."""

    def run(text, *options):
        pytester.makepyfile(text)
        limit = ("-p", "tests.hangs", "--limit-s", "1")
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *limit, *options)

    monkeypatch.setenv("PYTHONPATH", str(TESTS.parent))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return run


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
def test_hanging_test_fails_with_its_stacks_and_next_test_runs(limited):
    result = limited(HANGING)
    result.assert_outcomes(passed=2, failed=3, errors=1)
    told = result.stdout.str()
    assert told.count("E       Failed: This hangs: it has run for more than 1 s.") == 4
    for stack in ("in deep_inside", "in test_busy", "in waits"):
        assert stack in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_worker_deaf_to_signals_is_ended_and_replaced(limited):
    result = limited(DEAD, "-p", "xdist", "-n", "1")
    result.stderr.fnmatch_lines(["Timeout (0:00:02)!", "*in test_dead"])
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["worker 'gw0' crashed while running *test_dead*"])


NUMBERS = [signal.Signals[name] for name in HEARD if name in signal.Signals.__members__]
DEAF = f"""
import os, signal, sys
for number in {[int(number) for number in NUMBERS]}:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
os.execv(sys.argv[1], sys.argv[1:])
"""


def deaf(*command):
    """Runs a command that ignores and blocks signals from its start, as CI systems start some."""
    run = [sys.executable, "-c", DEAF, *command]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def ended_by(number):
    """Returns a command that sends itself a signal."""
    return sys.executable, "-c", f"import os; os.kill(os.getpid(), {int(number)})"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signal to one process")
@pytest.mark.parametrize("number", NUMBERS)
def test_signal_reaches_a_test_and_its_child_processes(number):
    assert deaf(*ended_by(number)).returncode == 0  # without any code that restores the default
    expected = 0 if number == signal.SIGCHLD else -number
    assert subprocess.run(ended_by(number), capture_output=True).returncode == expected
    assert signal.getsignal(number) is not signal.SIG_IGN
    assert number not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signal to one process")
def test_signals_reach_tests_even_if_pytest_ignores_and_blocks_them(monkeypatch):
    name = f"{Path(__file__)}::{test_signal_reaches_a_test_and_its_child_processes.__name__}"
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    done = deaf(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name)
    assert (done.returncode, f"{len(NUMBERS)} passed" in done.stdout) == (0, True), done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no SIGHUP")
def test_pytest_under_nohup_survives_a_closed_terminal():
    signal_itself = "import os, signal; os.kill(os.getpid(), signal.SIGHUP); print('alive')"
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_as_in_a_terminal():
            os.kill(os.getpid(), signal.SIGHUP)  # this has no effect here
            child = subprocess.run([sys.executable, "-c", signal_itself], capture_output=True)
        assert (child.returncode, child.stdout) == (-signal.SIGHUP, b"")
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
