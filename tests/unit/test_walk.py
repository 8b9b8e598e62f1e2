"""A walk through the first minutes fails if it needs too many steps or too much time."""

import subprocess
import sys

import pytest
from tests import walk


def test_walk_fails_at_a_fourth_step_or_a_slow_one(monkeypatch):
    def walked(steps):
        with walk.Walk("it") as it:
            for step in steps:
                it.step(step)

    spent_s = iter([0.0, 120.0, 0.0, 1.0, 0.0, 120.5])
    monkeypatch.setattr(walk, "_spent_s", lambda: next(spent_s))
    walked("abc")
    for steps in ("abcd", "a"):  # one step too many, then half a second too long
        with pytest.raises(AssertionError):
            walked(steps)


def test_processor_time_includes_that_of_child_processes():
    busy = "import time\nwhile time.process_time() < 0.1: pass"
    before_s = walk._spent_s()
    subprocess.run([sys.executable, "-S", "-c", busy], check=True)
    assert walk._spent_s() >= before_s + 0.08  # the system counts in units of 10 ms
