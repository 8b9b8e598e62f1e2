"""Limits of a session that can be played again: the same for a link, a scenario and the page.

Somebody else may have written what is played. These limits keep its memory below 200 MB.
"""

from __future__ import annotations

from pingblock.common.device_path import NAME_BYTES_MOST, PATH_BYTES_MOST, PATTERN

TEXT_BYTES_MOST = 4_000_000  # of a scenario, or of a link's JSON when it is inflated
ACTIONS_MOST = 10_000
MS_MOST = 24 * 3600 * 1000.0  # emulated time of the last action
FILES_MOST = 64
FILE_BYTES_MOST = 131_072  # the most that a device takes over the link
FILES_BYTES_MOST = 1_000_000  # of all files together
# Processor time, s: so much at once, and so much for each second of the device's time where its
# code takes none of that. Presses without a pause take 0.02 of it on a computer of two cores.
COMPUTE_S, COMPUTE_RATE = 30.0, 2.0  # on a page, where somebody watches and can close it
COMPUTE_S_UNSEEN = 6.0  # in the terminal
COMPUTE_S_MOST = 600.0  # of a session in the terminal; a page plays until somebody closes it


def page_limits() -> dict[str, object]:
    """Returns them as the page reads them: ``page/engines/session.js``."""
    return {
        "textBytes": TEXT_BYTES_MOST,
        "actions": ACTIONS_MOST,
        "ms": MS_MOST,
        "files": FILES_MOST,
        "fileBytes": FILE_BYTES_MOST,
        "filesBytes": FILES_BYTES_MOST,
        "path": PATTERN,
        "pathBytes": PATH_BYTES_MOST,
        "nameBytes": NAME_BYTES_MOST,
    }
