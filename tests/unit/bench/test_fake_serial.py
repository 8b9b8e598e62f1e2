"""The in-process serial port: mpremote's own transport in emulated time."""

import pytest
from mpremote import transport_serial
from tests.bench.fake_serial import FakeSerial


@pytest.fixture
def board(chip):
    engine, forwarder = chip(b"")
    engine.advance(60_000)
    return engine, forwarder


def test_reads_what_comes_and_gives_up_in_emulated_time(board):
    engine, forwarder = board
    port = FakeSerial(engine, forwarder, timeout_s=0.5)
    port.read(4096)
    before_us = engine.now_us
    assert port.read(1) == b""
    assert engine.now_us - before_us == pytest.approx(500_000, abs=1000)


def test_write_and_read_back(board):
    port = FakeSerial(*board, timeout_s=1.0)
    port.read(4096)
    assert port.write(b"6 * 7\r\n") == 7
    assert b"42" in port.read(40)


def test_polling_lets_time_pass(board):
    engine, forwarder = board
    port = FakeSerial(engine, forwarder)
    port.write(b"1\r\n")
    polls = 0
    while not port.in_waiting:
        polls += 1
    assert polls < 20
    assert port.inWaiting() > 0


def test_mpremotes_transport_works_on_it(board, monkeypatch):
    port = FakeSerial(*board)
    monkeypatch.setattr(transport_serial.serial, "serial_for_url", lambda *args, **kwargs: port)
    transport = transport_serial.SerialTransport("emulated")
    transport.enter_raw_repl(soft_reset=True)
    assert transport.exec("print(sum(range(10)))") == b"45\r\n"
    transport.fs_writefile("data", b"x" * 2000)
    assert transport.fs_readfile("data") == b"x" * 2000
    transport.exit_raw_repl()
    assert board[0].device_files()["data"] == b"x" * 2000
