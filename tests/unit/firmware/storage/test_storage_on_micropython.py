"""Storage does the same on CPython and on MicroPython (its unix port)."""

import sys
from pathlib import Path

from tests.unit.firmware.micropython import MICROPYTHON, needs_micropython, printed

STORY = Path(__file__).with_name("storage_story.py")


@needs_micropython
def test_storage_story_is_equal_on_both_interpreters(tmp_path):
    told = []
    for program in (sys.executable, MICROPYTHON):
        folder = tmp_path / str(len(told))
        folder.mkdir()
        told.append(printed(program, STORY, folder))
    assert told[0] == told[1]
    assert "accepted" not in told[0]
