"""Trials of a device by owners, cables, cells and programs, on every engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.event_order import out_of_order

from pingblock.boards.board import BOARD, BoardData
from pingblock.common.declared import declarations
from pingblock.errors import Unavailable
from pingblock.virtual import virtual_device
from pingblock.virtual.engines import ENGINES
from pingblock.virtual.virtual_device import Bench
from pingware.games.block import rules as odds
from pingware.shared import random32
from pingware.shared.settings import Settings
from pingware.shared.stored_json import slot_bytes

SEED = 7
READY_MS = 1000.0  # By then, the ping of power-on is over.

OpenBench = Callable[..., Bench]


def _slot(values: object, sequence: int = 1) -> bytes:
    """Returns a settings file with a correct CRC for any JSON value, even a senseless one."""
    return bytes(slot_bytes(sequence, json.dumps(values)))


def _settings_files(**values: object) -> dict[str, bytes]:
    """Returns the stored settings of an owner who chose ``values``. The rest are defaults."""
    chosen = Settings(declarations())
    chosen.change(values)
    return {"/settings.a": _slot(chosen.as_dict())}


def _only(kind: str, coins: int = 0) -> dict[str, object]:
    """Returns the settings with which every press gives this outcome."""
    weights = [int(outcome == (kind, coins)) for outcome in odds.OUTCOMES]
    return {"profile": "custom", "weights": weights}


@pytest.fixture
def slot() -> Callable[..., bytes]:
    """The function that writes a settings file with a good CRC."""
    return _slot


@pytest.fixture
def stored() -> Callable[..., dict[str, bytes]]:
    """The function that writes the stored settings of an owner who chose some by name."""
    return _settings_files


@pytest.fixture
def only() -> Callable[..., dict[str, object]]:
    """Returns the function that makes settings with which every press gives one outcome."""
    return _only


@pytest.fixture(params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine. Every scenario runs on each."""
    return str(request.param)


@pytest.fixture
def opened() -> Iterator[OpenBench]:
    """Opens virtual devices by engine. Closes them and checks their events' order afterwards.

    It takes ``files``, ``seed``, ``until_ms`` (time to let pass), ``image`` (which the chip
    boots), ``board`` (the pin map) and settings by name.
    """
    made: list[Bench] = []
    with ExitStack() as stack:

        def make(
            name: str,
            files: dict[str, bytes] | None = None,
            seed: int | None = SEED,
            until_ms: float = READY_MS,
            image: Path | None = None,
            board: BoardData = BOARD,
            **settings: object,
        ) -> Bench:
            held = {**(_settings_files(**settings) if settings else {}), **(files or {})}
            try:
                bench = virtual_device.open_bench(
                    name, seed=seed, files=held, image=image, board=board
                )
            except Unavailable as missing:
                pytest.skip(str(missing))
            made.append(stack.enter_context(bench))
            bench.advance_to(until_ms)
            return bench

        yield make
    for bench in made:
        assert not out_of_order(bench.events())


@pytest.fixture
def open_bench(engine: str, opened: OpenBench) -> OpenBench:
    """Opens virtual devices on this scenario's engine: see ``opened``, without the name."""
    return lambda **how: opened(engine, **how)


@pytest.fixture
def bench(open_bench: OpenBench) -> Bench:
    """A device that has started, on USB, with a fixed seed and the settings of a new device."""
    return open_bench()


@pytest.fixture
def draws_of() -> Callable[..., list[tuple[str, int]]]:
    """Returns the draws of a seed by the rules, on this Python: (outcome, coins) each."""

    def first(seed: int, count: int = 1, profile: str = "manual") -> list[tuple[str, int]]:
        generator, weights = random32.from_int(seed), odds.weights_of(profile)
        return [tuple(odds.OUTCOMES[random32.pick(generator, weights)]) for _ in range(count)]

    return first
