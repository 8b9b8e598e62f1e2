import os
from pathlib import Path

from pingblock.build import cache


def test_folder_lies_in_the_users_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_dir("a", "b") == tmp_path / "pingblock" / "a" / "b"
    assert (tmp_path / "pingblock" / "a" / "b").is_dir()


def test_default_is_below_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache.cache_dir() == tmp_path / ".cache" / "pingblock"


def test_writes_replace_the_whole_file_and_leave_nothing_beside_it(tmp_path):
    target = tmp_path / "x.mpy"
    cache.write_atomically(target, b"first, longer")
    cache.write_atomically(target, b"second")
    assert target.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [target]


def test_content_is_made_once(tmp_path):
    made = []
    for _ in range(2):
        assert cache.kept(tmp_path / "key", lambda: made.append(1) or b"it") == b"it"
    assert made == [1]


def test_files_that_nobody_has_used_for_a_month_go_when_another_is_made(tmp_path):
    for name, days in (("forgotten", 31), ("in use", 31), ("young", 29)):
        path = tmp_path / name
        path.write_bytes(b"old")
        os.utime(path, (path.stat().st_mtime - days * 86_400,) * 2)
    assert cache.kept(tmp_path / "in use", bytes) == b"old"
    cache.kept(tmp_path / "new", lambda: b"new")
    assert {path.name for path in tmp_path.iterdir()} == {"in use", "young", "new"}
