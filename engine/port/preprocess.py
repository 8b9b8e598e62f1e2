"""Runs the C preprocessor on each source separately, because ``zig cc -E`` accepts only one.

Args: the command of Zig, flags, sources. ``-`` is the standard input.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

zig, *rest = sys.argv[1:]
sources = [word for word in rest if word.endswith(".c") or word == "-"]
flags = [word for word in rest if word not in sources]
with tempfile.TemporaryDirectory() as scratch:
    for source in sources:
        if source == "-":
            source = str(Path(scratch, "input.c"))
            Path(source).write_bytes(sys.stdin.buffer.read())
        subprocess.run([zig, "cc", "-E", *flags, source], check=True)
