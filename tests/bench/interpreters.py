"""Start, memory and size of the two interpreters of the firmware's sources."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pingblock.virtual.wasm.module import module_path

# A process that has loaded all that the engines share; then it opens one and lets it say hello.
_START = """
import resource, sys, time
import littlefs, numpy
from pingblock.virtual.bench import open_bench
import pingblock.virtual.desk.engine
def used_kb():
    return sum(resource.getrusage(who).ru_maxrss for who in WHOSE)
WHOSE = [resource.RUSAGE_SELF]
before_kb, since_s = used_kb(), time.perf_counter()
with open_bench(sys.argv[1], seed=1) as bench:
    bench.advance(100)
    assert bench.events("hello")
    took_s = time.perf_counter() - since_s
    bench.press()
    bench.advance(3000)
WHOSE.append(resource.RUSAGE_CHILDREN)
print(took_s, (used_kb() - before_kb) / 1024)
"""


def start(engine: str, cache: Path | None = None) -> tuple[float, float]:
    """Returns the seconds from nothing to the first line of a device, and the MB that it takes.

    Args:
        engine: ``desk`` or ``wasm``.
        cache: the folder of caches in place of the user's.
    """
    more = {"XDG_CACHE_HOME": str(cache)} if cache else {}
    command = [sys.executable, "-c", _START, engine]
    done = subprocess.run(
        command, env=os.environ | more, capture_output=True, text=True, check=True
    )
    took_s, used_mb = map(float, done.stdout.split())
    return took_s, used_mb


def first_start_s() -> float:
    """Returns how long the first start of ``wasm`` on a computer takes: it compiles the module."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "pingblock", "engine")
        place.mkdir(parents=True)
        shutil.copy(module_path(), place)
        return start("wasm", Path(folder))[0]


def module_kb() -> float:
    """Returns the size of the module as a page loads it."""
    return len(gzip.compress(module_path().read_bytes(), 9)) / 1000
