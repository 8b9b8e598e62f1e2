"""Tells at the very end how many tests were skipped, and what would make them run."""

from __future__ import annotations

from collections import Counter


def pytest_terminal_summary(terminalreporter):
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.most_common():
        tests = "1 test was" if count == 1 else f"{count} tests were"
        terminalreporter.write_line(f"{tests} skipped: {reason}", yellow=True)


def _reason(report):
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")
