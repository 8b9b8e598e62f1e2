"""All experiments: some of them (``make reliability``), or all (``make soak``)."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from tests.scenarios.trials.safe_start import damage

from reliability import cuts, family, faults, hangs, hostile_host, hostile_twins, live
from reliability.every_operation import NAMES, recorded
from reliability.hostile_chip import Hostile
from reliability.ledger import Ledger
from reliability.long_runs import Experiment, run

CUTS, DISTURBANCES, HOURS = 10_000, 1000, 72
HOST_LINES, CHIP_LINES, APP_LINES = 1_000_000, 20_000, 20_000
MUTATIONS = 200
_MUTATED = "some bytes"
_FEW = 1000  # an operation with fewer cuts is tried with several seeds
_SEEDS = 8
_PART_LINES, _TWIN_LINES = 50_000, 1000
_BATCHES, _BATCH_LINES = 5, 110  # some of these lines are skipped, see ``hostile_chip``
_DAY_HOURS = 6.0
_RAM_BYTES = 1500


@dataclass(frozen=True)
class Days:
    """Several hours with a family."""

    seed: int
    hours: float

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"{self.hours:g} hours, seed {self.seed}"


@dataclass(frozen=True)
class Attack:
    """Several batches of hostile lines on one chip."""

    seed: int

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"attack, seed {self.seed}"


def cut(each: cuts.Cut) -> dict[str, Any]:
    """Runs a power cut."""
    return {"group": each.operation, "result": cuts.verdict(each), "twice": each.twice}


def disturb(each: live.Disturbance) -> dict[str, Any]:
    """Runs Ctrl-C, an unplugged cable or a loss of power in the middle of an operation."""
    return {"group": each.event, "result": live.outcome(each)}


def compare(each: hostile_host.Part) -> dict[str, Any]:
    """Compares the answers of two Pythons to some lines."""
    return {"group": "host", "result": hostile_host.result(each), "lines": each.count}


def attack(each: Attack) -> dict[str, Any]:
    """Sends hostile lines to a chip."""
    hostile = Hostile(each.seed)
    with hostile.bench:
        wrong = [text for _ in range(_BATCHES) for text in hostile.batch(_BATCH_LINES)]
    said = f"lost: {wrong[0]}" if wrong else "well"
    return {
        "group": "chip",
        "result": said,
        "lines": hostile.lines,
        "compared": hostile.compared,
    }


def twins(each: hostile_twins.Twins) -> dict[str, Any]:
    """Compares the answers of the app on the chip and on this computer to some lines."""
    sent, wrong = hostile_twins.different(each)
    return {"group": "app", "result": f"lost: {wrong[0]}" if wrong else "same", "lines": sent}


@dataclass(frozen=True)
class Damage:
    """The slots of a device, damaged in one way or in a few random bytes.

    Args:
        both: whether slot b is also damaged. Otherwise it has good firmware.
        way: one of ``damage.WAYS``, or ``_MUTATED``.
        seed: seed for the random bytes.
    """

    both: bool
    way: str
    seed: int = 0

    @property
    def key(self) -> str:
        """Name of this experiment in the ledger."""
        return f"{'both slots' if self.both else 'slot a'}, {self.way} {self.seed}"


def every_damage(mutations: int) -> list[Damage]:
    """Returns each kind of damage for one slot and for both, and this number of random damages."""
    found = [Damage(both, way) for way in damage.WAYS for both in (False, True)]
    chances = range(mutations // 2)
    return found + [Damage(both, _MUTATED, seed) for seed in chances for both in (False, True)]


def spoil(each: Damage) -> dict[str, Any]:
    """Starts a device with damaged slots, and checks it."""
    a, b = damage.slots()
    spoilt = damage.WAYS.get(each.way, partial(damage.mutated, seed=each.seed))
    with damage.opened(spoilt(a), spoilt(b) if each.both else b) as bench:
        found = damage.outcome(bench)
    well = (damage.PLAYS, damage.SAFE) if each.both else (damage.PLAYS,)
    said = found if found in well else f"lost: {each.key}: {found}"
    return {"group": "damage", "result": said}


def hang(each: hangs.Hang) -> dict[str, Any]:
    """Causes a problem in a task or an interrupt."""
    said, took_s = hangs.verdict(each)
    return {"group": "hangs", "result": said, "took_s": took_s}


def provoke(each: faults.Fault) -> dict[str, Any]:
    """Causes a fault."""
    return {"group": "faults", "result": faults.outcome(each)}


def live_on(each: Days) -> dict[str, Any]:
    """Plays for several hours."""
    played = family.days(each.seed, each.hours)
    wrong = "; ".join(played.wrong(_RAM_BYTES))
    return {"group": "family", "result": f"lost: {wrong}" if wrong else "well", **played.numbers()}


@dataclass(frozen=True)
class Kind:
    """The experiments of one kind.

    Args:
        name: name of their ledger.
        judge: runs an experiment and returns its result.
        some: experiments of a short run.
        every: all experiments.
    """

    name: str
    judge: Callable[[Any], Mapping[str, Any]]
    some: Callable[[], Sequence[Experiment]]
    every: Callable[[], Sequence[Experiment]]

    def run(self, every: bool) -> list[str]:
        """Runs the experiments that are not in the ledger. Returns the losses."""
        workers = int(os.environ.get("WORKERS", "0")) or None
        wanted = self.every() if every else self.some()
        return run(self.name, Ledger(self.name), wanted, self.judge, workers)


def every_cut() -> list[cuts.Cut]:
    """Returns each write with each way to tear it, for short operations with several seeds."""
    found = []
    for name in NAMES:
        once = list(cuts.every_cut(recorded(name)))
        seeds = range(2, _SEEDS + 1) if len(once) < _FEW else ()
        found += once + [each for seed in seeds for each in cuts.every_cut(recorded(name), seed)]
    Random(1).shuffle(found)  # After a stop, a run has tried some experiments of each kind.
    return found


_KINDS = (
    Kind(
        "cuts",
        cut,
        lambda: [each for name in NAMES for each in cuts.sample(recorded(name), 12)],
        every_cut,
    ),
    Kind(
        "disturbances",
        disturb,
        lambda: list(live.every_disturbance(1)),
        lambda: list(live.every_disturbance(-(-DISTURBANCES // len(live.kinds())))),
    ),
    Kind(
        "host lines",
        compare,
        lambda: [hostile_host.Part(seed, _PART_LINES) for seed in range(2)],
        lambda: [
            hostile_host.Part(seed, _PART_LINES) for seed in range(HOST_LINES // _PART_LINES)
        ],
    ),
    Kind(
        "chip lines",
        attack,
        lambda: [Attack(seed) for seed in range(1)],
        lambda: [Attack(seed) for seed in range(CHIP_LINES // 500 + 1)],
    ),
    Kind(
        "app lines",
        twins,
        lambda: [hostile_twins.Twins(0, _TWIN_LINES)],
        lambda: [
            hostile_twins.Twins(seed, _TWIN_LINES) for seed in range(APP_LINES // _TWIN_LINES)
        ],
    ),
    Kind("damage", spoil, lambda: every_damage(20)[::3], lambda: every_damage(MUTATIONS)),
    Kind("hangs", hang, lambda: list(hangs.every_hang())[::4], lambda: list(hangs.every_hang())),
    Kind(
        "faults", provoke, lambda: list(faults.every_fault()), lambda: list(faults.every_fault())
    ),
    Kind(
        "family",
        live_on,
        lambda: [Days(1, 1.0)],
        lambda: [Days(seed, _DAY_HOURS) for seed in range(1, int(HOURS / _DAY_HOURS) + 1)],
    ),
)
KINDS = {kind.name: kind for kind in _KINDS}
