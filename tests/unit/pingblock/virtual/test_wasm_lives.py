"""Programs on the engine wasm that use memory or time without an end."""

import re
import threading
from queue import SimpleQueue

import pytest

from pingblock.errors import PingblockError, Unavailable
from pingblock.serve_page.live_device import LiveDevice, Opening
from pingblock.virtual import session_budget
from pingblock.virtual.runner import run
from pingblock.virtual.virtual_device import open_bench
from pingblock.virtual.wasm import interpreter, machine


@pytest.fixture
def opened():
    try:
        machine.loaded()
    except Unavailable as lack:
        pytest.skip(str(lack))
    made = []

    def make(program):
        made.append(open_bench("wasm", files={"/main.py": program}))
        return made[-1]

    yield make
    for bench in made:
        bench.close()


def test_ended_life_releases_its_memory(opened, monkeypatch):
    stores = []
    start = interpreter.WasmPort.start

    def counted(port):
        life = start(port)
        stores.append(life._machine._store)
        return life

    monkeypatch.setattr(interpreter.WasmPort, "start", counted)
    opened(b"import machine\nmachine.reset()\n").advance(1000)
    assert len(stores) > 10
    for store in stores[:-1]:
        with pytest.raises(ValueError, match="already closed"):
            store.ptr()


def test_program_that_never_reads_the_clock_is_ended(opened, monkeypatch):
    monkeypatch.setattr(interpreter, "SILENT_CPU_S", 0.1)
    monkeypatch.setattr(interpreter, "LOOK_S", 0.02)
    bench = opened(b"print(len(str(7 ** 60000)))\n")  # some seconds of C code, and no longer
    with pytest.raises(PingblockError, match="without asking for the time: it was ended"):
        bench.advance(1000)


# A function in C that takes longer than any person can wait.
ENDLESS = b"import re\nre.match('(a|aa)+$', 'a' * 60 + 'b')\n"


def test_program_ended_inside_c_code_leaves_no_running_thread(opened, monkeypatch):
    monkeypatch.setattr(interpreter, "SILENT_CPU_S", 0.1)
    monkeypatch.setattr(interpreter, "LOOK_S", 0.02)
    other = opened(b"")
    other.advance(10)
    before = set(threading.enumerate())
    bench = opened(ENDLESS)
    with pytest.raises(PingblockError, match="it was ended"):
        bench.advance(1000)
    bench.close()
    assert set(threading.enumerate()) == before
    other.advance(1000)


# Its watchdog resets it after 1 ms of its time, which takes seconds of the computer's time.
SPINS = b"from machine import WDT\nWDT(timeout=1)\nwhile True: pass\n"
TOO_LONG = r"^This session used \d+ s of processor time for 0\.\d s"


@pytest.fixture
def short(monkeypatch):
    # Without a share of the device's time, because a fast computer would spin for less than the
    # real share.
    monkeypatch.setattr(session_budget, "COMPUTE_RATE", 0.0)
    monkeypatch.setattr(session_budget, "COMPUTE_S", 0.2)
    monkeypatch.setattr(session_budget, "COMPUTE_S_UNSEEN", 0.2)


def test_session_that_spins_between_restarts_is_ended(opened, short):
    bench = opened(SPINS)
    with pytest.raises(PingblockError, match=TOO_LONG):
        run([], bench, until_ms=20_000)
    assert bench.now_ms < 1000


# It makes thousands of changes in each ms of its time.
TOGGLES = (
    b"from machine import Pin\nimport time\np = Pin(2, Pin.OUT)\n"
    b"while True: p.value(1); p.value(0); time.sleep_us(3)\n"
)


def test_session_that_toggles_a_pin_endlessly_is_ended(opened, short):
    bench = opened(TOGGLES)
    with pytest.raises(PingblockError, match=TOO_LONG):
        run([], bench, until_ms=20_000)
    assert bench.now_ms < 1000


def test_replayed_page_session_that_spins_between_restarts_is_ended(opened, short):
    told = SimpleQueue()
    device = LiveDevice(Opening("wasm", files={"/main.py": SPINS}, replay=True), told.put)
    device.start()
    while (last := told.get()[-1])["kind"] != "lost":
        pass
    device.end()
    assert re.match(TOO_LONG, last["reason"])


def test_own_virtual_device_in_endless_loop_may_continue(opened, short):
    bench = opened(SPINS)
    bench.advance(200)
    assert bench.now_ms == 200


@pytest.mark.parametrize(
    ("live", "long", "at_once_s", "rate"),
    [(False, False, 6.0, 0.0), (False, True, 6.0, 2.0), (True, False, 30.0, 2.0)],
)
def test_session_compute_limit_grows_with_its_time(monkeypatch, live, long, at_once_s, rate):
    now = [100.0]
    monkeypatch.setattr(session_budget.time, "process_time", lambda: now[0])
    budget = session_budget.SessionBudget("wasm", live, long)
    now[0] += at_once_s + rate * 5.0
    budget.check_computing(5e6)
    now[0] += 0.1
    with pytest.raises(PingblockError, match=r"for 5\.0 s of its device"):
        budget.check_computing(5e6)


def test_session_beyond_total_compute_limit_is_ended(opened, monkeypatch):
    monkeypatch.setattr(session_budget, "COMPUTE_S_MOST", 0.0)
    with pytest.raises(PingblockError, match=r"for 0\.0 s of its device, so it was ended\."):
        run([], opened(b""), until_ms=20_000)


RESTS = b"import time\nwhile True: sum(range(3000)); time.sleep_us(500)\n"


def test_session_compute_limit_grows_only_with_a_named_end(opened, monkeypatch):
    monkeypatch.setattr(session_budget, "COMPUTE_S_UNSEEN", 0.02)
    monkeypatch.setattr(session_budget, "COMPUTE_RATE", 1000.0)
    run([], opened(RESTS), until_ms=1000)
    with pytest.raises(PingblockError, match=r"If it is yours, name its end in ms"):
        run([], opened(RESTS))
