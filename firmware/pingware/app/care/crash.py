"""After a crash: leaves a note, and starts again.

Source: reliability D. A device that stopped at the prompt would stay dead until its cells are
taken out. ``root/start.py`` counts the ends, and does not start the same for ever.
"""

import io
import sys
import time

from pingware.boards import resets_rp2
from pingware.services.task_ids import CRASH

PATH = "/crash.txt"
BACKOFF_MS = 200  # doubled with each in a row
_DOUBLED_MOST = 4
_NOTE_CHARS = 1500


def survive(wrong):
    """Writes the traceback to ``PATH`` and restarts.

    Args:
        wrong: the exception.
    """
    ends = resets_rp2.Resets()
    count = ends.bad_ends() + 1
    try:
        _note(wrong, count)
    except Exception:
        pass  # must not keep it from starting again
    time.sleep_ms(BACKOFF_MS << min(count, _DOUBLED_MOST))
    ends.crash(CRASH)


def _note(wrong, count):
    note = io.StringIO()
    sys.print_exception(wrong, note)  # type: ignore[attr-defined]
    print(note.getvalue())
    with open(PATH, "w") as file:
        file.write("Crash %d in a row:\n%s" % (count, note.getvalue()[-_NOTE_CHARS:]))
