"""Limits of a recorded session. A link, a scenario and the page share them.

The session can come from a stranger. These limits keep its memory below 200 MB.
"""

from __future__ import annotations

from pingblock.common.device_path import NAME_BYTES_MOST, PATH_BYTES_MOST, PATTERN

TEXT_BYTES_MOST = 4_000_000  # bytes of a scenario, or of a link's JSON after decompression
ACTIONS_MOST = 10_000
MS_MOST = 24 * 3600 * 1000.0  # emulated time of the last action
PRESS_MS_MOST = 600_000
# number of cells, and the voltage and resistance of each cell
CELLS_MOST, CELL_MV_MOST, CELL_OHM_MOST = 4, 2000, 1000
FILES_MOST = 64
FILE_BYTES_MOST = 131_072  # the largest file that a device accepts over the link
FILES_BYTES_MOST = 1_000_000  # limit for all files together
# Processor time in seconds that a session can use at once, and for each second of its device's
# time. Presses without a pause take 0.02 s for each second on a computer with two cores.
COMPUTE_S, COMPUTE_RATE = 30.0, 2.0  # On a page, which a person watches and can close.
# Limit in the terminal. ``COMPUTE_RATE`` is added only if the person named the end.
COMPUTE_S_UNSEEN = 6.0
COMPUTE_S_MOST = 600.0  # In the terminal, where nobody can see that a session does not end.


def page_limits() -> dict[str, object]:
    """Returns the limits for the page: see ``page/engines/session.js``."""
    return {
        "textBytes": TEXT_BYTES_MOST,
        "actions": ACTIONS_MOST,
        "ms": MS_MOST,
        "pressMs": PRESS_MS_MOST,
        "cells": CELLS_MOST,
        "cellMv": CELL_MV_MOST,
        "cellOhm": CELL_OHM_MOST,
        "files": FILES_MOST,
        "fileBytes": FILE_BYTES_MOST,
        "filesBytes": FILES_BYTES_MOST,
        "path": PATTERN,
        "pathBytes": PATH_BYTES_MOST,
        "nameBytes": NAME_BYTES_MOST,
    }
