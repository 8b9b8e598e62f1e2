"""Processor time and memory of this process and its children, only on Linux."""

from __future__ import annotations

import os
import time
from pathlib import Path

_CPU_CLOCK = 2  # low bits in the id of a process's clock: see clock_getcpuclockid(3)


def _all() -> list[int]:
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return [os.getpid(), *map(int, listed.split())]


def cpu_s() -> float:
    """Returns the processor time in s. Unlike real time, it hardly changes on a busy computer."""
    return sum(time.clock_gettime(~pid << 3 | _CPU_CLOCK) for pid in _all())


def memory_mb() -> float:
    """Returns the peak memory of all these processes in MB."""
    texts = [Path(f"/proc/{pid}/status").read_text() for pid in _all()]
    return sum(int(text.split("VmHWM:")[1].split()[0]) for text in texts) / 1024
