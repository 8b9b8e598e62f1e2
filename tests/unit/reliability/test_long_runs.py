"""A stopped run leaves no process and no file behind, and continues where it stopped."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("stopped_run.py")
ROOT = PROGRAM.parents[3]


def start(folder):
    (folder / "tmp").mkdir(exist_ok=True)
    surroundings = {**os.environ, "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(PROGRAM), str(folder)]
    return subprocess.Popen(command, env=surroundings, stdout=-1, stderr=-1, text=True)


def keys(folder):
    path = folder / "abc" / "steps.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line)["key"] for line in lines]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_stopped_run_leaves_no_process_and_continues(tmp_path):
    for how in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        for name in ("alive", "go"):
            os.mkfifo(tmp_path / name)
        running = start(tmp_path)
        with (tmp_path / "alive").open() as alive:
            assert alive.readline() == "here\n"
            running.send_signal(how)
            assert alive.read() == "", "the pipe stays open while the worker lives"
        running.communicate()
        assert running.returncode != 0
        if how != signal.SIGKILL:  # a killed process cannot clean up
            assert list((tmp_path / "tmp").iterdir()) == []
        assert set(keys(tmp_path)) <= {"0", "1"}
        for name in ("alive", "go"):
            (tmp_path / name).unlink()
    assert start(tmp_path).communicate()[0] == "[]\n"
    assert sorted(keys(tmp_path)) == [str(n) for n in range(10)]
