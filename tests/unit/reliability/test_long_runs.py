"""A run that is stopped leaves no process and no file behind, and goes on where it was."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("stopped_run.py")
ROOT = PROGRAM.parents[3]


def start(folder):
    (folder / "tmp").mkdir(exist_ok=True)
    surroundings = {**os.environ, "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(PROGRAM), str(folder)]
    return subprocess.Popen(command, env=surroundings, stdout=-1, stderr=-1, text=True)


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def keys(folder):
    lines = (folder / "abc" / "steps.jsonl").read_text().splitlines()
    return sorted(json.loads(line)["key"] for line in lines)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_stopped_run_leaves_nothing_and_goes_on(tmp_path, how):
    running = start(tmp_path)
    while not (tmp_path / "waits").exists():
        assert running.poll() is None, running.communicate()
        time.sleep(0.02)
    while keys(tmp_path) != ["0", "1"]:
        time.sleep(0.02)
    workers = [int(each.name[4:]) for each in tmp_path.glob("pid *")]
    assert len(workers) == 1
    running.send_signal(how)
    running.communicate()
    assert running.returncode != 0
    while any(map(is_there, workers)):  # this hangs if a worker stays
        time.sleep(0.02)
    if how != signal.SIGKILL:  # after which nobody could tidy up
        assert list((tmp_path / "tmp").iterdir()) == []
    assert keys(tmp_path) == ["0", "1"]
    (tmp_path / "go").touch()
    again = start(tmp_path)
    assert again.communicate()[0] == "[]\n"
    assert keys(tmp_path) == sorted(map(str, range(10)))
