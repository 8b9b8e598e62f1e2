"""The folder with the files of a device on the desk: in memory where that has room."""

from collections import namedtuple
from pathlib import Path

import pytest

from pingblock.virtual.desk import device_files

Usage = namedtuple("Usage", "free")
FILES = {"/main.py": b"1", "/a/pingware/app.py": b"2", "seed": b"7"}


@pytest.mark.parametrize(("free_mb", "in_memory"), [(16, False), (64, True)])
def test_files_lie_in_memory_if_there_is_room(tmp_path, monkeypatch, free_mb, in_memory):
    monkeypatch.setattr(device_files, "_MEMORY", str(tmp_path))
    monkeypatch.setattr(device_files, "disk_usage", lambda _place: Usage(free_mb << 20))
    files = device_files.DeviceFiles(FILES)
    assert (files.root.parent == tmp_path) == in_memory
    assert files.all() == {"/main.py": b"1", "/a/pingware/app.py": b"2", "/seed": b"7"}
    files.close()
    assert not files.root.exists()


def test_without_such_a_folder_files_lie_where_scratch_files_do(tmp_path, monkeypatch):
    monkeypatch.setattr(device_files, "_MEMORY", str(tmp_path / "none"))
    files = device_files.DeviceFiles(FILES)
    assert Path(files.root, "seed").read_bytes() == b"7"
    files.close()
