"""Compares MicroPython's port for this computer with CPython: the output of a program on each."""

import os
import shutil
import subprocess
import sys
import sysconfig

import pytest

from pingblock.common.firmware import firmware_dir

MICROPYTHON = shutil.which("micropython", path=sysconfig.get_path("scripts"))
needs_micropython = pytest.mark.skipif(
    MICROPYTHON is None, reason="no MicroPython unix port for this machine: run `make setup`"
)


def printed(program, *arguments, **more):
    """Returns the lines that a program prints with the firmware in its path. It must succeed."""
    path = str(firmware_dir())
    environment = {**os.environ, "PYTHONPATH": path, "MICROPYPATH": path, **more}
    command = [program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def on_both(*arguments):
    """Returns the lines of CPython and those of MicroPython."""
    return printed(sys.executable, *arguments), printed(MICROPYTHON, *arguments)
