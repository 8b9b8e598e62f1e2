"""Scratch files and folders of state: other users cannot predict, read or redirect them."""

import os
from pathlib import Path

import pytest

from pingblock.block.kept import make_folder
from pingblock.common import private
from pingblock.common.cache import cache_dir, write_atomically
from pingblock.common.output_file import made_state_folder, write_file, written
from pingblock.errors import PingblockError


@pytest.fixture(params=[0o022, 0o000, 0o077])
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path):
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("secret", [False, True])
def test_scratch_file_is_private_from_the_start(tmp_path, umask, secret):
    path = tmp_path / "page.json"
    with written(path, private=secret) as scratch:
        assert (scratch.parent, mode(scratch)) == (tmp_path, 0o600)
        scratch.write_bytes(b"token")
        assert mode(scratch) == 0o600
    assert mode(path) == (0o600 if secret else 0o666 & ~umask)
    assert os.umask(umask) == umask


def test_private_file_becomes_private_again(tmp_path):
    path = tmp_path / "page.json"
    path.touch(mode=0o644)
    write_file(path, b"token", private=True)
    assert mode(path) == 0o600


@pytest.mark.parametrize("write", [write_file, write_atomically])
def test_link_in_place_of_the_scratch_file_is_not_followed(tmp_path, monkeypatch, write):
    """This is true even if an attacker guesses the name."""
    canary = tmp_path / "canary"
    canary.write_bytes(b"alive")
    monkeypatch.setattr(private, "token_hex", lambda count: "00")
    (tmp_path / ".pingblock-00.part").symlink_to(canary)
    for name in (f".pingblock-{os.getpid()}.part", f"out.{os.getpid()}.part"):
        (tmp_path / name).symlink_to(canary)
    with pytest.raises((PingblockError, FileExistsError)):
        write(tmp_path / "out", b"mine")
    assert canary.read_bytes() == b"alive"
    assert not (tmp_path / "out").exists()
    monkeypatch.undo()
    write(tmp_path / "out", b"mine")
    assert (canary.read_bytes(), (tmp_path / "out").read_bytes()) == (b"alive", b"mine")


def test_names_of_scratch_files_are_random(tmp_path):
    names = set()
    for _ in range(9):
        with written(tmp_path / "out") as scratch:
            names.add(scratch.name)
    assert len(names) == 9
    assert min(map(len, names)) >= len(".pingblock-.part") + 16


def test_replaced_scratch_file_is_not_used(tmp_path):
    path, other = tmp_path / "out", tmp_path / "other"
    other.write_bytes(b"theirs")

    def swapped():
        with written(path) as scratch:
            scratch.unlink()
            scratch.symlink_to(other)

    with pytest.raises(PingblockError, match="replaced by another program"):
        swapped()
    assert sorted(tmp_path.iterdir()) == [other]


@pytest.mark.parametrize(
    "make", [lambda: made_state_folder("tables"), make_folder], ids=["tables", "block"]
)
def test_new_state_folders_are_private(tmp_path, monkeypatch, umask, make):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home" / "state"))
    make()
    made = [path for path in tmp_path.rglob("*") if path.is_dir()]
    assert {mode(each) for each in made} == {0o700}
    assert len(made) >= 3
    assert mode(tmp_path) & 0o700 == 0o700, "existing files must stay"


def test_state_folder_of_an_earlier_version_becomes_private(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "pingblock" / "tables").mkdir(parents=True)
    (tmp_path / "pingblock").chmod(0o755)
    made_state_folder("tables")
    assert (mode(tmp_path / "pingblock"), mode(tmp_path / "pingblock" / "tables")) == (0o700,) * 2


def test_cache_folders_are_made_private(tmp_path, monkeypatch, umask):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert mode(cache_dir("engine")) == mode(tmp_path / "cache" / "pingblock") == 0o700


ELSEWHERE = {
    "make_page/page.py",  # in a folder that the user named
    "care/carry/board.py",  # on the Pico
    "virtual/desk/device_files.py",  # in a temporary folder
    *("connection/port_lock.py",),  # a single folder with mode 0700
}
HOST = Path(private.__file__).parents[1]


def test_folders_of_state_and_cache_are_made_by_one_module():
    """Others make theirs below a folder that the user named, or through a flash image."""
    makers = {
        str(path.relative_to(HOST))
        for path in HOST.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in (".mkdir(", "os.makedirs("))
    }
    assert "common/private.py" in makers
    assert makers - {"common/private.py"} <= ELSEWHERE
