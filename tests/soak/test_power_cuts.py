"""Ten thousand power cuts: every write of every operation, torn in seven ways, and twice."""

import os
from random import Random

from tests.reliability import cuts
from tests.reliability.ledger import Ledger
from tests.reliability.long_runs import run
from tests.reliability.operations import NAMES

CUTS = 10_000
SMALL = 100  # an operation of fewer writes is tried with several seeds
SEEDS = 8
WORKERS = int(os.environ.get("WORKERS", "0")) or None


def all_cuts():
    for name in NAMES:
        once = list(cuts.every_cut(name))
        yield from once
        if len(once) < SMALL * len(NAMES):
            for seed in range(2, SEEDS + 1):
                yield from cuts.every_cut(name, seed)


def test_every_cut_leaves_the_old_or_the_new_and_a_device_that_plays():
    every = list(all_cuts())
    Random(1).shuffle(every)  # a run that is stopped has tried some of each
    assert len(every) >= CUTS
    lost = run(
        "power cuts", Ledger("cuts"), every, cuts.verdict, lambda cut: cut.operation, WORKERS
    )
    assert lost == []
