"""Real clients against the emulated board: mpremote over a pty, a socket over TCP."""

import os
import socket
import subprocess
import sys

import pytest
from tests.bench.bridge import TALK_US, Bridge, serving
from tests.bench.null_sink import NullSink
from tests.bench.ports import PtyPort, TcpPort

from pingblock.virtual.forwarder import SerialForwarder


@pytest.fixture
def board(chip):
    """A chip with a program that prints, and the forwarder in front of its sink."""
    return chip(b"print('hello')\n")


def mpremote(port: str, *words: str) -> str:
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo terminals")
def test_mpremote_runs_copies_both_ways_and_soft_resets(board, tmp_path):
    engine, forwarder = board
    sent, back = tmp_path / "sent.bin", tmp_path / "back.bin"
    sent.write_bytes(os.urandom(5000))
    with serving(engine, forwarder, PtyPort()) as port:
        assert mpremote(port, "exec", "print(6 * 7)").strip() == "42"
        mpremote(port, "cp", str(sent), ":kept.bin")
        mpremote(port, "soft-reset")
        mpremote(port, "cp", ":kept.bin", str(back))
    assert back.read_bytes() == sent.read_bytes()
    assert engine.device_files()["kept.bin"] == sent.read_bytes()


def test_a_tcp_client_talks_to_the_repl(board):
    engine, forwarder = board
    with serving(engine, forwarder, TcpPort()) as port:
        host, number = port.split(":")
        with socket.create_connection((host, int(number))) as client:
            client.sendall(b"\r\nprint(6 * 7)\r\n")
            answer = b""
            while b"\r\n42\r\n" not in answer:
                answer += client.recv(4096)
    assert answer


def test_a_second_tcp_client_may_follow_the_first():
    port = TcpPort()
    host, number = port.name.split(":")
    for text in (b"one", b"two"):
        with socket.create_connection((host, int(number))) as client:
            client.sendall(text)
            received = b""
            while received != text:
                received += port.read(1.0)
        while port._client:
            port.read(1.0)
    port.close()


class Scripted:
    """A port that gives what a test put in and remembers how long it was asked to wait."""

    name = "scripted"

    def __init__(self, *inputs: bytes) -> None:
        self.inputs = list(inputs)
        self.waits: list[float] = []
        self.written = b""

    def read(self, wait_s: float) -> bytes:
        self.waits.append(wait_s)
        return self.inputs.pop(0) if self.inputs else b""

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.inputs.clear()


class Echo:
    """An engine that sends back what it gets."""

    def __init__(self, forwarder: SerialForwarder) -> None:
        self.forwarder = forwarder
        self.now_us = 0.0

    def send(self, at_us: float, data: bytes) -> None:
        self.forwarder.serial(at_us, data.upper())

    def advance(self, until_us: float) -> None:
        self.now_us = until_us


def test_any_engine_can_be_bridged_and_the_sink_behind_still_hears():
    heard = []

    class Sink(NullSink):
        def serial(self, at_us, data):
            heard.append(data)

    forwarder = SerialForwarder(Sink())
    port = Scripted(b"abc")
    Bridge(Echo(forwarder), forwarder, port).step()
    assert port.written == b"ABC"
    assert heard == [b"ABC"]


def test_runs_free_while_somebody_talks_and_waits_for_the_wall_after():
    forwarder = SerialForwarder(NullSink())
    port = Scripted(*[b"x"] * 5)
    engine = Echo(forwarder)
    bridge = Bridge(engine, forwarder, port, clock=lambda: 100.0)
    while engine.now_us < TALK_US + 100_000:
        bridge.step()
    assert port.waits[:5] == [0.0] * 5
    assert port.waits[-1] == pytest.approx(0.095)  # since the last ms of the talk, at 154
