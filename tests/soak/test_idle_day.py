"""A day of an idle device, in the memory of a small computer."""

import resource
import subprocess
import sys

DAY_MS = 24 * 3600 * 1000
RUN = [sys.executable, "-m", "pingblock", "virtual", "run", "-", "--json", "--until", str(DAY_MS)]


def test_idle_day_takes_little_memory():
    done = subprocess.run(RUN, input=b'{"at_ms": 1000, "do": "press"}', stdout=subprocess.PIPE)
    most_kb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert done.returncode == 0
    assert done.stdout.count(b'"kind": "outcome"') == 1
    assert most_kb < 500_000
