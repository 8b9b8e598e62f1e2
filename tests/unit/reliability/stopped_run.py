"""Long run of ten experiments, of which the third waits until somebody writes into ``go``.

``python stopped_run.py FOLDER``: each leaves a temporary file. The third has ``alive`` open.
"""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from reliability import ledger
from reliability.ledger import Ledger
from reliability.long_runs import run

FOLDER = Path(sys.argv[-1])


@dataclass(frozen=True)
class Step:
    """An experiment that does nothing."""

    key: str


def judge(step):
    """Leaves a file, and waits once."""
    tempfile.mkstemp()
    if step.key == "2" and (FOLDER / "alive").exists():
        with (FOLDER / "alive").open("w") as alive:
            print("here", file=alive, flush=True)
            (FOLDER / "go").read_text()
    return {"group": "steps", "result": "well"}


if __name__ == "__main__":
    ledger.mark_on = lambda _version: "abc"
    lost = run("steps", Ledger("steps", FOLDER), [Step(str(n)) for n in range(10)], judge, 1)
    print(lost)
