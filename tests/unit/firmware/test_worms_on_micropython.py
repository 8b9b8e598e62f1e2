"""The worms behave the same on MicroPython as on CPython, and a servo frame takes no memory."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

REPO = Path(__file__).parents[3]
DATA = REPO / "tests" / "data"
MICROPYTHON = shutil.which("micropython", path=sysconfig.get_path("scripts"))
needs_micropython = pytest.mark.skipif(
    not MICROPYTHON, reason="no MicroPython unix port for this machine"
)


def lines_of(program, script):
    path = str(REPO / "firmware")
    environment = {**os.environ, "PYTHONPATH": path, "MICROPYPATH": path}
    command = [program, str(DATA / script)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.splitlines()


@needs_micropython
def test_thousands_of_answers_are_the_same_on_both_interpreters():
    on_cpython = lines_of(sys.executable, "exercise_worms.py")
    assert len(on_cpython) > 5000
    assert lines_of(MICROPYTHON, "exercise_worms.py") == on_cpython


def test_the_exercise_meets_every_state_fault_and_sound():
    lines = "\n".join(lines_of(sys.executable, "exercise_worms.py"))
    states = ["'armed'", "'started'", "'ended'", "'stopped'", "'won'"]
    sounds = ["ratchet", "go", "tick", "player", "match", "undo", "refused", "hand"]
    faults = ["lever_stuck", "lever_chatter", "lever_free", "servo_stalled", "servo_cells_weak"]
    replies = ["busy", "nothing", "refused"]
    expected = states + sounds + faults + replies
    assert [word for word in expected if word not in lines] == []


@needs_micropython
def test_a_servo_frame_takes_no_memory():
    assert lines_of(MICROPYTHON, "memory_of_a_step.py") == ["running 0", "home 0"]
