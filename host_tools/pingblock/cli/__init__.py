"""The ``pingblock`` command. ``commands`` lists all commands, which have a file each.

Other imports must not be here, because a Ctrl-C while the rest loads must find ``main`` running.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and ends the process.

    Exit codes: 0 success, 1 failure, 2 wrong input or command line, 130 Ctrl-C, 141 the reader of
    the output has left.
    """
    try:
        from pingblock.cli.frame import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        from pingblock.cli.exit_codes import INTERRUPTED

        code = INTERRUPTED
    sys.exit(code)
