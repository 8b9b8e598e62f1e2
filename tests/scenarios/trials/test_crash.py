"""A crash: a note, a restart, and after three in a row safe mode."""

import pytest
from benchmarks.firmware_changes import rebuilt
from tests.seldom import seldom
from tests.slots_image import OF_ENGINE

from pingblock.common.firmware import firmware_dir
from pingblock.image.mpy import shipped
from pingblock.image.programs import for_device
from pingblock.image.stages import firmware_sources, source_name
from pingblock.virtual.source_layout import FIRMWARE

PLACE = "pingware/app/boot/tasks.py"
STEP = "            seconds += 1\n"
CRASH = "            if seconds == %d:\n                raise ValueError('on purpose')\n"
# Parts that are loaded by their first request. Only the second one has sounds, so a build runs it.
OWNERS_PLACE = "pingware/app/requests/owner_requests.py"
LATE_PLACE = "pingware/app/requests/selftest_requests.py"
LOADED = "\n\nclass OwnerSettings:\n"
ASKED = '        """Starts the requested test.'


def with_line(engine, place, before, line):
    """Returns options for a device in whose source ``line`` is inserted before a text (dict)."""

    def change(text):
        assert text.count(before) == 1
        return text.replace(before, line + before)

    if engine in OF_ENGINE:
        return {"image": rebuilt({place: change}, engine).image}
    source = for_device(firmware_sources(shipped(firmware_dir())))[source_name(place)]
    return {"files": {f"{FIRMWARE}{place}": change(source.decode()).encode()}}


def crashing(engine, second):
    """Returns how to open a device whose watch crashes in its ``second``."""
    return with_line(engine, PLACE, STEP, CRASH % (second - 1))


def causes(bench):
    return [event["cause"] for event in bench.events("reset")]


def note(bench):
    """Returns the note that the last crash left (bytes)."""
    files = {path.lstrip("/"): data for path, data in bench.engine.device_files().items()}
    return files["crash.txt"]


def test_crash_restarts_the_block_and_leaves_a_note(engine, open_bench):
    bench = open_bench(**crashing(engine, 3))
    bench.advance_to(4000)
    assert len(causes(bench)) == 2
    lit = [rgb for at_us, rgb in bench.parts.light.changes if at_us > 1_500_000 and any(rgb)]
    assert {green for _, green, _ in lit} == {0}, "it must blink the fault"
    bench.press()
    bench.advance(100)
    assert len(bench.events("outcome")) == 1, "the device must play again"
    assert b"ValueError: on purpose" in note(bench)
    told = [event["text"] for event in bench.events("text")]
    assert any("on purpose" in line for line in told)


@pytest.mark.parametrize("engine", ["desk"])
def test_failure_after_a_check_press_counts_as_a_crash(engine, open_bench):
    place = "pingware/app/play/game_host.py"
    before = "        if self._lever_game and self._lever_game.takes_presses:"
    how = with_line(engine, place, before, "        raise ValueError('on purpose')\n")
    bench = open_bench(**how)
    bench.check()
    bench.advance(2000)
    assert len(causes(bench)) == 2
    assert b"ValueError: on purpose" in note(bench)


@pytest.mark.rules
def test_part_that_cannot_load_fails_only_its_request(engine, open_bench):
    how = with_line(engine, OWNERS_PLACE, LOADED, "\n{}['on purpose']\n")
    bench = open_bench(**how)
    bench.advance_to(1500)
    assert bench.request("settings")["error"]["code"] == "failed"
    assert "KeyError" in bench.request("settings")["error"]["say"]
    assert len(causes(bench)) == 1


def test_request_without_enough_memory_is_refused(engine, open_bench):
    how = with_line(engine, LATE_PLACE, ASKED, "        raise MemoryError\n")
    bench = open_bench(**how)
    bench.advance_to(1500)
    assert bench.request("selftest")["error"]["code"] == "no_memory"
    assert bench.request("hello")["ok"]["product"] == "pingblock"
    assert len(causes(bench)) == 1


@pytest.mark.rules
@pytest.mark.pico2
def test_third_crash_in_a_row_ends_in_safe_mode(engine, open_bench):
    bench = open_bench(**crashing(engine, 2))
    bench.advance_to(20_000)
    assert len(causes(bench)) == 4
    assert bench.parts.sound.idle
    told = [event["text"] for event in bench.events("text")]
    assert "Pingblock is in safe mode (crash)." in told
    if engine not in OF_ENGINE:
        return  # they have no prompt
    bench.send(b"\r\x03print(6 * 7)\r")
    bench.advance(500)
    assert any(event["text"] == "42" for event in bench.events("text"))


@pytest.mark.parametrize(
    ("engine", "second", "starts"), [("desk", 60, 4), ("desk", 61, 5), seldom("chip", 61, 5)]
)
def test_crashes_a_minute_apart_do_not_count_together(engine, open_bench, second, starts):
    bench = open_bench(**crashing(engine, second))
    bench.advance_to(4.5 * second * 1000)
    assert len(causes(bench)) == starts


@pytest.mark.rules
def test_button_held_during_a_restart_does_not_mute(engine, open_bench):
    bench = open_bench(**crashing(engine, 9))
    bench.press(6000, for_ms=8500)
    bench.advance_to(15_500)
    assert len(causes(bench)) == 2
    assert bench.request("settings")["ok"]["settings"]["mute_lock"] is False
