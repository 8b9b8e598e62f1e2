"""Puts the firmware on a real Pico that runs MicroPython, with mpremote.

``python -m pingblock.build.install PORT``: compiles, copies, restarts the board.

The files go into a folder of their own first and are moved from there once all have arrived: a
copy that was cut short must not be run. MicroPython 1.24 reads on for ever at the early end of a
``.mpy`` file, deaf to Ctrl-C, and only the BOOTSEL button helps then.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pingblock.build.image import device_files
from pingblock.errors import PingblockError, Unavailable
from pingblock.firmware import firmware_dir

_STAGE = "new"
# Runs on the board. main.py, which starts the rest, comes last of the names.
_MOVE = f"""
import os
def move(folder):
    for entry in sorted(os.ilistdir("/{_STAGE}" + folder)):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            try:
                os.mkdir(path)
            except OSError:
                pass
            move(path)
        else:
            os.rename("/{_STAGE}" + path, path)
    os.rmdir("/{_STAGE}" + folder)
move("")
"""


def write_tree(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes device files (absolute device paths) below ``folder`` on this machine."""
    for path, content in files.items():
        place = folder / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def mpremote_command(port: str, stage: Path) -> list[str]:
    """Returns the call of mpremote: copy ``stage`` to the board, put it in place, restart."""
    tool = [sys.executable, "-m", "mpremote", "connect", port]
    return [*tool, "fs", "cp", "-r", str(stage), ":", "+", "exec", _MOVE, "+", "reset"]


def install(port: str) -> None:
    """Compiles the firmware and copies it to the board at ``port``.

    Args:
        port: what mpremote's ``connect`` takes: a device name, ``id:SERIAL`` or a pyserial URL.

    Raises:
        Unavailable: mpremote could not reach the board or copy.
    """
    folder = Path(tempfile.mkdtemp(prefix="pingblock-"))
    try:
        write_tree(device_files(firmware_dir()), folder / _STAGE)
        done = subprocess.run(mpremote_command(port, folder / _STAGE), check=False)
    finally:
        shutil.rmtree(folder)
    if done.returncode != 0:
        raise Unavailable(
            f"The firmware was not installed on {port}. Is the Pico plugged in, does it run "
            "MicroPython, and does no other program hold the port?"
        )


def main(arguments: list[str]) -> int:
    """Command line: one argument, the port. Returns the exit code."""
    if len(arguments) != 1:
        print("usage: python -m pingblock.build.install PORT", file=sys.stderr)
        return 2
    try:
        install(arguments[0])
    except PingblockError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
