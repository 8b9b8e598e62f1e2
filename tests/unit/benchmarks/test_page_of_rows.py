"""The docs' page of a recorded run: its conditions, and each row of it."""

import re

import pytest
from benchmarks import page_of_rows
from benchmarks.page_of_rows import page
from benchmarks.report import emulated
from benchmarks.table import Row

FAST = Row("press, max", "ms", (0.35, 0.4), (7.0, 8.0), target=(0.8, 1.0))
SLOW = Row("CPU", "%", (9.0, 9.0), target=(7.0, 8.0))
MISSED = (
    "Firmware abc. Targets missed: {} in emulated time,"
    " {} by the clock of this computer (in bold)."
)
CLOCK = Row("speed", "s/s", (2.0, 2.0), target=(3.0, 3.0), at_least=True, wall=True)


@pytest.fixture(autouse=True)
def _firmware(monkeypatch):
    monkeypatch.setattr(page_of_rows, "firmware_mark", lambda: "abc")


def test_page_contains_machine_command_and_each_row():
    told = page([FAST, SLOW], "it 1.0", "make it", "- a = plain.\n").splitlines()
    assert told[2].startswith("`make it`, ")
    assert told[2].endswith("The peer is it 1.0.")
    assert told[3] == MISSED.format(1, "none")
    assert "was not measured" in told[5]
    assert told[-2:] == ["## How to read it", "- a = plain."]
    assert told[-7:-3] == [
        "| measured | unit | target (a / b) | ours (a / b) | peer | peer / ours |",
        "| --- | --- | --- | --- | --- | --- |",
        "| press, max | ms | <= 0.80 / 1 | 0.35 / 0.40 | 7 / 8 | 20 |",
        "| CPU | % | <= 7 / 8 | **9** | - | - |",
    ]


def test_row_by_the_clock_counts_on_its_own():
    told = page([FAST, CLOCK], "it 1.0", "make it", "")
    assert MISSED.format("none", 1) in told
    assert "| speed | s/s | >= 3 | **2** | - | - |" in told
    assert "was not measured" not in told


class Measured:
    """A measurement of any kind. Each of its fields and items is the same measurement."""

    def __getattr__(self, name):
        return self

    def __getitem__(self, place):
        return self

    def __iter__(self):
        return iter((self, self))

    def __contains__(self, name):
        return True

    def __mul__(self, times):
        return self

    def __str__(self):
        return "N"


def test_docs_page_has_each_emulated_row_of_the_benchmarks():
    """``python -m benchmarks --record`` writes it. Rows measured in real time can be missing."""
    told = page_of_rows.PAGE.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ")[0].removeprefix("| ") for line in told if line.startswith("| ")][2:]
    assert len(rows) > 60
    emulated_rows = [row.what for row in emulated(Measured()) if not row.wall]
    named = [re.sub(r"\d{5,}", "N", row) for row in rows]
    assert [row for row in named if row in emulated_rows] == emulated_rows
