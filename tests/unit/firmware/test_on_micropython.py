"""Rules, policies and worms print the same lines on MicroPython as on CPython."""

import sys
from pathlib import Path

import pytest
from tests.unit.firmware.micropython import MICROPYTHON, needs_micropython, on_both, printed

DATA = Path(__file__).parents[2] / "data"
# verdicts, faults, replies, sounds and states that the exercises must produce
RULES = ["'good'", "'fair'", "'replace_soon'", "'stop'", "battery_demo_cell", "'replay'"]
RULES += ["'battery_no_reading'", "'battery_absurd'", "busy", "nothing"]
RULES += ["hold", "release", "short", "long", "low_battery", "goodbye"]
WORMS = ["'armed'", "'started'", "'ended'", "'stopped'", "'won'", "busy", "nothing", "refused"]
WORMS += ["ratchet", "go", "tick", "player", "match", "undo", "hand"]
WORMS += ["lever_stuck", "lever_chatter", "lever_free", "servo_stalled", "servo_cells_weak"]


@needs_micropython
@pytest.mark.parametrize(
    ("script", "least"), [("exercise_rules.py", 3000), ("exercise_worms.py", 5000)]
)
def test_thousands_of_answers_are_the_same_on_both_interpreters(script, least):
    here, there = on_both(DATA / script)
    assert len(here) > least
    assert there == here


@pytest.mark.parametrize(
    ("script", "words"), [("exercise_rules.py", RULES), ("exercise_worms.py", WORMS)]
)
def test_exercise_reaches_every_state_fault_and_sound(script, words):
    lines = "\n".join(printed(sys.executable, DATA / script))
    assert [word for word in words if word not in lines] == []


@needs_micropython
def test_servo_frame_allocates_no_memory():
    assert printed(MICROPYTHON, DATA / "memory_of_a_step.py") == ["running 0", "home 0"]
