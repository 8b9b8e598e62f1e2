"""Steps of a first visit, which are counted, and the time that they take.

Time is that of processors, which a busy computer does not stretch.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

MOST_STEPS, MOST_S = 3, 120.0


class Walk:
    """Counts steps until its end. Then they must be few, and must have been fast.

    Args:
        name: name of the walk, for the report.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps: list[str] = []

    def step(self, what: str) -> None:
        """Notes the next action of a person: a command, a drag, a press of a button."""
        self.steps.append(what)

    def __enter__(self) -> Walk:
        self._spent_s, self._since_s = _spent_s(), time.monotonic()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            return
        spent_s, lasted_s = _spent_s() - self._spent_s, time.monotonic() - self._since_s
        steps = "; ".join(self.steps)
        print(f"walk {self.name}: {len(self.steps)} steps ({steps}),", end=" ")
        print(f"{spent_s:.0f} s of processor time in {lasted_s:.0f} s")
        assert 1 <= len(self.steps) <= MOST_STEPS
        assert spent_s <= MOST_S


def _spent_s() -> float:
    """Returns processor time of this process and all that it has started, s."""
    ours = os.times()
    ended_s = ours.children_user + ours.children_system
    return ours.user + ours.system + ended_s + sum(map(_of_process_s, _below(os.getpid())))


def _below(pid: int) -> list[int]:
    """Returns the child processes of a process, and their children, where /proc lists them."""
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # It has already ended.
            for child in map(int, children.read_text().split()):
                found += [child, *_below(child)]
    return found


def _of_process_s(pid: int) -> float:
    """Returns processor time of a process and of its children that have ended, s."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # It has already ended.
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
