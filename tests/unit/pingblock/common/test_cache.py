import os
from pathlib import Path

import pytest

from pingblock.common import cache


def test_cache_folder_follows_xdg_or_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_dir("a", "b") == tmp_path / "pingblock" / "a" / "b"
    assert (tmp_path / "pingblock" / "a" / "b").is_dir()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache.cache_dir() == tmp_path / ".cache" / "pingblock"


def test_writes_replace_the_file_and_leave_no_other(tmp_path):
    target = tmp_path / "x.mpy"
    cache.write_atomically(target, b"first, longer")
    cache.write_atomically(target, b"second")
    assert target.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("damage", [b"", b"the ", b"the contenT", b"the content" * 2])
@pytest.mark.parametrize("ending", ["", cache._SEAL])
def test_content_is_made_once_and_again_if_damaged(tmp_path, damage, ending):
    path, made = tmp_path / "key", []

    def asked():
        return cache.kept(path, lambda: made.append(1) or b"the content")

    assert asked() == asked() == b"the content"
    assert len(made) == 1
    path.with_name(f"key{ending}").write_bytes(damage)
    assert asked() == asked() == path.read_bytes() == b"the content"
    assert len(made) == 2


def test_file_without_a_hash_is_made_again(tmp_path):
    (tmp_path / "key").write_bytes(b"")
    assert cache.kept(tmp_path / "key", lambda: b"it") == b"it"


def test_content_is_synced_before_it_gets_its_name(tmp_path, monkeypatch):
    order = []
    fsync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda number: order.append("fsync") or fsync(number))
    monkeypatch.setattr(
        Path, "replace", lambda self, to: order.append("replace") or replace(self, to)
    )
    cache.write_atomically(tmp_path / "key", b"it")
    assert order == ["fsync", "replace"]


def test_files_unused_for_a_month_are_removed_at_next_write(tmp_path):
    ages = {"in use": 31, "young": 29, "forgotten": 31}
    for name in ages:
        cache.kept(tmp_path / name, lambda: b"old")
    for name, days in ages.items():
        for path in (tmp_path / name, tmp_path / (name + cache._SEAL)):
            os.utime(path, (path.stat().st_mtime - days * 86_400,) * 2)
    assert cache.kept(tmp_path / "in use", bytes) == b"old"
    cache.kept(tmp_path / "new", lambda: b"new")
    kept = {"in use", "young", "new"}
    found = {path.name for path in tmp_path.iterdir()}
    assert found == kept | {name + cache._SEAL for name in kept}
