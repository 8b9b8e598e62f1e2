"""The server: the device gets a program's actions in real time."""

import re
from functools import partial

import numpy as np
import pytest

from pingblock.serve.server import CHUNK_BYTES, Server
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import Bench


class Visitor:
    """A program to which a test gives bytes to send, and which reads up to ``appetite`` bytes."""

    def __init__(self, *says, appetite=1 << 20):
        self.says = list(says)
        self.appetite = appetite
        self.heard = b""
        self.asked = []
        self.gone = 0

    def fileno(self):
        raise AssertionError("steps do not wait")

    def receive(self, most):
        self.asked.append(most)
        return self.says.pop(0) if self.says else b""

    def send(self, data):
        self.heard += data[: self.appetite]
        return min(len(data), self.appetite)

    def hang_up(self):
        self.gone += 1


class Entrance:
    """A listener: ``queue`` are the visitors in front of it."""

    name = "entrance"

    def __init__(self):
        self.queue, self.away = [], []
        self.handles, self.close = list, self.queue.clear

    def answer(self):
        return self.queue.pop(0) if self.queue else None

    def turn_away(self):
        told = bool(self.queue)
        self.away += self.queue
        self.queue.clear()
        return told


class Stage:
    """A server on a fake engine, with two listeners and a clock that a test turns."""

    def __init__(self, engine_type):
        line = SerialForwarder()
        self.bench = Bench(lambda parts: engine_type(line.in_front(parts)))
        self.engine = self.bench.engine
        self.listeners = Entrance(), Entrance()
        self.now_s = 50.0
        self.said = []
        said = self.said.append
        self.server = Server(self.bench, line, self.listeners, said, lambda: self.now_s)

    def step(self, ms=1.0, times=1):
        """Lets ``ms`` of real time pass, and the server do its due work."""
        for _ in range(times):
            self.now_s += ms / 1000
            self.server.step()

    def enter(self, *says, appetite=1 << 20):
        """Connects a program with the first listener."""
        visitor = Visitor(*says, appetite=appetite)
        self.listeners[0].queue.append(visitor)
        self.step()
        return visitor


@pytest.fixture
def stage(bench):
    return Stage(type(bench.engine))


def test_restart_of_the_device_hangs_up_the_program(stage):
    visitor = stage.enter(b"ping")
    stage.server.start_anew()
    assert visitor.gone == 1
    assert [on for _, on in stage.engine.powers] == [False, True]
    again = stage.enter(b"pong")
    stage.step(times=6)
    assert again.gone == 0


def test_device_follows_real_time_and_catches_up_silently(stage):
    stage.step(7, 300)
    assert stage.bench.now_ms == pytest.approx(300 * 7, abs=8)
    stage.step(400)
    stage.step(10, 300)
    assert stage.said == []


def test_port_is_open_only_while_a_program_is_connected(stage):
    for _ in range(2):  # twice, in case a restart has opened it
        stage.step()
    assert (set(stage.engine.ports), stage.engine.ports[-1:]) == ({False}, [False])
    closed = len(stage.engine.ports)
    stage.step()
    assert stage.engine.ports[closed:] == [False]
    stage.enter(b"", None)
    assert stage.engine.ports[-1] is True
    stage.step()
    assert stage.engine.ports[-1] is True
    stage.step()
    assert stage.engine.ports[-1] is False


def test_bytes_reach_the_device_and_its_answers_return(stage):
    visitor = stage.enter(b"ping")
    stage.engine.answer = lambda data: data.upper()
    stage.step(times=6)
    assert [data for _, data in stage.engine.sent] == [b"ping"]
    assert visitor.heard == b"PING"


def test_output_without_a_program_is_not_kept(stage):
    stage.engine.serial(2, b"to nobody")
    stage.step(times=5)
    assert stage.enter().heard == b""


def test_unread_output_does_not_affect_the_next_program(stage):
    stage.enter(b"", b"", None, appetite=0)
    stage.engine.serial(1, b"left")
    stage.step(times=4)
    assert stage.enter().heard == b""
    assert stage.engine.reads == [False, True]


def test_slow_reader_stops_the_host_and_loses_no_bytes(stage):
    visitor = stage.enter(appetite=0)
    stage.engine.serial(2, b"a long story")
    before_ms = stage.bench.now_ms
    stage.step(times=20)
    assert stage.bench.now_ms >= before_ms + 19
    assert stage.engine.reads == [False]
    visitor.appetite = 5
    stage.step(times=3)
    assert visitor.heard == b"a long story"
    assert stage.engine.reads == [False, True]


def test_host_reads_no_more_than_the_device_has_room(stage):
    stage.engine.room = 10
    visitor = stage.enter()
    stage.step()
    stage.engine.room = 0
    stage.step()
    stage.engine.room = 1 << 20
    stage.step()
    assert visitor.asked == [10, CHUNK_BYTES]


def test_programs_are_served_one_after_another(stage):
    first = stage.enter(b"one", None)
    stage.step()
    second = Visitor(b"two")
    stage.listeners[1].queue.append(second)
    stage.step(times=3)
    assert [data for _, data in stage.engine.sent] == [b"one", b"two"]
    assert (first.gone, second.gone) == (1, 0)


def test_second_program_is_refused_and_reported_once_per_visit(stage):
    first = stage.enter()
    for listener in (*stage.listeners, stage.listeners[0]):
        listener.queue.append(Visitor())
        stage.step()
    assert [len(listener.away) for listener in stage.listeners] == [2, 1]
    assert len(stage.said) == 1
    assert "only one may use the port at a time" in stage.said[0]
    assert first.gone == 0
    first.says.append(None)
    stage.step()
    stage.enter()
    stage.listeners[0].queue.append(Visitor())
    stage.step()
    assert len(stage.said) == 2, "another program has the port now"


def test_next_program_may_wait_while_one_is_leaving(stage):
    stage.enter(b"last words", None)
    follower = Visitor(b"mine")
    stage.listeners[0].queue.append(follower)
    stage.step(times=4)
    assert stage.listeners[0].away == []
    assert stage.engine.sent[-1][1] == b"mine"


def test_device_runs_in_shorter_steps_during_a_visit(stage):
    stage.step(18, 3)
    assert stage.engine.slices[-1] - stage.engine.slices[-2] >= 17_000
    stage.enter(b"hello")
    stage.step(9)
    steps_us = stage.engine.slices[-1] - stage.engine.slices[-2]
    assert steps_us <= 1000
    stage.step(0, 12)
    assert stage.bench.now_ms == pytest.approx(2 * 18 + 1 + 9, abs=1.5)


def test_slow_computer_is_reported_once_with_engine_and_pace(stage):
    stage.step(40, 200)
    assert len(stage.said) == 1
    assert re.search(r"fake engine at [45]\d% of real time", stage.said[0])


def test_run_ends_on_request_and_hangs_up(stage):
    visitor = stage.enter()
    visitor.fileno = lambda: 0
    turns = iter([False, True])
    stage.engine.room = 0
    stage.server.run(lambda: next(turns))
    assert visitor.gone == 1


def test_old_recordings_of_the_parts_are_dropped(stage):
    def plays(sink, at_us):
        sink.serial(at_us, b"text\n")
        sink.speaker(at_us, 45.0, np.ones(200, np.uint16), 944)

    for at_ms in range(1, 4000, 10):
        stage.engine.at(at_ms, partial(plays, at_us=at_ms * 1000.0))
    stage.step(10, 400)
    sound = stage.bench.parts.sound.waveform()
    assert stage.bench.events() == []
    assert sound.times_us[0] > 2_900_000
    assert sound.times_us[-1] > 3_900_000
