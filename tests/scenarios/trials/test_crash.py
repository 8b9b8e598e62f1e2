"""A crash: a note, a restart, and after three in a row the prompt (reliability D)."""

import pytest
from tests.bench.firmware_changes import changed

from pingblock.firmware import firmware_dir

PLACE = "app/tasks.py"
CRASH = "            if seconds == %d:\n                raise ValueError('on purpose')\n"


def crashing(engine, second):
    """Returns the files of a device whose watch crashes in its ``second``."""

    def change(text):
        step = "            seconds += 1\n"
        assert step in text
        return text.replace(step, step + CRASH % second)

    if engine == "chip":
        return changed({PLACE: change})
    return {f"/a/{PLACE}": change((firmware_dir() / PLACE).read_text()).encode()}


def causes(bench):
    return [event["cause"] for event in bench.events("reset")]


def test_crash_restarts_the_block_and_leaves_a_note(engine, open_bench):
    bench = open_bench(files=crashing(engine, 3))
    bench.advance_to(4000)
    assert len(causes(bench)) == 2
    bench.press()
    bench.advance(100)
    assert len(bench.events("outcome")) == 1, "it plays again"
    files = {path.lstrip("/"): data for path, data in bench.engine.device_files().items()}
    assert b"ValueError: on purpose" in files["crash.txt"]
    told = [event["text"] for event in bench.events("text")]
    assert any("on purpose" in line for line in told)


def test_third_crash_in_a_row_stays_at_the_prompt_and_is_quiet(engine, open_bench):
    bench = open_bench(files=crashing(engine, 2))
    bench.advance_to(20_000)
    assert len(causes(bench)) == 3
    assert bench.parts.sound.idle
    if engine == "desk":
        return  # it has no prompt
    bench.send(b"\r\x03print(6 * 7)\r")
    bench.advance(500)
    assert any(event["text"] == "42" for event in bench.events("text"))


@pytest.mark.parametrize("second", [62])
def test_crashes_a_minute_apart_are_not_in_a_row(engine, open_bench, second):
    bench = open_bench(files=crashing(engine, second))
    bench.advance_to(4.5 * second * 1000)
    assert len(causes(bench)) == 5


def test_button_held_over_a_restart_is_no_key_to_the_mute(engine, open_bench):
    bench = open_bench(files=crashing(engine, 9))
    bench.press(6000, for_ms=8500)
    bench.advance_to(15_500)
    assert len(causes(bench)) == 2
    assert bench.request("settings")["ok"]["settings"]["mute_lock"] is False
