"""The test of a freshly wired device: the host's requests, and the automatic end."""

import pytest
from tests.pins import GPIO

DOWN = {"block": True, "check": True, "lever": True}


def inputs(bench):
    return bench.request("selftest")["ok"]["inputs"]


@pytest.mark.rules
def test_selftest_shows_pressed_inputs_and_presses_still_count(bench):
    assert inputs(bench) == dict.fromkeys(DOWN, False)
    bench.pull_lever()
    bench.press(for_ms=400)
    bench.check(for_ms=400)
    bench.advance(100)
    assert inputs(bench) == DOWN
    bench.release_lever()
    bench.advance(600)
    assert inputs(bench) == dict.fromkeys(DOWN, False)
    bench.advance(4000)  # the outcome of the press is over
    inputs(bench)
    bench.press()
    bench.advance(50)
    assert [event["draw"] for event in bench.events("outcome")] == [1, 2], "interrupts work"
    bench.advance(4000)
    bench.engine.drive(bench.engine.now_us, GPIO["check_button"], False)
    bench.advance(20)
    assert inputs(bench) == {"block": False, "check": True, "lever": False}


RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
COLOURS = {"red": RED, "green": GREEN, "blue": BLUE, "white": WHITE}


@pytest.mark.rules
def test_selftest_light_goes_dark_after_4_s_or_on_request(bench):
    for colour, rgb in COLOURS.items():
        bench.request("selftest", light=colour)
        bench.advance(100)
        assert bench.led() == rgb
        bench.advance(3700)
        assert bench.led() == rgb
        bench.advance(300)
        assert bench.led() == (0, 0, 0)
    bench.request("selftest", light="white")
    bench.advance(100)
    bench.request("selftest", light="off")
    bench.advance(100)
    assert bench.led() == (0, 0, 0)
    assert "must be off, red" in bench.request("selftest", light="pink")["error"]["say"]


def test_sweep_is_one_long_sound_and_a_press_counts(bench):
    bench.advance(1000)
    assert bench.request("selftest", sweep=True)["ok"]["sweep"] is True
    began_ms = bench.now_ms
    bench.advance(3500)
    heard = [each for each in bench.heard().onsets if each.at_ms > began_ms - 50]
    assert len(heard) == 1
    samples, rate_hz = bench.audio(began_ms)
    loud = abs(samples) > 0.02
    assert 2.2 < loud.nonzero()[0][-1] / rate_hz < 2.8
    bench.request("selftest", sweep=True)
    bench.advance(300)
    bench.press()
    bench.advance(300)
    assert len(bench.events("outcome")) == 1
