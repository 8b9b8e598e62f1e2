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
