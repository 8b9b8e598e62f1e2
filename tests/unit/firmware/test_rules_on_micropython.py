"""Rules and policies say the same on MicroPython as on CPython, word for word."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

REPO = Path(__file__).parents[3]
SCRIPT = REPO / "tests" / "data" / "exercise_rules.py"
MICROPYTHON = shutil.which("micropython", path=sysconfig.get_path("scripts"))


def words_of(program):
    path = str(REPO / "firmware")
    environment = {**os.environ, "PYTHONPATH": path, "MICROPYPATH": path}
    done = subprocess.run(
        [program, str(SCRIPT)], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.splitlines()


@pytest.mark.skipif(not MICROPYTHON, reason="no MicroPython unix port for this machine")
def test_three_thousand_answers_are_the_same_on_both_interpreters():
    on_cpython = words_of(sys.executable)
    assert len(on_cpython) > 3000
    assert words_of(MICROPYTHON) == on_cpython


def test_the_exercise_meets_every_verdict_fault_and_gesture():
    words = "\n".join(words_of(sys.executable))
    expected = ["'good'", "'fair'", "'replace_soon'", "'stop'", "battery_demo_cell"]
    expected += ["'battery_no_reading'", "'battery_absurd'", "busy", "nothing"]
    expected += ["hold", "release", "short", "long", "low_battery", "goodbye", "'replay'"]
    assert [word for word in expected if word not in words] == []
