"""Lives on the engine wasm: what a program does that takes memory or time without an end."""

import pytest

from pingblock.errors import PingblockError, Unavailable
from pingblock.virtual.bench import open_bench
from pingblock.virtual.wasm import interpreter, machine


@pytest.fixture
def opened():
    try:
        machine.prepare()
    except Unavailable as lack:
        pytest.skip(str(lack))
    made = []

    def make(program):
        made.append(open_bench("wasm", files={"/main.py": program}))
        return made[-1]

    yield make
    for bench in made:
        bench.close()


def test_life_that_has_ended_gives_its_memory_back(opened, monkeypatch):
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


def test_program_that_never_asks_for_the_time_is_ended(opened, monkeypatch):
    monkeypatch.setattr(interpreter, "SILENT_CPU_S", 0.1)
    monkeypatch.setattr(interpreter, "LOOK_S", 0.02)
    bench = opened(b"print(len(str(7 ** 60000)))\n")  # some seconds of C, and no longer
    with pytest.raises(PingblockError, match="without asking for the time: it was ended"):
        bench.advance(1000)
