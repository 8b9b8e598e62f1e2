"""The device behind ``--port virtual``: in real time, as long as its port is read."""

from functools import partial

import pytest
from tests.fakes.clocks import Wall

from pingblock.block import kept
from pingblock.common.stream import POLL_S
from pingblock.connection.device import Device
from pingblock.connection.transport import open_port
from pingblock.errors import BadInput, PingblockError
from pingblock.serve.in_process import InProcess, open_virtual
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import Bench


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def port(bench, wall):
    """The port of a device whose firmware is the script in ``port.engine``."""
    line = SerialForwarder()
    made = Bench(lambda parts: type(bench.engine)(line.in_front(parts)))
    made.engine.answer = lambda data: b"got " + data
    port = InProcess(made, line, wall.monotonic, wall.sleep)
    port.engine = made.engine
    return port


def test_read_waits_in_real_time_and_returns_soon(port, wall):
    began_s = wall.now_s
    assert port.read(10) == b""
    assert wall.now_s - began_s == pytest.approx(POLL_S, abs=0.002)
    assert port.engine.now_us / 1e6 == pytest.approx(POLL_S, abs=0.003)


def test_written_bytes_reach_the_device_and_answers_return(port):
    assert port.write(b"hi\n") == 3
    assert port.read(2) == b"go"
    assert port.in_waiting == 5
    assert port.read(10) == b"t hi\n"
    assert [data for _, data in port.engine.sent] == [b"hi\n"]


def test_new_port_is_open_and_closing_it_ends_the_device(port):
    assert port.engine.ports[-1] is True
    port.close()
    assert port.engine.closed == 1


def test_unknown_engine_is_named():
    with pytest.raises(BadInput, match="no engine 'table'"):
        open_port("virtual:table")


def test_device_answers_at_the_port_virtual(monkeypatch, usable_desk, wall):
    """This is not in real time, because the clock follows the naps."""
    in_time = partial(InProcess, clock=wall.monotonic, nap=wall.sleep)
    monkeypatch.setattr("pingblock.serve.in_process.InProcess", in_time)
    with Device("virtual", clock=wall.monotonic) as device:
        assert device.hello.board == "rev_a"
        assert device.press().draw == 1


def test_full_disk_allows_reading_and_refuses_changes(monkeypatch, usable_desk, wall, capsys):
    in_time = partial(InProcess, clock=wall.monotonic, nap=wall.sleep)
    monkeypatch.setattr("pingblock.serve.in_process.InProcess", in_time)

    def full(path, *_, **__):
        raise PingblockError(f"{path} cannot be written: No space left on device.")

    monkeypatch.setattr(kept, "write_file", full)
    with Device("virtual", clock=wall.monotonic) as device:
        assert device.status()["settings"]["volume"] == 6
    said = capsys.readouterr().err
    assert "No space left on device. The charge that this used is not kept." in said
    with (
        pytest.raises(PingblockError, match="No space left"),
        Device("virtual", clock=wall.monotonic) as device,
    ):
        device.volume(3)


def test_each_opened_device_gets_its_own_entropy(monkeypatch, bench):
    asked = []

    def opened(engine, seed, files, in_front, entropy):
        asked.append((engine, entropy))
        return bench

    monkeypatch.setattr("pingblock.block.keeper.open_bench", opened)
    monkeypatch.setattr("pingblock.serve.in_process.start", lambda *_: None)
    for _ in range(2):
        open_virtual("virtual:desk").close()
    assert asked[0][0] == "desk"
    assert asked[0] != asked[1]


def test_pause_of_the_program_is_not_a_slow_computer(port, wall, capsys):
    for _ in range(4):
        port.read(1)
        wall.now_s += 30  # the program asks a person
    before_us = port.engine.now_us
    port.read(1)
    assert capsys.readouterr().err == ""
    assert port.engine.now_us - before_us == pytest.approx(POLL_S * 1e6, abs=3000)


def test_slow_computer_is_reported(port, wall, capsys):
    advance = port.engine.advance

    def slowly(until_us):
        wall.now_s += 0.06
        advance(until_us)

    port.engine.advance = slowly
    for _ in range(100):
        port.read(1)
    assert "of real time" in capsys.readouterr().err


def test_hand_acts_at_the_next_read(port):
    acted = []
    port.hand(acted.append)
    assert acted == []
    port.read(1)
    port.read(1)
    assert [type(each) for each in acted] == [Bench]
