"""A stage for the command line: called in this process, with a virtual device in emulated time.

Everything that differs between days or computers is replaced, so that a transcript is always the
same.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace

import pytest

from pingblock.cli.frame import run
from pingblock.connection.device import Device
from pingblock.virtual.bench_port import BenchPort, open_bench_with_port
from pingblock.virtual.virtual_device import Bench

SEED, COLUMNS = 7, 80
READY_MS = 1500.0
# Seconds pass between two commands of a person.
THINK_MS, FAST_MS = 8000.0, 3600.0
MASKS = (
    (r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)", "<time>"),
    (r'((?:_ms|"ms)"?:? )\d+', r"\1<n>"),
    (r"(memory +)\d+( kB free, )\d+( kB in one piece)", r"\1<n>\2<n>\3"),
)

BOARD = SimpleNamespace(
    device="/dev/ttyACM0",
    vid=0x2E8A,
    serial_number="E660583883112233",
    description="Board in FS mode",
)


class Stage:
    """A virtual device, the actions of a person at it, and the command line.

    Args:
        bench: a virtual device that has started.
        folder: folder for written files. Names in transcripts have no path.
    """

    def __init__(self, bench: Bench, folder: Path) -> None:
        self.bench = bench
        self._folder = folder
        self.opened: list[str] = []  # names of opened ports
        self.hands: dict[str, Callable[[], None]] = {
            "press": bench.press,
            "check": bench.check,
            "pull the lever": bench.pull_lever,
            "let go": bench.release_lever,
        }

    def call(self, line: str) -> tuple[int, str, str]:
        """Runs a command line without ``pingblock``. Returns exit code, stdout and stderr."""
        out, err = BytesIO(), StringIO()
        stdout = TextIOWrapper(out, encoding="utf-8", write_through=True)
        with redirect_stdout(stdout), redirect_stderr(err):
            code = run(shlex.split(line))
        return code, out.getvalue().decode(), err.getvalue()

    def play(self, lines: list[str]) -> str:
        """Returns the transcript of lines. A line in brackets is an action of a person."""
        return "".join(self._played(line) for line in lines)

    def film(self, lines: list[str]) -> str:
        """Returns a transcript of a person who types fast, with the time before each line."""
        return "".join(self._filmed(line) for line in lines)

    def _filmed(self, line: str) -> str:
        seconds = round(self.bench.now_ms / 1000)
        return f"0:{seconds:02} {self._played(line, FAST_MS)}"

    def _played(self, line: str, think_ms: float = THINK_MS) -> str:
        if line.startswith("("):
            self.hands[line.strip("()")]()
            self.bench.advance(READY_MS)
            return f"{line}\n"
        code, out, err = self.call(line)
        self.bench.advance(think_ms)
        told = [text.rstrip() for text in out.splitlines()]
        told += [f"! {text.rstrip()}" for text in err.splitlines()]
        told += [f"[exit code {code}]"] if code else []
        return self._masked("\n".join([f"$ pingblock {line}", *told, ""]))

    def _masked(self, text: str) -> str:
        for pattern, stands_for in MASKS:
            text = re.sub(pattern, stands_for, text)
        return text.replace(f"{self._folder}/", "")


@contextmanager
def staged(folder: Path, files: dict[str, bytes] | None = None) -> Iterator[Stage]:
    """Yields a stage with one device at the only port."""
    bench, port = open_bench_with_port("desk", SEED, files)
    bench.advance(READY_MS)
    with pytest.MonkeyPatch.context() as patch, bench:
        stage = Stage(bench, folder)
        _patch(patch, port, folder, stage.opened)
        yield stage


def _patch(patch: pytest.MonkeyPatch, port: BenchPort, folder: Path, opened: list[str]) -> None:
    def open_port(name: str) -> BenchPort:
        opened.append(name)
        return port

    patch.setenv("PINGBLOCK_PORT", "/dev/ttyACM0")
    patch.setenv("COLUMNS", str(COLUMNS))
    patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    # so that this user's virtual block is not used
    patch.setenv("XDG_STATE_HOME", str(folder / "state"))
    patch.setenv("NO_COLOR", "1")
    patch.chdir(folder)
    patch.setattr("sys.stdin", StringIO())
    patch.setattr("pingblock.connection.link.open_port", open_port)
    patch.setattr("serial.tools.list_ports.comports", lambda: [BOARD])
    _, timeout_s, _, recover = Device.__init__.__defaults__ or (None, 5.0, None, "ask")
    patch.setattr(Device.__init__, "__defaults__", (None, timeout_s, port.clock, recover))
