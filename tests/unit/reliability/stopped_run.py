"""A long run of ten experiments, of which the third waits until a file is there.

``python stopped_run.py FOLDER``: each leaves a temporary file, and notes its process.
"""

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.reliability import ledger
from tests.reliability.ledger import Ledger
from tests.reliability.long_runs import run

FOLDER = Path(sys.argv[-1])


@dataclass(frozen=True)
class Step:
    """One experiment."""

    key: str


def judge(step):
    """Takes its time once."""
    tempfile.mkstemp()
    (FOLDER / f"pid {os.getpid()}").touch()
    if step.key == "2":
        (FOLDER / "waits").touch()
        while not (FOLDER / "go").exists():
            time.sleep(0.05)
    return {"group": "steps", "result": "well"}


if __name__ == "__main__":
    ledger.firmware_mark = lambda: "abc"
    lost = run("steps", Ledger("steps", FOLDER), [Step(str(n)) for n in range(10)], judge, 1)
    print(lost)
