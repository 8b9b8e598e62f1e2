"""CPU share of a coin on the emulated chip, in the worst case for the check once a second."""

from benchmarks.playing import cpu_coin_pct
from benchmarks.report import COIN_PCT


def test_coin_with_light_and_link_stays_within_its_cpu_share():
    assert cpu_coin_pct(xip=False) <= COIN_PCT[0]
