"""During a file's transfer, presses and the lever sound soon, uninterrupted by the flash."""

import struct
from random import Random
from zlib import crc32

import numpy as np
import pytest
from benchmarks.fake_serial import FakeSerial
from tests.scenarios.trials.cable import POLL_S

from pingblock.virtual.parts.contact import CLEAN
from pingware.shared.chunk_format import HEAD, MARK

PATH = "/sounds/jump.snd"
DATA = Random(3).randbytes(16_000)  # its transfer takes longer than the last of the moments
TAP_MS, PRESS_MS = 5.0, 60.0  # alternately: a tap that is shorter than an erase, and a press
SOON_MS = 60.0  # an erase takes 45 ms, in which the chip cannot run code
AT_ONCE_MS = 1.0
# ms after the request. A block of the file takes about 90 ms, half of which is the erase.
MOMENTS = [*range(40, 320, 11)]
RUN_MS = 5000


class Hand(FakeSerial):
    """A port that acts a time after the request for the first block."""

    def __init__(self, board, after_ms, act):
        super().__init__(board.bench.engine, board.forwarder, POLL_S)
        self._board = board
        self._after_ms = after_ms
        self._act = act

    def write(self, data, /):
        if self._act and b'"put"' in data:
            self._act(self._board.bench.now_ms + self._after_ms)
            self._act = None
        return super().write(data)


def first_change_ms(bench, after_ms):
    """Returns the time from ``after_ms`` to the speaker pin's first move, ms."""
    steps = bench.parts.sound.waveform(after_ms * 1000)
    moved = steps.times_us[np.diff(steps.levels, prepend=steps.levels[:1]) != 0]
    return float(moved[moved >= after_ms * 1000][0]) / 1000 - after_ms


@pytest.mark.long
def test_press_at_any_moment_of_a_transfer_sounds_soon(board):
    held = board("coins", 1)
    took_ms = []
    for turn, moment in enumerate(MOMENTS):
        pressed = []
        for_ms = TAP_MS if turn % 2 else PRESS_MS

        def press(at_ms, pressed=pressed, for_ms=for_ms):
            held.bench.press(at_ms, for_ms, bounce=CLEAN)
            pressed.append(at_ms)

        with held.device(Hand(held, moment, press)) as device:
            device.put(PATH, DATA)
            assert held.bench.now_ms > pressed[0], "the file was complete before the press"
            took_ms.append(first_change_ms(held.bench, pressed[0]))
        held.bench.advance(1500)
    with held.device() as device:
        status = device.status()
    assert status["draws"] == len(MOMENTS)
    assert status["underruns"] == 0
    assert max(took_ms) <= SOON_MS
    assert min(took_ms) <= AT_ONCE_MS
    assert held.bench.engine.device_files()[PATH[1:]] == DATA


def test_file_waits_until_the_worms_stop(any_board):
    held = any_board()
    with held.device() as device:
        device.request("worms_set", run_s=[5, 5])
        since_ms = held.bench.now_ms
        device.start_worms()
        device.put(PATH, DATA)
        assert held.bench.now_ms - since_ms > RUN_MS
        files = held.bench.engine.device_files()
    assert {name.lstrip("/"): files[name] for name in files}[PATH[1:]] == DATA


def waiting(held):
    """Begins a transfer during a wiggle. Returns the device when the transfer waits."""
    bench = held.bench
    bench.request("worms_set", run_s=[60, 60])
    bench.request("worms", run="start")
    bench.send('{"id":"file","do":"put","path":"/sounds/x.snd","size":3,"crc32":891568578}')
    bench.advance(1000)
    assert "file" not in bench.parts.tap.replies
    return bench


def test_requests_are_answered_while_a_file_waits_for_silence(any_board):
    bench = waiting(any_board())
    assert bench.request("files", folder="/a")["error"]["code"] == "busy"
    assert bench.request("hello")["ok"]["product"] == "pingblock"
    assert "ok" in bench.request("worms", run="stop")
    while not any("at" in event for event in bench.events("put")):
        bench.advance(20)
        assert bench.now_ms < 30_000
    bench.send(blocks_of(b"abc"))
    bench.advance(1000)
    assert bench.parts.tap.replies["file"]["ok"] == {"size": 3}


def blocks_of(data):
    return struct.pack(HEAD, MARK, len(data), crc32(data)) + data


@pytest.mark.parametrize("engine", ["chip"], indirect=True)
def test_prompt_answers_while_a_file_waits_for_silence(any_board):
    bench = waiting(any_board())
    bench.send(b"\r\x03")
    bench.advance(500)
    bench.send(b"print(6 * 7)\r")
    bench.advance(500)
    assert any(event["text"] == "42" for event in bench.events("text"))
