"""A firmware that hangs is restarted by the watchdog, and plays again."""

import pytest
from tests.scenarios.trials.endings import WATCHDOG_MS
from tests.scenarios.trials.endings import hanging as hanging_firmware
from tests.waveforms import max_click

HANGS_MS = 3000
CLICK_MAX = 0.05


@pytest.fixture
def hanging(engine, open_bench, only):
    """Returns a block that hangs ``after_ms`` its start, and whose presses give a laugh."""

    def made(after_ms=HANGS_MS):
        return open_bench(**hanging_firmware(engine, after_ms), **only("laugh"))

    return made


def causes(bench):
    return [event["cause"] for event in bench.events("reset")]


def test_hanging_firmware_ends_its_sound_and_plays_after_restart(hanging):
    bench = hanging()
    bench.press(at_ms=HANGS_MS - 300)
    bench.advance_to(HANGS_MS + WATCHDOG_MS - 1500)
    assert len(bench.heard().sounds[-1]) == 6, "the laugh has six parts"
    assert bench.parts.sound.idle
    assert causes(bench) == ["power_on"]
    bench.advance(3000)
    assert causes(bench) == ["power_on", "watchdog"]
    assert max_click(bench.parts.sound) <= CLICK_MAX
    assert bench.request("hello")["ok"]["product"] == "pingblock"
    before, drawn = len(bench.heard().sounds), len(bench.events("outcome"))
    bench.press()
    bench.advance(3000)
    assert [len(sound) for sound in bench.heard().sounds[before:]] == [6]
    assert len(bench.events("outcome")) == drawn + 1
    bench.advance(2 * WATCHDOG_MS)
    assert causes(bench) == ["power_on", "watchdog"]


def test_press_during_a_hang_sounds_and_restart_does_not_click(hanging):
    bench = hanging()
    bench.press(at_ms=HANGS_MS + 1000)
    bench.advance_to(HANGS_MS + WATCHDOG_MS + 2000)
    assert [len(sound) for sound in bench.heard().sounds] == [1, 6, 1]
    assert causes(bench) == ["power_on", "watchdog"]
    assert max_click(bench.parts.sound) <= CLICK_MAX


@pytest.mark.rules
def test_working_firmware_is_never_restarted(open_bench, only):
    bench = open_bench(**only("coins", 1))
    for _ in range(20):
        bench.press()
        bench.advance(WATCHDOG_MS)
    assert causes(bench) == ["power_on"]
