"""Putting a served device together: listeners, start, signals, errors."""

import os
import signal
from contextlib import nullcontext

import pytest

from pingblock.block import keeper, owning
from pingblock.block.kept import Kept
from pingblock.block.owning import own_alone, running
from pingblock.common.output_file import state_folder
from pingblock.errors import BadInput, PingblockError, PortBusy
from pingblock.serve import launch
from pingblock.serve.tcp_listener import TcpListener
from pingblock.virtual.serial_tap import sealed

HELLO = sealed('{"event":"hello","protocol":1}')


@pytest.fixture
def opened(monkeypatch, make_bench):
    """Makes ``serve`` open virtual devices that send their hello after 100 ms. Returns them."""
    benches = []

    def open_bench(engine, seed, files, in_front, entropy):
        benches.append(make_bench(seed))
        benches[-1].engine.serial(100, HELLO)
        return benches[-1]

    monkeypatch.setattr(keeper, "open_bench", open_bench)
    return benches


def served(tcp=None, pty=False, number=signal.SIGTERM, fresh=False):
    """Serves until it is ready, then sends this process a signal. Returns the addresses."""
    offered = []

    def ready(*names):
        offered.append(names)
        os.kill(os.getpid(), number)

    launch.serve("wasm", 7, tcp, pty, ready, pytest.fail, fresh=fresh)
    return offered


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_the_server_and_restores_handlers(opened, number):
    before = signal.getsignal(number)
    [(url, _)] = served(number=number)
    assert opened[0].engine.closed
    assert signal.getsignal(number) is before
    TcpListener(int(url.rpartition(":")[2])).close()


def test_both_listeners_are_offered_unless_one_is_chosen(opened, monkeypatch):
    names = [served(*chosen)[0] for chosen in [(None, False), (0, False), (None, True), (0, True)]]
    offered = [(url is not None, pty is not None) for url, pty in names]
    assert offered == [(True, True), (True, False), (False, True), (True, True)]
    monkeypatch.delattr(os, "openpty")
    [(url, pty)] = served()
    assert (url.startswith("socket://"), pty) == (True, None)


def test_users_block_is_served_and_stored_unless_fresh_is_asked(opened, monkeypatch):
    monkeypatch.setattr(owning, "WAIT_S", 0.0)
    owner = own_alone()
    served(fresh=True)
    with pytest.raises(PortBusy, match="stop that first"):
        served()
    owner.release()
    assert not state_folder("page.json").exists()
    served()
    assert Kept.load().block.clock_ms == opened[-1].now_ms
    assert running() is None


def test_port_in_use_is_reported_before_an_engine_opens(opened):
    taken = TcpListener()
    with pytest.raises(BadInput, match="cannot be opened"):
        served(int(taken.name.rpartition(":")[2]))
    taken.close()
    assert opened == []


def test_start_waits_for_hello_of_the_firmware(bench):
    bench.engine.serial(1234, HELLO)
    launch.start(bench, lambda: False)
    assert 1234 <= bench.now_ms < 1250


def test_signal_ends_the_start_and_missing_hello_is_an_error(bench):
    launch.start(bench, lambda: bench.now_ms >= 50)
    assert bench.now_ms == 50
    with pytest.raises(PingblockError, match="hello within 5 s"):
        launch.start(bench, lambda: False)


FAILURES = [
    (PingblockError("The battery is wet."), "battery is wet"),
    (OSError(5, "gone"), r"stopped: OSError"),
]


@pytest.mark.parametrize(("raised", "told"), FAILURES)
@pytest.mark.parametrize("served_ms", [0, 6000])
def test_device_restarts_after_an_engine_failure_unless_immediate(
    opened, monkeypatch, raised, told, served_ms
):
    said, runs = [], []

    def run(self, stopped):
        runs.append(opened[0].now_ms)
        if served_ms and len(runs) == 3:
            return os.kill(os.getpid(), signal.SIGTERM)
        opened[0].advance(served_ms)
        raise raised

    monkeypatch.setattr(launch.Server, "run", run)
    stops = nullcontext() if served_ms else pytest.raises(PingblockError, match=told)
    with stops:
        launch.serve("wasm", 7, None, False, lambda *_: None, said.append)
    restarts = 2 if served_ms else 1
    assert len(runs) == restarts + 1
    assert [on for _, on in opened[0].engine.powers] == [False, True] * restarts
    assert len(said) == restarts
    sentence = "engine stopped, so the virtual device was restarted: "
    assert all(sentence in each for each in said)
    assert opened[0].engine.closed
