"""A port has one owner, whose name is reported. If the owner dies, the port is free."""

import json
import os
import signal
import stat
import subprocess
import sys
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from pingblock.connection.port_lock import Holder, holder, lock, lock_dir
from pingblock.errors import PingblockError, PortBusy

OTHER = """
import sys
from types import SimpleNamespace
from pingblock.connection.port_lock import lock
sys.argv = ["/usr/bin/pingblock", "monitor", "--once"]
held = lock(sys.stdin.readline().strip())
print("taken", flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def other():
    """Another process that has taken the lock of a port."""
    with ExitStack() as stack:

        def start(port):
            here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            process = subprocess.Popen([sys.executable, "-c", OTHER], env=here, **pipes)
            stack.enter_context(process)
            stack.callback(process.kill)
            process.stdin.write(f"{port}\n")
            process.stdin.flush()
            assert process.stdout.readline() == "taken\n"
            return process

        yield start


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_holder_is_named_and_its_death_frees_the_lock(other):
    process = other("/dev/ttyX")
    with pytest.raises(PortBusy) as busy:
        lock("/dev/ttyX")
    named = f"pingblock monitor --once (process {process.pid})"
    assert str(busy.value) == f"/dev/ttyX is in use by {named}: stop that first."
    assert holder("/dev/ttyX") == Holder(process.pid, "pingblock monitor --once")
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert holder("/dev/ttyX") is None
    lock("/dev/ttyX").release()


def test_released_lock_can_be_taken_again():
    held = lock("COM3")
    with pytest.raises(PortBusy, match=f"process {os.getpid()}"):
        lock("COM3")
    held.release()
    held.release()
    lock("COM3").release()
    assert holder("COM3") is None


def test_forgotten_lock_is_free_and_each_device_has_its_own():
    lock("/dev/ttyACM0")
    assert holder("/dev/ttyACM0") is None
    first, second = lock("/dev/ttyACM0"), lock("/dev/ttyACM1")
    first.release()
    second.release()


@pytest.mark.parametrize(
    ("one", "same"),
    [
        ("socket://localhost:2217", "socket://127.0.0.1:2217"),
        ("socket://127.0.0.1:2217", "socket://127.0.0.1:2217?logging=debug"),
        ("{folder}/device", "{folder}/by-id"),
        ("{folder}/device", "{folder}/../{name}/device"),
    ],
)
def test_two_names_of_one_port_share_a_lock(own_folder, one, same):
    (own_folder / "device").touch()
    (own_folder / "by-id").symlink_to(own_folder / "device")
    one, same = (name.format(folder=own_folder, name=own_folder.name) for name in (one, same))
    held = lock(one)
    with pytest.raises(PortBusy):
        lock(same)
    held.release()


def note_of(port):
    """Takes a port and releases it. Returns its lock's file."""
    before = set(lock_dir().iterdir())
    lock(port).release()
    [path] = set(lock_dir().iterdir()) - before
    return path


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"/dev/one/{'x' * 60}", f"/dev/two/{'x' * 60}"),
        ("socket://127.0.0.1:1", "socket://127.0.0.1:2"),
    ],
)
def test_ports_with_similar_names_have_different_locks(one, other):
    assert note_of(one) != note_of(other)


def test_lock_note_is_private_and_has_no_leftovers():
    path = note_of("/dev/ttyX")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_bytes()) == {}
    path.write_text("x" * 1000)  # nothing remains of an earlier, longer note
    held = lock("/dev/ttyX")
    assert json.loads(path.read_bytes())["pid"] == os.getpid()
    held.release()


PLANTS = {
    "pipe": (lambda kept, path: os.mkfifo(path), "is not your file, not a plain file"),
    "second name": (os.link, "is not your file, not a plain file"),
    "link": (os.symlink, "cannot be opened: it is a link"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
@pytest.mark.parametrize(("plant", "says"), PLANTS.values(), ids=PLANTS)
def test_lock_file_that_is_a_pipe_or_link_is_refused(own_folder, plant, says):
    kept = own_folder / "kept"
    kept.write_text("important")
    path = note_of("/dev/ttyX")
    path.unlink()
    plant(kept, path)
    with pytest.raises(PingblockError, match=says):
        lock("/dev/ttyX")
    assert kept.read_text() == "important"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no owners")
def test_lock_or_folder_of_another_user_is_not_used(monkeypatch):
    path = note_of("/dev/ttyX")
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    with pytest.raises(PingblockError, match="is a link or not yours"):
        lock("/dev/ttyX")
    monkeypatch.setattr("pingblock.connection.port_lock.lock_dir", lambda: path.parent)
    with pytest.raises(PingblockError, match="is not your file"):
        lock("/dev/ttyX")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_linked_or_unusable_folder_of_locks_is_refused(own_folder):
    (own_folder / "elsewhere").mkdir()
    (own_folder / "pingblock").symlink_to(own_folder / "elsewhere")
    with pytest.raises(PingblockError, match="is a link or not yours"):
        lock("/dev/ttyX")
    assert list((own_folder / "elsewhere").iterdir()) == []
    (own_folder / "pingblock").unlink()
    (own_folder / "pingblock").touch()
    with pytest.raises(PingblockError, match="cannot be created"):
        lock("COM3")


def test_lock_without_a_readable_note_is_still_held(own_folder):
    held = lock("COM3")
    [note] = lock_dir().iterdir()
    note.write_text("{")
    with pytest.raises(PortBusy, match="in use by another pingblock program"):
        lock("COM3")
    assert holder("COM3") == Holder(0, "another program")
    held.release()


@pytest.mark.parametrize("runtime", ["", "none"])
def test_locks_are_in_the_cache_without_a_runtime_folder(monkeypatch, tmp_path, runtime):
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime and str(tmp_path / runtime))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert lock_dir() == tmp_path / "cache" / "pingblock" / "locks"
    lock("COM3").release()


def test_windows_lock_is_on_a_byte_behind_the_note(monkeypatch):
    asked = []

    def locking(handle, mode, count):
        asked.append((os.lseek(handle, 0, os.SEEK_CUR), mode, count))
        if len(asked) > 1:
            raise OSError(13, "locked")

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=3, locking=locking))
    monkeypatch.setattr("sys.platform", "win32")
    held = lock("com3")
    with pytest.raises(PortBusy, match=f"process {os.getpid()}"):
        lock("COM3")
    assert asked == [(1 << 20, 3, 1)] * 2
    held.release()
