"""Files that commands write: complete or not at all, and without temporary files."""

import ast
import os
import resource
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from pingblock.common.output_file import check_place, check_places, write_file, written
from pingblock.errors import BadInput, PingblockError

HOST = Path(__file__).resolve().parents[4] / "host_tools" / "pingblock"
ROOMS = ("cli", "owner", "sounds", "selftest", "play", "cards")
LIMIT_BYTES = 64


@contextmanager
def full_disk():
    """Simulates a disk whose files cannot exceed 64 bytes, including pytest's own files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT_BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def names(folder):
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.parametrize("before", [None, b"old"])
def test_full_disk_keeps_the_old_file_and_leaves_no_scratch(tmp_path, before):
    path = tmp_path / "a.pdf"
    if before:
        path.write_bytes(before)
    with full_disk(), pytest.raises(PingblockError) as failed:
        write_file(path, bytes(100))
    assert str(failed.value) == f"{path} cannot be written: File too large."
    assert names(tmp_path) == (["a.pdf"] if before else [])
    assert not before or path.read_bytes() == before


def test_interrupted_writer_keeps_the_old_file_and_leaves_no_scratch(tmp_path):
    path = tmp_path / "a.wav"
    path.write_bytes(b"old")

    def interrupted():
        with written(path) as place:
            place.write_bytes(b"half of the n")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (names(tmp_path), path.read_bytes()) == (["a.wav"], b"old")


def test_written_file_keeps_rights_and_links(tmp_path):
    path, link = tmp_path / "kept", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(link, b"new")
    assert (link.is_symlink(), path.read_bytes()) == (True, b"new")
    assert path.stat().st_mode & 0o777 == 0o640
    (tmp_path / "any").touch()
    write_file(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "any").stat().st_mode


def test_pipe_as_output_is_written_and_kept(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    write_file(pipe, b"through it")
    assert reader.communicate()[0] == b"through it"
    assert pipe.is_fifo()


def test_output_paths_that_cannot_be_written_are_refused(tmp_path):
    path = tmp_path / "there"
    path.touch()
    check_place(path, force=True)
    check_place(tmp_path / "new", force=False)
    check_places([Path(os.devnull)] * 2, force=False)
    for wrong, says in (
        ([path], f"{path} already exists."),
        ([tmp_path / "no" / "x"], f"there is no folder {tmp_path / 'no'}"),
        ([tmp_path], "it is a folder"),
        ([tmp_path / "a", None, tmp_path / "." / "a"], "is named twice"),
    ):
        with pytest.raises(BadInput) as refused:
            check_places(wrong, force=False)
        assert says in str(refused.value)


def writers(text):
    """Returns the lines of a module that write a file by themselves."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    found = []
    for call in calls:
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        modes = [each.value for each in call.args if isinstance(each, ast.Constant)]
        opens = name == "open" and any(set(str(mode)) & set("wax") for mode in modes)
        if name in ("write_text", "write_bytes") or opens:
            found.append(call.lineno)
    return found


def test_commands_write_files_only_through_one_function():
    paths = [path for room in ROOMS for path in sorted((HOST / room).rglob("*.py"))]
    found = {path.name: writers(path.read_text(encoding="utf-8")) for path in paths}
    assert len(paths) > 60
    # Fakes of streams. The CSV is written to the place in `written`.
    allowed = {"frame.py": 1, "virtual_run.py": 1, "audio_file.py": 1}
    assert {name: len(lines) for name, lines in found.items() if lines} == allowed
    assert writers("a.write_text('')\nopen('b', 'w')\nc.open('rb')\nd.open('wb')") == [1, 2, 4]
