"""Corrections of rp2040py 0.3.6, applied from outside, one fault a module.

Each module's docstring is a report for the project upstream: what is wrong, how to reproduce
it, the fix. ``apply`` functions change one freshly made chip and nothing else, so a test can
show the fault on an uncorrected chip and its absence on a corrected one.
"""

from typing import Any

# The chip being corrected: rp2040py's types forbid what a correction from outside must do.
Chip = Any
