"""Compares the compiled loop with rp2040py's own, over whole scenarios with the real firmware."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from benchmarks.subjects import OURS
from tests.fakes.xip_loop import XipLoop

from pingblock.virtual.chip import silicon
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.runner import run
from pingblock.virtual.scenario import parse
from pingblock.virtual.virtual_device import Bench

FILES = sorted((Path(__file__).parents[1] / "data" / "scenarios").glob("*.jsonl"))
SEED = 7


class Recorder:
    """A ``pingblock.virtual.engine.Sink`` that records all calls and passes them on."""

    def __init__(self, sink):
        self.calls = []
        self._sink = sink

    def __getattr__(self, name):
        def call(*arguments):
            self.calls.append((name, *map(plain, arguments)))
            return getattr(self._sink, name)(*arguments)

        return call


def plain(value):
    return value.tolist() if isinstance(value, np.ndarray) else value


def end_state(path, turbo, xip):
    """Returns the state after a scenario: RAM, flash, both clocks, and each edge and sample."""
    device = OURS.device("idle").holding({"/seed": b"%d\n" % SEED})
    recorders = []

    def engine(parts):
        recorders.append(Recorder(parts))
        return ChipEngine(recorders[0], flash=device.flash(), turbo=turbo, xip=xip)

    with Bench(engine, SEED) as bench:
        events = run(parse(path.read_bytes()), bench)
        mcu = bench.engine.silicon.mcu
        memory = hashlib.sha256(mcu.sram).hexdigest()
        flash = hashlib.sha256(bench.engine.flash_image()).hexdigest()
        return memory, flash, mcu.clock.nanos, bench.engine.cycles, events, recorders[0].calls


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_ends_in_the_same_state_on_both_loops(path):
    assert end_state(path, True, False) == end_state(path, False, False)


def test_scenario_ends_in_the_same_state_with_the_flash_cache(monkeypatch):
    path = next(path for path in FILES if path.stem == "one_press")
    compiled = end_state(path, True, True)
    monkeypatch.setattr(silicon, "best_loop", lambda mcu, *_options: XipLoop(mcu))
    assert end_state(path, True, True) == compiled
