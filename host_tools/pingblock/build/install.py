"""Puts the firmware on a real Pico that runs MicroPython, with mpremote.

``python -m pingblock.build.install PORT``: compiles, copies what changed, restarts the board.
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


def write_tree(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes device files (absolute device paths) below ``folder`` on this machine."""
    for path, content in files.items():
        place = folder / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def mpremote_command(port: str, folder: Path) -> list[str]:
    """Returns the call of mpremote: copy ``folder`` to the board at ``port``, restart it."""
    entries = sorted(str(entry) for entry in folder.iterdir())
    tool = [sys.executable, "-m", "mpremote", "connect", port]
    return [*tool, "fs", "cp", "-r", *entries, ":", "+", "reset"]


def install(port: str) -> None:
    """Compiles the firmware and copies it to the board at ``port``.

    Args:
        port: what mpremote's ``connect`` takes: a device name, ``id:SERIAL`` or a pyserial URL.

    Raises:
        Unavailable: mpremote could not reach the board or copy.
    """
    folder = Path(tempfile.mkdtemp(prefix="pingblock-"))
    try:
        write_tree(device_files(firmware_dir()), folder)
        done = subprocess.run(mpremote_command(port, folder), check=False)
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
