"""Lines of a broken or busy host: the device must not crash, and a press must not wait."""

from random import Random

import numpy as np
import pytest

from pingblock.virtual.parts.contact import CLEAN
from pingblock.virtual.serial_tap import sealed

ANSWER_MAX_MS = 1.0
HELD_UP_MS = 60_000
RANDOM = Random(2)


def noise(size):
    return bytes(RANDOM.randrange(256) for _ in range(size))


JUNK = {
    "noise": noise(4000),
    "noise with ctrl-c": b"".join(noise(40) + b"\r\x03" for _ in range(60)),
    "ctrl-c only": b"\x03" * 500,
    "10 kB line": b"x" * 10_000 + b"\n",
    "10 kB without an end": b"y" * 10_000,
    "half a line": b'{"id": 1, "do": "sta',
    "newlines": b"\r\n" * 1000,
    "braces": b"{" * 900 + b"\n",
    "lines that are wrong": b'helo\nstatus now\n{}\n{}*00000000\n{"id":1,"do":"press"}\n' * 10,
    "answers and events": b'{"event": "press"}*5d5f2b1a\n' * 20,
    "not UTF-8": b'\xff\xfe{"id":1}\n' * 40,
    "zeros": bytes(2000),
}


def first_change_ms(bench, after_ms):
    """Returns the time from ``after_ms`` to the speaker pin's first move, ms."""
    steps = bench.parts.sound.waveform(after_ms * 1000)
    moved = steps.times_us[np.diff(steps.levels, prepend=steps.levels[:1]) != 0]
    return float(moved[moved >= after_ms * 1000][0]) / 1000 - after_ms


def press_and_time(bench):
    """Presses now. Returns the time to the first changed sample, ms."""
    at_ms = bench.now_ms
    bench.press(bounce=CLEAN)
    bench.advance(50)
    return first_change_ms(bench, at_ms)


def answers(bench):
    """Returns whether the device answers as usual after the line was ended."""
    bench.send(b"\n")
    bench.advance(200)
    return bench.request("hello")["ok"]["product"] == "pingblock"


@pytest.mark.rules
def test_junk_delays_no_press_and_link_answers_afterwards(open_bench, only):
    bench = open_bench(**only("coins", 1))
    for draws, (name, junk) in enumerate(JUNK.items(), 1):
        bench.send(junk)
        bench.advance(2.0)
        assert press_and_time(bench) <= ANSWER_MAX_MS, name
        bench.advance(2000)
        assert answers(bench), name
        assert len(bench.events("outcome")) == draws, name
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
    assert bench.request("status")["ok"]["underruns"] == 0


def test_junk_during_a_sound_leaves_no_gap(open_bench, only):
    bench = open_bench(**only("coins", 6))
    bench.press()
    for _ in range(10):
        bench.send(noise(1000))
        bench.advance(200)
    bench.advance(1000)
    assert len(bench.heard().sounds[-1]) == 6
    assert answers(bench)
    assert bench.request("status")["ok"]["underruns"] == 0


def test_presses_during_a_flood_are_answered_at_once(open_bench, only):
    bench = open_bench(**only("coins", 1))
    chance = Random(5)
    for _ in range(10):
        bench.send(noise(1500))
        bench.advance(chance.uniform(0.0, 40.0))
        assert press_and_time(bench) <= ANSWER_MAX_MS
        bench.advance(700)
    bench.advance(300)
    bench.send(b"\n")
    bench.advance(500)
    assert bench.request("status")["ok"]["draws"] == 10


@pytest.mark.rules
def test_press_is_not_delayed_by_a_host_that_stopped_reading(open_bench, only):
    bench = open_bench(**only("coins", 1))
    bench.engine.host_reads(bench.now_ms * 1000, False)
    for turn in range(20):
        bench.send(f'{{"id": {turn}, "do": "status"}}')
        assert press_and_time(bench) <= ANSWER_MAX_MS
        bench.advance(HELD_UP_MS / 20)
    bench.engine.host_reads(bench.now_ms * 1000, True)
    bench.advance(1000)
    status = bench.request("status")["ok"]
    assert status["draws"] == 20
    assert status["lines_dropped"] > 0
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]


@pytest.mark.rules
def test_slow_host_gets_whole_events_in_order(open_bench, only):
    bench = open_bench(**only("coins", 1))
    bench.engine.host_reads(bench.now_ms * 1000, False)
    for _ in range(5):
        bench.press()
        bench.advance(800)
    bench.engine.host_reads(bench.now_ms * 1000, True)
    bench.advance(500)
    assert [event["draw"] for event in bench.events("outcome")] == [1, 2, 3, 4, 5]
    assert [event for event in bench.events("text") if event["text"].startswith("{")] == []


@pytest.mark.rules
def test_line_finished_later_is_one_request(bench):
    line = sealed('{"id": "late", "do": "hello"}')
    bench.send(line[:10])
    bench.advance(5000)
    bench.send(line[10:])
    bench.advance(100)
    assert bench.parts.tap.replies["late"]["ok"]["product"] == "pingblock"


@pytest.mark.rules
def test_ctrl_c_within_traffic_does_not_stop_the_firmware(bench):
    for gap_ms in (0.0, 1.0, 50.0, 90.0):
        bench.send(b"x")
        bench.advance(gap_ms)
        bench.send(b"\r\x03")
        bench.advance(400)
        bench.send(b"\n")
        bench.advance(100)
        assert answers(bench), f"left after {gap_ms} ms"


def test_ctrl_c_after_silence_leads_to_a_lasting_prompt(bench):
    bench.advance(500)
    bench.send(b"\r\x03")
    bench.advance(20_000)
    assert [event["cause"] for event in bench.events("reset")] == ["power_on"]
    bench.send(b"import sys; print(sys.path[0])\r")
    bench.advance(300)
    assert bench.events("text")[-1]["text"] in (".frozen/f", "/.frozen/f")
    bench.send(b"\x04")
    bench.advance(2000)
    assert bench.request("hello")["ok"]["product"] == "pingblock"
