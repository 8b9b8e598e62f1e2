"""``pingblock virtual serve``: the real command, and real programs that attach to it."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest
import serial
from tests.seldom import seldom

from pingblock.errors import Unavailable
from pingblock.virtual.engines import NEEDS
from pingblock.virtual.published import uf2_path
from pingblock.virtual.serial_tap import sealed

SERVE = [sys.executable, "-c", "from pingblock.cli import main; main()", "virtual", "serve"]


def can_run(engine):
    """Skips the test if the engine does not run here."""
    try:
        uf2_path() if engine == "chip" else NEEDS[engine]()
    except Unavailable as missing:
        pytest.skip(str(missing))


@contextmanager
def served(*words, engine="wasm", **environment):
    """Runs the command in a separate session. Yields the process and its output."""
    can_run(engine)
    pipe = subprocess.PIPE
    command = [*SERVE, "--json", "--engine", engine, *words]
    child = subprocess.Popen(
        command,
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
        env={**os.environ, **environment},
    )
    try:
        line = child.stdout.readline()
        assert line, child.communicate()
        yield child, json.loads(line)
    finally:
        child.terminate()
        try:
            child.communicate()
        finally:
            child.kill()


@pytest.fixture(scope="module", params=["wasm", "chip"])
def device(request):
    """A served device that several tests use one after another."""
    with served("--seed", "7", engine=request.param) as (child, told):
        yield told
        assert child.poll() is None, child.communicate()


def opened(port):
    """Opens a port as any program would."""
    return serial.serial_for_url(port, 115200)


def asked(port, do, **arguments):
    """Sends a request and returns the answer, ignoring other messages."""
    port.write(sealed(json.dumps({"id": 5, "do": do, **arguments})))
    line = b""
    while b'"id":5' not in line.replace(b" ", b""):
        line = port.readline()
        assert line, "no answer"
    return json.loads(line.rpartition(b"*")[0])


def why_anew(child):
    """Returns the line about a restart. A line about a slow computer can come before it."""
    said = child.stderr.readline()
    while "the virtual device was restarted: " not in said:
        assert said, "the server has ended"
        said = child.stderr.readline()
    return said


def ends(child, number=signal.SIGTERM):
    """Sends a signal to the command and all its children. Returns exit code and stderr."""
    os.killpg(child.pid, number)
    code = child.wait()
    return code, child.stderr.read()


@pytest.mark.parametrize("kind", ["url", "pty"])
def test_several_programs_are_answered_one_after_another(device, kind):
    for _ in range(3):
        with opened(device[kind]) as port:
            assert asked(port, "hello")["ok"]["product"] == "pingblock"


def test_press_over_tcp_counts_for_the_pty(device):
    with opened(device["url"]) as port:
        before = asked(port, "status")["ok"]["draws"]
        assert asked(port, "press")["ok"] is not None
    with opened(device["pty"]) as port:
        while asked(port, "status")["ok"]["draws"] == before:
            pass


def test_second_tcp_program_is_refused_and_the_first_continues(device):
    host, number = device["url"].removeprefix("socket://").split(":")
    with opened(device["url"]) as first:
        asked(first, "hello")
        with socket.create_connection((host, int(number))) as second:
            heard = b""
            while part := second.recv(4096):
                heard += part
        assert b"another program has this port" in heard
        assert asked(first, "hello")["ok"]["product"] == "pingblock"


def test_program_that_does_not_read_does_not_block_others(device):
    host, number = device["url"].removeprefix("socket://").split(":")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.connect((host, int(number)))
        deaf.sendall(b"status\n" * 60)
    with opened(device["pty"]) as port:
        assert asked(port, "hello")["ok"]["product"] == "pingblock"


def ran_mpremote(port, *words):
    """Runs the real mpremote to its end."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def mpremote(port, *words):
    """Runs the real mpremote. Returns its output."""
    done = ran_mpremote(port, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_mpremote_works_again_after_a_program_ended_the_engine():
    with served(engine="chip") as (child, told):
        assert mpremote(told["url"], "exec", "print(6*7)") == "42"
        thread = "import _thread; _thread.start_new_thread(print, (1,))"
        assert ran_mpremote(told["url"], "exec", thread).returncode != 0
        assert "The program uses core 1" in why_anew(child)
        assert mpremote(told["url"], "exec", "print(6*7)") == "42"


@pytest.mark.parametrize(
    ("offer", "engine", "number"),
    [
        *(("pty", "desk", signal.SIGTERM), seldom("pty", "desk", signal.SIGINT)),
        seldom("tcp", "chip", signal.SIGTERM),
    ],
)
def test_signal_ends_a_used_server_cleanly_with_0(offer, engine, number, tmp_path):
    words = {"pty": ["--pty"], "tcp": ["--tcp", "0"]}[offer]
    running = served(*words, engine=engine, TMPDIR=str(tmp_path))
    with running as (child, told), opened(told["pty"] or told["url"]) as port:
        assert None in told.values()
        asked(port, "hello")
        assert any(tmp_path.iterdir()) is (engine == "desk")
        code, complaint = ends(child, number)
    assert code == 0, complaint
    assert not any(tmp_path.iterdir())
    assert "Traceback" not in complaint


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who started whom")
def test_dead_engine_is_reported_and_restarted():
    with served("--pty", engine="desk") as (child, told):
        with open(f"/proc/{child.pid}/task/{child.pid}/children") as file:
            os.kill(int(file.read().split()[0]), signal.SIGKILL)
        assert "MicroPython process died" in why_anew(child)
        with opened(told["pty"]) as port:
            assert asked(port, "hello")["ok"]["product"] == "pingblock"


def test_port_in_use_ends_with_exit_code_2():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = str(taken.getsockname()[1])
        done = subprocess.run(
            [*SERVE, "--tcp", number], capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"TCP port {number} cannot be opened: Address already in use" in done.stderr
