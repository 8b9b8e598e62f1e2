"""Real processes at one served device, which has one owner. A watcher does not release it."""

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

COMMAND = (sys.executable, "-m", "pingblock")


@pytest.fixture(autouse=True)
def _wasm(usable):
    if lack := usable("wasm"):
        pytest.skip(lack)


@contextmanager
def started(*words, **environment):
    """Starts the command line as a process, and ends it afterwards."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([*COMMAND, *words], env={**os.environ, **environment}, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def done(*words):
    """Runs the command line to its end. Returns exit code, stdout and stderr."""
    ran = subprocess.run([*COMMAND, *words], capture_output=True, text=True)
    return ran.returncode, ran.stdout, ran.stderr


@contextmanager
def served(tcp="0"):
    """Serves a device. Yields its process and its URL."""
    with started("virtual", "serve", "--tcp", tcp, "--seed", "7", "--json") as process:
        line = process.stdout.readline()
        assert line, process.communicate()
        yield process, json.loads(line)["url"]


@contextmanager
def watching(url):
    """Starts a monitor and waits until it has the device."""
    with started("monitor", "--json", "--port", url) as process:
        assert "Watching device e660583883112233" in process.stderr.readline()
        yield process


def test_second_program_learns_who_has_the_port_until_it_ends():
    with served() as (_, url), watching(url) as monitor:
        code, out, err = done("press", "--port", url)
        assert (code, out) == (1, "")
        assert f"in use by pingblock monitor --json --port {url} (process {monitor.pid})" in err
        code, out, _ = done("press", "--port", url, "--json")
        assert json.loads(out)["error"]["code"] == "port_busy"
        monitor.send_signal(signal.SIGKILL)
        monitor.wait()
        assert done("press", "--port", url)[0] == 0


def test_monitor_reconnects_to_a_device_that_was_off():
    with served() as (first, url), watching(url) as monitor:
        first.send_signal(signal.SIGTERM)
        assert "Waiting for device e660583883112233" in monitor.stderr.readline()
        first.wait()
        with served(url.rpartition(":")[2]):
            assert f"is back at {url}, with firmware" in monitor.stderr.readline()
            monitor.send_signal(signal.SIGINT)
            assert monitor.wait() == 0
            assert "Traceback" not in monitor.stderr.read()
