"""After a crash: leaves a note, and lets the device start again, but not for ever.

Source: reliability D. A device that stopped at the prompt would stay dead until its cells are
taken out; one that starts again and again would be no better, and nobody could reach it.
"""

import io
import sys
import time

PATH = "/crash.txt"
MOST = 3  # in a row; then it stays at the prompt
BACKOFF_MS = 200  # doubled with each
_NOTE_CHARS = 1500


def survive(board, wrong):
    """Writes the traceback to ``PATH`` and restarts, unless it crashed too often in a row.

    Args:
        board: has ``crashes``, ``note_crashes`` and ``restart``.
        wrong: the exception.
    """
    note = io.StringIO()
    sys.print_exception(wrong, note)  # type: ignore[attr-defined]
    print(note.getvalue())
    count = board.crashes() + 1
    board.note_crashes(count)
    try:
        with open(PATH, "w") as file:
            file.write("Crash %d in a row:\n%s" % (count, note.getvalue()[-_NOTE_CHARS:]))
    except OSError:
        pass  # a full flash must not keep it from starting again
    if count < MOST:
        time.sleep_ms(BACKOFF_MS << count)
        board.restart()
