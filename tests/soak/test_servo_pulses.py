"""Fifty wiggles on the chip, in each profile, with presses at any moment and a ticking end."""

from random import Random

import pytest
from tests.servo_pulses import LIMITS_DEG_S, fastest_deg_s

from pingblock.errors import Unavailable
from pingblock.virtual.virtual_device import open_bench

RUNS = 50
RUN_S = 12
PULL_MS = 300.0
HOME_MS = 3000.0


@pytest.mark.parametrize("xip", [False, True], ids=["plain", "flash cache"])
def test_fifty_wiggles_stay_within_the_speed_limit(xip):
    chance = Random(10)
    try:
        bench = open_bench("chip", seed=5, xip=xip)
    except Unavailable as missing:
        pytest.skip(str(missing))
    with bench:
        bench.advance(1500)
        for run in range(RUNS):
            profile = tuple(LIMITS_DEG_S)[run % len(LIMITS_DEG_S)]
            bench.request("worms_set", motion=profile, run_s=[RUN_S, RUN_S])
            began_ms = bench.now_ms
            bench.pull_lever()
            bench.advance(PULL_MS)
            bench.release_lever()
            while bench.now_ms < began_ms + RUN_S * 1000:
                bench.advance(chance.uniform(50, 2500))
                bench.press(for_ms=chance.uniform(30, 300))
            bench.advance(HOME_MS)
            rows = [row for row in bench.servo() if row.time_ms > began_ms]
            assert bench.events("run")[-1]["state"] == "ended"
            assert len(rows) > RUN_S * 20
            assert fastest_deg_s(rows) <= 1.05 * LIMITS_DEG_S[profile], f"run {run}, {profile}"
