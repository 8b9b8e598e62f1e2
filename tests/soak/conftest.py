"""Lets the tests here use what the unit tests keep beside them."""

import sys
from pathlib import Path

UNIT = Path(__file__).parents[1] / "unit" / "firmware"
sys.path[:0] = [str(UNIT / "services"), str(UNIT / "games")]
