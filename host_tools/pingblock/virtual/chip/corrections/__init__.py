"""Corrections of rp2040py 0.3.6, applied from outside. Each module corrects one fault.

Each module's docstring can be sent to that project as a report: the fault, how to reproduce it,
and the fix. An ``apply`` function changes one new chip and nothing else. So a test can show the
fault on an uncorrected chip, and show that a corrected chip does not have it.
"""

from typing import Any

# The chip to correct. Its real type forbids the changes that a correction must make.
Chip = Any
