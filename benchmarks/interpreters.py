"""Start and memory of the engines, and the size of the module of `wasm`."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.environments import ROOT

from pingblock.common.cache import kept
from pingblock.virtual.wasm.module import module_path

# Loads everything that the engines share, then opens one engine and waits for its hello.
_START = """
import sys, time
import littlefs, numpy
from benchmarks.processes import memory_mb
from pingblock.virtual.virtual_device import open_bench
import pingblock.virtual.desk.engine
before_mb, since_s = memory_mb(), time.perf_counter()
with open_bench(sys.argv[1], seed=1) as bench:
    while not bench.events("hello"):
        bench.advance(20)
    took_s = time.perf_counter() - since_s
    bench.press()
    bench.advance(3000)
    print(took_s, memory_mb() - before_mb)
"""


def start(engine: str, cache: Path | None = None) -> tuple[float, float]:
    """Returns the seconds from the start of a process to a device's first line, and the memory in
    MB.

    Args:
        engine: ``desk``, ``wasm`` or ``chip``.
        cache: folder to use instead of the user's cache.
    """
    more = {"XDG_CACHE_HOME": str(cache)} if cache else {}
    command = [sys.executable, "-c", _START, engine]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | more, capture_output=True, text=True, check=True
    )
    took_s, used_mb = map(float, done.stdout.split())
    return took_s, used_mb


def first_start_s() -> float:
    """Returns the time in s of the first start of ``wasm`` on a computer, which compiles it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "pingblock", "engine", module_path().name)
        place.parent.mkdir(parents=True)
        kept(place, module_path().read_bytes)
        return start("wasm", Path(folder))[0]


def module_kb() -> float:
    """Returns the size of the module in kB as a page loads it."""
    return len(gzip.compress(module_path().read_bytes(), 9)) / 1000
