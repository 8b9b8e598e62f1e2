"""Makes all tests independent of how they were started and of the speed of this computer.

Tests have no time limits. ``tests/hangs.py`` ends tests that hang.
"""

from __future__ import annotations

import atexit
import gc
import itertools
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.signals import signals_as_in_a_terminal

from pingblock.virtual.desk import process

pytest_plugins = ["tests.hangs"]

RAM_DISK, ROOM_BYTES = Path("/dev/shm"), 2 << 30
# Number of new objects between two garbage collections, 700 by default. This saves a tenth of the
# time of tests of tables and screens. With a larger number, the emulated chips of earlier tests
# would use too much memory.
GARBAGE_OBJECTS = 10_000


def _holds_programs(folder):
    """Returns whether a folder has free space and programs in it can run."""
    if not os.access(folder, os.W_OK) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free >= ROOM_BYTES


# Tests write about 200 000 small files, which takes a third of their time on a slow disk.
if "TMPDIR" not in os.environ and RAM_DISK.is_dir() and _holds_programs(RAM_DISK):
    # so that people can look at the files that tests leave
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(RAM_DISK)
    tempfile.tempdir = tempfile.mkdtemp(prefix="pingblock-tests-", dir=RAM_DISK)
    os.environ["TMPDIR"] = tempfile.tempdir
    # Killed programs leave files.
    atexit.register(shutil.rmtree, tempfile.tempdir, ignore_errors=True)

# The same examples in each run, so that a failing one fails again everywhere.
settings.register_profile(
    "calm",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Other examples in each run, with a seed that `make soak` prints.
settings.register_profile(
    "new", settings.get_profile("calm"), derandomize=False, max_examples=1000
)
settings.load_profile("calm")


def pytest_addoption(parser):
    parser.addoption(
        "--everything",
        action="store_true",
        help="rare cases too, and each scenario on each engine",
    )


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Returns one more worker than cores, because a page test waits for half of its time."""
    return (yield) + 1


# Long tests come first, so that the last worker does not run one while the others are idle. One
# worker begins with all tests of the page, so that browser, servers and the page's files are
# started only once.
COSTLY = ("page", "scenarios")


def _turn(item):
    room = item.path.relative_to(Path(__file__).parent).parts[0]
    return COSTLY.index(room) if room in COSTLY else len(COSTLY)


def pytest_collection_modifyitems(config, items):
    """Puts costly folders first, each in its random order, and leaves rare cases out.

    Tests that take seconds (``long``) run only with ``--everything`` or ``-k``.
    """
    items.sort(key=_turn)
    if config.getoption("keyword") or config.getoption("everything"):
        return
    longer = [item for item in items if item.get_closest_marker("long") is not None]
    items[:] = [item for item in items if item.get_closest_marker("long") is None]
    config.hook.pytest_deselected(items=longer)


def pytest_collection_finish():
    """Excludes imported and collected objects from garbage collections, which are rarer now."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_OBJECTS)


_TESTS = itertools.count()


@pytest.fixture(autouse=True, scope="session")
def own_locks(tmp_path_factory):
    """Gives each process its own lock folder, because parallel tests reuse pseudo terminals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def own_block(monkeypatch, tmp_path_factory):
    """Gives each test another state folder, because `--port virtual` stores the block there."""
    # The folder is made when it is needed.
    folder = tmp_path_factory.getbasetemp() / f"state-{next(_TESTS)}"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))


@pytest.fixture(autouse=True, scope="session")
def heard_signals():
    """Restores signals that the tests' parent process ignores or blocks."""
    with signals_as_in_a_terminal():
        yield


@pytest.fixture(autouse=True, scope="session")
def patient_desk(pytestconfig):
    """A busy computer can leave the desk engine's process without processor time for long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "HANG_S", pytestconfig.getoption("limit_s"))
        yield


def pytest_terminal_summary(terminalreporter):
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.most_common():
        tests = "1 test was" if count == 1 else f"{count} tests were"
        terminalreporter.write_line(f"{tests} skipped: {reason}", yellow=True)


def _reason(report):
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")
