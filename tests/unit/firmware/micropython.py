"""Compares MicroPython's port for this computer with CPython: the output of a program on each."""

import atexit
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

import pytest

from pingblock.common import declared
from pingblock.common.firmware import firmware_dir
from pingblock.image import programs
from pingblock.image.mpy import shipped
from pingblock.image.stages import firmware_sources

MICROPYTHON = shutil.which("micropython", path=sysconfig.get_path("scripts"))
needs_micropython = pytest.mark.skipif(
    MICROPYTHON is None, reason="no MicroPython unix port for this machine: run `make setup`"
)


@cache
def prepared():
    """Returns a folder with the firmware as a device has it, and ``common.declared``."""
    sources = firmware_sources(shipped(firmware_dir()))
    sources["pingblock.common.declared"] = Path(declared.__file__).read_bytes()
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    packages = {name.rpartition(".")[0] for name in sources}
    for name, source in programs.for_device(sources).items():
        place = folder.joinpath(*name.split("."))
        place = place / "__init__.py" if name in packages else place.with_suffix(".py")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source)
    return folder


def printed(program, *arguments, **more):
    """Returns the lines that a program prints with the firmware in its path. It must succeed."""
    host = os.pathsep.join([str(firmware_dir()), str(Path(declared.__file__).parents[2])])
    environment = {
        **os.environ,
        "PYTHONPATH": host,
        "MICROPYPATH": f"{prepared()}:.frozen",
        **more,
    }
    command = [program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().splitlines()


def on_both(*arguments):
    """Returns the output lines on CPython, and those on MicroPython."""
    return printed(sys.executable, *arguments), printed(MICROPYTHON, *arguments)
