"""Saving the server's state continues after a failure, reports it, and has one owner."""

import asyncio
import errno
import json
import os

import pytest
from tests.unit.pingblock.serve_page.story import story

from pingblock.block import kept as kept_state
from pingblock.block import saving
from pingblock.block.kept import Kept, lock_place, make_folder
from pingblock.block.saving import Saver, owner_or_holder
from pingblock.block.state import BlockState
from pingblock.common import background
from pingblock.common.owner import Holder, LockHeld, Owner
from pingblock.errors import BadInput, PingblockError
from pingblock.serve_page import launch
from pingblock.serve_page.host import DeviceHost

ONE, TWO = BlockState({"/settings.a": b"1"}), BlockState({"/settings.a": b"2"})
NEW = BlockState()
TOKEN = "a" * 16


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def full_disk(monkeypatch):
    """Makes each write fail while the list that it yields contains True."""
    full = [True]
    write = kept_state.write_file

    def writing(path, content, **options):
        if full[0]:
            raise PingblockError(f"{path} cannot be written: {os.strerror(errno.ENOSPC)}.")
        write(path, content, **options)

    monkeypatch.setattr(kept_state, "write_file", writing)
    return full


@story
async def test_saving_resumes_after_a_full_disk_and_reports_both(full_disk, monkeypatch, capsys):
    monkeypatch.setattr(saving, "SAVE_S", 0.001)
    asked = []

    async def files():
        asked.append(True)
        full_disk[0] = len(asked) < 5
        return TWO

    saver = Saver(Kept(TOKEN, ONE), None)
    task = background.begin(saver.go_on(files), "Saving")
    while len(asked) < 8:
        await asyncio.sleep(0.001)
    task.cancel()
    assert Kept.load() == Kept(TOKEN, TWO)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "No space left on device. Settings and sounds are not saved" in said[0]
    assert said[1] == "pingblock: Settings and sounds are saved again."


def test_failed_first_save_leaves_no_damaged_file(full_disk, state, capsys):
    with pytest.raises(PingblockError, match="No space left"):
        Kept(TOKEN, NEW).save(ONE)
    assert not (state / "pingblock" / "page.json").exists()
    assert Kept.load().block == NEW
    assert capsys.readouterr().err == ""


def test_first_save_removes_the_leftovers_of_a_killed_program(state):
    make_folder()
    left = state / "pingblock" / ".pingblock-0123.part"
    left.write_text("{")
    kept = Kept(TOKEN, NEW)
    kept.save(ONE)
    assert not left.exists()
    assert Kept.load() == Kept(TOKEN, ONE)


@story
async def test_failed_background_task_is_reported(capsys):
    async def fails():
        raise KeyError("x")

    async def is_refused():
        raise PingblockError("There is no room.")

    for work in (fails(), is_refused()):
        await asyncio.wait([background.begin(work, "Counting sheep")])
    ended = background.begin(asyncio.sleep(10), "Sleep")
    ended.cancel()
    await asyncio.wait([ended])
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "pingblock: Counting sheep has stopped: KeyError('x')",
        "pingblock: Counting sheep has stopped: There is no room.",
    ]


def test_second_program_gets_owners_page_and_cannot_store():
    first = owner_or_holder()
    assert isinstance(first, Owner)
    first.note(url="http://x/", guests="")
    held = owner_or_holder()
    assert isinstance(held, Holder)
    assert (held.pid, held.says["url"]) == (os.getpid(), "http://x/")
    with pytest.raises(PingblockError, match=f"process {os.getpid()}"):
        Saver(Kept(TOKEN, NEW), None).store(ONE)
    first.release()
    Saver(Kept(TOKEN, NEW), None).store(ONE)


def test_owner_without_a_page_is_named_after_the_wait(monkeypatch):
    monkeypatch.setattr(saving, "JOIN_S", 0.0)
    make_folder()
    owner = Owner(lock_place())
    with pytest.raises(PingblockError, match=f"in use by .*process {os.getpid()}.*stop"):
        owner_or_holder()
    owner.release()


@pytest.mark.skipif(os.name != "posix", reason="there are no such modes and links")
def test_token_file_is_private_and_replaces_a_link(state):
    make_folder()
    elsewhere = state / "elsewhere"
    elsewhere.write_text("mine")
    place = state / "pingblock" / "page.json"
    place.symlink_to(elsewhere)
    place.parent.chmod(0o755)
    before = os.umask(0)
    Kept(TOKEN, ONE).save(ONE)
    os.umask(before)
    assert elsewhere.read_text() == "mine"
    assert place.stat().st_mode & 0o777 == 0o600
    assert place.parent.stat().st_mode & 0o777 == 0o700
    owner = Owner(lock_place())
    assert lock_place().stat().st_mode & 0o777 == 0o600
    with pytest.raises(LockHeld):
        Owner(lock_place())
    owner.release()


@pytest.mark.parametrize(
    "held",
    [
        "{",
        json.dumps({"token": TOKEN, "files": {"/settings.a": 5}}),
        json.dumps({"token": "short", "files": {}}),
    ],
)
def test_damaged_state_is_set_aside_and_reported(state, capsys, held):
    make_folder()
    place = state / "pingblock" / "page.json"
    place.write_text(held)
    assert Kept.load().block == NEW
    assert f"{place} cannot be used: It is damaged. It is now page.json.damaged" in (
        capsys.readouterr().err
    )
    assert place.with_name("page.json.damaged").read_text() == held
    assert not place.exists()


@pytest.mark.parametrize(
    "path",
    [
        *("/main.py", "/boot.py", "/a/app.mpy", "/start/loader.py", "/settings.py", "/seed"),
        *("/sounds/../main.py", "/sounds/a/b", "/../x", "settings.a", "/settings.a\n", "\ud800"),
    ],
)
def test_program_in_the_state_is_set_aside_and_named(state, capsys, path):
    """The next device, maybe on the desk, would run it."""
    make_folder()
    place = state / "pingblock" / "page.json"
    place.write_text(json.dumps({"token": TOKEN, "files": {"/settings.a": "MQ==", path: "MQ=="}}))
    kept = Kept.load()
    assert (kept.block, kept.token == TOKEN) == (NEW, False)
    said = capsys.readouterr().err
    assert f"It holds {path!a}, and a virtual block keeps settings and sounds only." in said
    assert place.with_name("page.json.damaged").exists()


@story
async def test_files_that_no_device_can_hold_are_set_aside(state, capsys):
    class Host(DeviceHost):
        async def open(self, opening, keep):
            if self._block.files:
                raise BadInput("It does not fit.")

    make_folder()
    kept = Kept(TOKEN, ONE)
    kept.save(ONE)
    await launch._open(Host(ONE), launch.Opening("wasm"), kept)
    assert (
        "cannot be used: It does not fit. It is now page.json.damaged" in capsys.readouterr().err
    )
    assert Kept.load().block == NEW


def test_folder_of_another_user_is_named(state, monkeypatch):
    make_folder()
    monkeypatch.setattr(kept_state, "is_ours", lambda found: False)
    with pytest.raises(BadInput, match="cannot be used: it belongs to another user"):
        make_folder()
