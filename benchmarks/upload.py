"""Measures how long our library and mpremote take to copy files, in emulated time.

Both programs run here, at a port that lets emulated time pass: ``LOOK_US`` for each read, and the
time in which they sleep. mpremote reads its answer every 10 ms, as it does at a real port.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from unittest import mock

from mpremote import transport_serial

from benchmarks import fake_serial
from benchmarks.fake_serial import FakeSerial
from benchmarks.firmware_changes import Flashed, rebuilt
from pingblock import Device
from pingblock.virtual import published
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.engine import Sink
from pingblock.virtual.forwarder import SerialForwarder
from pingblock.virtual.virtual_device import Bench

DATA = Random(1).randbytes(64 * 1024)
UP_MS = 1500.0
LOOK_US = 100.0  # about the time that a program needs to wake up and call the operating system
ROUND_TRIPS = 20
TURNS = 3
_POLL_S, _MPREMOTE_S = 0.05, 1.0
_BEAT = """
    longest_us = 0

    async def beat(self):
        self.longest_us, before_us = 0, time.ticks_us()
        while True:
            await asyncio.sleep_ms(10)
            now_us = time.ticks_us()
            self.longest_us = max(self.longest_us, time.ticks_diff(now_us, before_us))
            before_us = now_us

    def longest_ms(self):
        longest_us, self.longest_us = self.longest_us, 0
        return longest_us // 1000 - 10

    def wake_writer(self):"""
_HELLO = '"product": "pingblock"'
_WRITER = "\n        while True:\n            await self._to_write.wait()"
_CHANGES = {
    "\n    def wake_writer(self):": _BEAT,
    _HELLO: f'"late_ms": self.longest_ms(), {_HELLO}',
    _WRITER: f"\n        asyncio.create_task(self.beat()){_WRITER}",
}


@dataclass(frozen=True)
class Upload:
    """Result for one program.

    Args:
        kb_s: kB (1000 bytes) per emulated second, for whole calls including check and rename.
        wall_kb_s: the same in this computer's time.
        round_trip_ms: median time of the shortest request.
        late_ms: greatest delay of a task that wants to run every 10 ms, only for our library.
    """

    kb_s: float
    wall_kb_s: float
    round_trip_ms: float
    late_ms: float = 0.0


@contextmanager
def _chip(device: Flashed, timed: bool, xip: bool) -> Iterator[tuple[Bench, FakeSerial]]:
    line = SerialForwarder()

    def engine(sink: Sink) -> ChipEngine:
        told = line.in_front(sink)
        return ChipEngine(told, flash=device.flash(), flash_timing=timed, xip=xip)

    with mock.patch.object(fake_serial, "STEP_US", LOOK_US), Bench(engine, seed=1) as bench:
        bench.advance_to(UP_MS)
        yield bench, FakeSerial(bench.engine, line)


def with_beat() -> Flashed:
    """Returns the firmware with a task that measures how long it waits."""
    return rebuilt({"pingware/app/requests/link.py": _beating})


def _beating(text: str) -> str:
    """Returns the link's source with a task for its delays. The watch must not see this task."""
    for old, new in _CHANGES.items():
        if text.count(old) != 1:
            raise ValueError(f"The link must have exactly one place with {old!r}.")
        text = text.replace(old, new)
    return text


def _rates(bench: Bench, put: Callable[[int], object]) -> tuple[float, float]:
    """Returns kB a second, in emulated time and in this computer's time."""
    since_ms, since_s = bench.now_ms, time.perf_counter()
    for turn in range(TURNS):
        put(turn)
    size = TURNS * len(DATA)
    return size / (bench.now_ms - since_ms), size / 1000 / (time.perf_counter() - since_s)


def _round_trip_ms(bench: Bench, ask: Callable[[], object]) -> float:
    took_ms = []
    for _ in range(ROUND_TRIPS):
        since_ms = bench.now_ms
        ask()
        took_ms.append(bench.now_ms - since_ms)
    return sorted(took_ms)[ROUND_TRIPS // 2]


def ours(timed: bool, xip: bool) -> Upload:
    """Copies files with our library onto the running firmware.

    Args:
        timed: whether flash takes its time. Otherwise it is as fast as RAM.
        xip: whether flash cache misses are emulated.
    """
    with _chip(with_beat(), timed, xip) as (bench, port):
        port.timeout = _POLL_S
        with Device(port, clock=lambda: bench.now_ms / 1000) as device:
            device.put("/sounds/first.snd", b"makes the folder and loads the code, once")
            device.request("hello")  # This resets the measured delay of tasks.
            kb_s, wall_kb_s = _rates(bench, lambda turn: device.put(f"/sounds/{turn}.snd", DATA))
            late_ms = float(device.request("hello")["late_ms"])
            trip_ms = _round_trip_ms(bench, lambda: device.request("hello"))
            found = [info.size for info in device.files("/sounds").values()]
        if found.count(len(DATA)) != TURNS:
            raise RuntimeError(f"The files on the chip are damaged: {found}.")
    return Upload(kb_s, wall_kb_s, trip_ms, late_ms)


def mpremotes(timed: bool, xip: bool) -> Upload:
    """Copies files as ``mpremote fs cp`` does, onto a chip that runs only MicroPython."""
    with _chip(Flashed(image=published.uf2_path()), timed, xip) as (bench, port):
        port.timeout = _MPREMOTE_S

        def sleep(seconds: float) -> None:
            bench.advance(seconds * 1000)

        def now_s() -> float:
            return bench.now_ms / 1000

        clock = SimpleNamespace(sleep=sleep, monotonic=now_s, time=now_s)
        with mock.patch.object(transport_serial, "time", clock):
            transport = _transport(port)
            transport.enter_raw_repl(soft_reset=False)
            rates = _rates(bench, lambda turn: transport.fs_writefile(f"/{turn}.snd", DATA))
            trip_ms = _round_trip_ms(bench, lambda: transport.exec("pass"))
            found = [transport.fs_stat(f"/{turn}.snd").st_size for turn in range(TURNS)]
        if found != [len(DATA)] * TURNS:
            raise RuntimeError(f"mpremote's files on the chip are damaged: {found}.")
    return Upload(*rates, trip_ms)


def _transport(port: FakeSerial) -> transport_serial.SerialTransport:
    with mock.patch.object(transport_serial.serial, "serial_for_url", return_value=port):
        made = transport_serial.SerialTransport("the port")
    made.serial = port
    made.is_pty = False
    return made
