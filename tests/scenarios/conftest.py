"""Benches with the real firmware, on each engine that this machine can run."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from tests import slots_image
from tests.event_order import out_of_order

from pingblock.errors import Unavailable
from pingblock.virtual.engines import ENGINES
from pingblock.virtual.runner import run
from pingblock.virtual.scenario import parse
from pingblock.virtual.virtual_device import open_bench
from pingware.games.block import rules as odds
from pingware.shared import random32

# By then, the ping of power-on is over on each engine.
READY_MS = 1200


_ON_WASM = ("test_press.py", "test_crash.py")


def pytest_collection_modifyitems(config, items):
    """Leaves out tests that only ``make test-all`` runs.

    ``--everything`` runs all of these, and so do a test's id and ``-k``:

    - Rules (``pytest.mark.rules``) have the same sources on each engine, so only the desk plays
      them.
    - All other tests run on the chip, which is the judge, and not on the desk.
    - The engine ``wasm`` plays ``_ON_WASM``.
    - A Pico 2 runs the few tests that are marked ``pytest.mark.pico2("always")``. With ``-k`` or
      ``make test-all`` it also runs those marked ``pytest.mark.pico2``.
    """
    names, everything = config.getoption("keyword"), config.getoption("everything")
    everything |= any("::" in each for each in config.args)
    seldom = [_is_twin] if "chip" not in names and not everything else []
    seldom += [_is_wasm] if "wasm" not in names and not everything else []
    seldom += [_is_rare_on_pico2] if "pico2" not in names and not everything else []
    dropped = {item for item in items if any(each(item) for each in (_is_not_for_pico2, *seldom))}
    if not names and not everything:
        judged = {item.nodeid for item in items if item not in dropped and "chip" in _names(item)}
        dropped |= {item for item in items if _on_chip(item) in judged}
    config.hook.pytest_deselected(items=[item for item in items if item in dropped])
    items[:] = [item for item in items if item not in dropped]


def _on_chip(item):
    """Returns the id of the test on the chip that is the same as ``item`` on the desk."""
    if "desk" not in _names(item):
        return ""
    parts = ["chip" if part == "desk" else part for part in item.callspec.id.split("-")]
    return f"{item.nodeid.removesuffix(f'[{item.callspec.id}]')}[{'-'.join(parts)}]"


def _is_twin(item):
    return "chip" in _names(item) and item.get_closest_marker("rules") is not None


def _is_wasm(item):
    if "wasm" not in _names(item) or item.path.name in _ON_WASM:
        return False
    return item.path.is_relative_to(Path(__file__).parent)


def _is_not_for_pico2(item):
    return "pico2" in _names(item) and item.get_closest_marker("pico2") is None


def _is_rare_on_pico2(item):
    mark = item.get_closest_marker("pico2")
    return "pico2" in _names(item) and mark is not None and mark.args != ("always",)


def _names(item):
    given = item.callspec.params if hasattr(item, "callspec") else {}
    return [each for each in given.values() if isinstance(each, str)]


@pytest.fixture(autouse=True, scope="session")
def download():
    """Builds the image of the current sources, which the chip boots, if possible."""
    with suppress(pytest.skip.Exception):
        slots_image.built()


@dataclass(frozen=True)
class Story:
    """Record of a played scenario, with methods for its checks."""

    events: list

    def of(self, kind):
        """The events of a kind, in order."""
        return [event for event in self.events if event["kind"] == kind]

    def outcomes(self, kind="outcome"):
        """(outcome, coins) of each draw, or of each ``replay``."""
        return [(event["outcome"], event.get("coins", 0)) for event in self.of(kind)]

    def sounds(self):
        """The onsets of each sound, without the ping of power-on."""
        groups = [[]]
        for event in self.events:
            if event["kind"] == "onset" and event["at_ms"] >= READY_MS:
                groups[-1].append(event)
            elif event["kind"] == "end" and groups[-1]:
                groups.append([])
        return [group for group in groups if group]

    def heard(self):
        """(outcome, coins) of each sound, judged only by ear."""
        return [judge(sound) for sound in self.sounds()]


def judge(onsets):
    """Returns the (outcome, coins) that a player would understand from a sound."""
    hz = [onset["hz"] for onset in onsets]
    if all(abs(each / hz[0] - 1) < 0.01 for each in hz):
        return "coins", len(hz)
    if hz == sorted(hz):
        return "power_up", 0
    gaps_ms = [after["at_ms"] - before["at_ms"] for before, after in pairwise(onsets)]
    if len(hz) == 6 and all(180 < gap < 220 for gap in gaps_ms):
        return "laugh", 0
    assert hz == sorted(hz, reverse=True), f"a player cannot recognize this sound: {hz}"
    return "game_over", 0


@pytest.fixture(scope="session")
def usable():
    """Returns a function that returns why an engine cannot run here, or None if it can."""
    return _lack


@cache
def _lack(name):
    if name == "pico2":
        with suppress(pytest.skip.Exception):
            slots_image.built(slots_image.PICO_2)
    try:
        open_bench(name).close()
    except Unavailable as lack:
        return str(lack)
    return None


@pytest.fixture(params=list(ENGINES))
def engine(request, usable):
    """The name of each engine. Skips engines that cannot run here."""
    if lack := usable(request.param):
        pytest.skip(lack)
    return request.param


@pytest.fixture
def bench_of(usable):
    """Opens benches by engine name and seed. Closes them, and checks their events' order."""
    opened = []

    def make(name, seed=None, **options):
        if lack := usable(name):
            pytest.skip(lack)
        opened.append(open_bench(name, seed, **options))
        return opened[-1]

    yield make
    for bench in opened:
        bench.close()
        assert not out_of_order(bench.events())


@pytest.fixture
def play(bench_of):
    """Plays a scenario text on an engine and returns its Story."""

    def played(name, text, seed=None, until_ms=None, **options):
        data = text if isinstance(text, bytes) else text.encode()
        return Story(run(parse(data), bench_of(name, seed, **options), until_ms, trusted=True))

    return played


@pytest.fixture(scope="session")
def draws():
    """Returns the first draws of a seed by the rules: (outcome, coins) each."""

    def first(seed, count=1, profile="manual"):
        generator, weights = random32.from_int(seed), odds.weights_of(profile)
        indices = [random32.pick(generator, weights) for _ in range(count)]
        return [tuple(odds.OUTCOMES[index]) for index in indices]

    return first


@pytest.fixture(scope="session")
def seed_for(draws):
    """Returns the smallest seed whose first draw is the given outcome."""

    def found(outcome, coins=0):
        return next(seed for seed in range(10_000) if draws(seed) == [(outcome, coins)])

    return found
