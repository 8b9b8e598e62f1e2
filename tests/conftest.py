"""For all tests: locks of their own, and a last line that tells what was skipped, and why."""

from __future__ import annotations

import gc
from collections import Counter

import pytest


def pytest_collection_finish():
    """What was imported and collected stays: no later collection of garbage looks at it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def own_locks(tmp_path_factory):
    """Tests that run side by side get the same pseudo terminals, one soon after the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        yield


def pytest_terminal_summary(terminalreporter):
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.most_common():
        tests = "1 test was" if count == 1 else f"{count} tests were"
        terminalreporter.write_line(f"{tests} skipped: {reason}", yellow=True)


def _reason(report):
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")
