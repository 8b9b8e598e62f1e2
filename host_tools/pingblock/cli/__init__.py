"""The ``pingblock`` command: the way in and out. ``table`` lists the commands, one a file.

Nothing else is imported here: a Ctrl-C while the rest loads must find ``main`` at work.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and ends the process.

    Exit codes: 0 done, 1 it failed, 2 the input or the command line is wrong, 130 Ctrl-C,
    141 whoever read the output has left.
    """
    try:
        from pingblock.cli.frame import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        from pingblock.cli.exit_codes import INTERRUPTED

        code = INTERRUPTED
    sys.exit(code)
