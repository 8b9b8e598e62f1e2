"""Long runs of experiments on several processes, into a ledger: stopped at any time, continued."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Protocol

from tests.reliability.ledger import Ledger

_SAY_EVERY_S = 10.0


class Experiment(Protocol):
    """Something that can be tried, and has a name of its own."""

    @property
    def key(self) -> str:
        """Name in the ledger."""


def run(
    what: str,
    ledger: Ledger,
    experiments: Iterable[Experiment],
    judge: Callable[[Any], Mapping[str, Any]],
    workers: int | None = None,
) -> list[str]:
    """Tries what the ledger lacks, and reports how it comes along on stderr.

    Args:
        what: one word for the experiments.
        ledger: gets the results.
        experiments: all of them.
        judge: tries one, in another process; returns ``group`` (the row of the table that it
            counts in), ``result`` (a word, or a sentence that begins with "lost") and numbers.
        workers: how many processes; None for one a core.

    Returns:
        What was lost, all runs together: name and reason each.
    """
    wanted = list(experiments)
    missing = [each for each in wanted if each.key not in ledger]
    began_s, said_s = time.monotonic(), 0.0
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        for done, (each, found) in enumerate(
            zip(missing, pool.map(judge, missing), strict=True), 1
        ):
            ledger.add(each.key, **found)
            now_s = time.monotonic() - began_s
            if now_s - said_s > _SAY_EVERY_S or done == len(missing):
                said_s = now_s
                left_s = now_s / done * (len(missing) - done)
                have = len(wanted) - len(missing) + done
                text = f"{what}: {have} of {len(wanted)}, {left_s / 60:.0f} minutes left"
                print(text, file=sys.stderr, flush=True)
    rows = (ledger.rows[each.key] for each in wanted)
    return [f"{row['key']}: {row['result']}" for row in rows if str(row["result"])[:4] == "lost"]
