"""The engine `here` gives the samples, bytes and angles of the virtual device `wasm`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from playwright.sync_api import Page
from tests.page.numbers import packing, unpacked

from pingblock.virtual.engine import Samples, Sink
from pingblock.virtual.runner import do
from pingblock.virtual.scenario import parse
from pingblock.virtual.virtual_device import Bench, open_bench

SEED, UNTIL_MS = 7, 14_000
LINES = [
    {"at_ms": 300, "do": "serial", "line": "status", "raw": True},
    {"at_ms": 300, "do": "serial", "line": "help", "raw": True},
    {"at_ms": 700.125, "do": "press", "for_ms": 81.5},
    {"at_ms": 3000, "do": "pull_lever"},
    {"at_ms": 3400.75, "do": "release_lever"},
    {"at_ms": 5000, "do": "unplug"},
    {"at_ms": 5200, "do": "press", "for_ms": 60},
    {"at_ms": 8000, "do": "battery", "cell_mv": [1180] * 3, "ohm": 2.6},
    {"at_ms": 8500, "do": "press", "for_ms": 60},
    {"at_ms": 10500, "do": "battery", "cell_mv": [900] * 3, "ohm": 3},
    # These cells are too flat to start again.
    {"at_ms": 10700, "do": "battery", "cell_mv": [950] * 2, "ohm": 3},
    {"at_ms": 11000, "do": "plug"},
    {"at_ms": 11500, "do": "check", "for_ms": 60},
]
# Like here/live.js, but as fast as possible.
PLAY = packing("""async ({lines, seed, untilMs}) => {
    const from = (name) => import(`./engines/here/${name}.js`);
    const pack = await (await fetch("engines/here/here.bin")).arrayBuffer();
    const {about, module, simulation, flash} = await (await from("pack")).loadPack(pack);
    const {Runner} = await from("run");
    const runner = new Runner(module, simulation, flash, () => {}, false);
    (await from("files")).putFiles(runner, seed, {});
    const {Bench} = await from("bench");
    const told = {sound: [], serial: [], reset: [], silence: []};
    let end = 0;
    const bench = new Bench(about, await Bench.chances(seed), 1, (event) => {
        const {kind} = event;
        if (kind === "sound") told.sound.push(packed(event.samples));
        if (kind === "sound") end = event.atSample + event.samples.length;
        if (kind === "silence") told.silence.push(event.atSample - end);
        if (kind === "serial") told.serial.push([event.atMs, ...event.bytes]);
        if (kind === "reset") told.reset.push([event.atMs, event.cause]);
    });
    const hands = new (await from("hands")).Hands(bench, () => {});
    await runner.run((function* () {
        for (const line of lines) {
            yield* bench.advanceTo(Math.round(line.at_ms * 1e6));
            hands.replay(line);
        }
        yield* bench.advanceTo(untilMs * 1e6);
    })());
    return {...told, deg: bench.servo.deg, vsysMv: bench.vsysMv(bench.nowUs)};
}""")


class Watched:
    """A sink that records the events that it passes on."""

    def __init__(self, parts: Sink) -> None:
        self._parts = parts
        self.levels: list[Samples] = []
        self.serial_rows: list[list[float]] = []
        self.resets: list[list[float | str]] = []

    def __getattr__(self, name: str):
        return getattr(self._parts, name)

    def speaker(self, at_us: float, period_us: float, levels: Samples, top: int) -> None:
        if period_us:
            shares = np.minimum(np.asarray(levels) / (top + 1), 1.0)
            self.levels.append(np.floor((2 * shares - 1) * 32767 + 0.5).astype(int))
        self._parts.speaker(at_us, period_us, levels, top)

    def serial(self, at_us: float, data: bytes) -> None:
        self.serial_rows.append([at_us / 1000, *data])
        self._parts.serial(at_us, data)

    def reset(self, at_us: float, cause: str) -> None:
        self.resets.append([at_us / 1000, cause])
        self._parts.reset(at_us, cause)


@contextmanager
def watched(seed: int) -> Iterator[tuple[Bench, Watched]]:
    """Opens the virtual device ``wasm`` with a sink that records."""
    sinks = []

    def in_front(parts: Sink) -> Sink:
        sinks.append(Watched(parts))
        return sinks[0]

    with open_bench("wasm", seed, in_front=in_front) as bench:
        yield bench, sinks[0]


@pytest.fixture(scope="module")
def python():
    """Plays the scenario on the virtual device. Returns the sink, the horn's angle and VSYS."""
    text = "\n".join(map(json.dumps, LINES)).encode()
    with watched(SEED) as (bench, sink):
        for action in parse(text):
            bench.advance_to(action.at_ms)
            do(action, bench)
        bench.advance_to(UNTIL_MS)
        now_us = bench.engine.now_us
        return sink, bench.parts.servo.horn_deg(now_us), bench.parts.vsys_mv(now_us)


def test_page_gives_the_samples_of_the_virtual_device(page: Page, plain: str, python) -> None:
    sink, deg, vsys_mv = python
    page.goto(f"{plain}empty.html")
    here = page.evaluate(PLAY, {"lines": LINES, "seed": SEED, "untilMs": UNTIL_MS})

    assert here["serial"] == sink.serial_rows
    assert here["reset"] == sink.resets
    played = np.concatenate([unpacked(each, np.int16) for each in here["sound"]])
    expected = np.concatenate(sink.levels)
    assert len(expected) > 100_000
    assert np.array_equal(played, expected)
    assert {-1, 0} >= set(here["silence"]) != set()  # after the last sample
    assert here["deg"] == pytest.approx(deg, abs=1e-6)
    assert here["vsysMv"] == pytest.approx(vsys_mv, abs=1e-6)
    assert len(sink.resets) > 1  # The weak cells caused brown-outs.
