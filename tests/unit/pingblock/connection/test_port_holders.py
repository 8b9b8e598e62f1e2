import os

import pytest

from pingblock.common.owner import Holder
from pingblock.connection import port_holders
from pingblock.connection.port_holders import holders


@pytest.fixture
def proc(tmp_path, monkeypatch):
    """Makes a /proc with processes: number, command line, open files."""

    def made(*processes):
        for number, command, opened in processes:
            place = tmp_path / "proc" / str(number)
            (place / "fd").mkdir(parents=True)
            (place / "cmdline").write_bytes(command)
            for handle, target in enumerate(opened):
                (place / "fd" / str(handle)).symlink_to(target)
        (tmp_path / "proc" / "self").mkdir()
        return tmp_path / "proc"

    monkeypatch.setattr(port_holders, "PROC", tmp_path / "proc")
    return made


def test_programs_that_have_the_port_open_are_named(proc, tmp_path):
    port = tmp_path / "ttyACM0"
    port.touch()
    (tmp_path / "by-id").symlink_to(port)
    terminal = (30, b"/usr/bin/minicom\0-D\0x\0", ["/dev/null", str(port)])
    proc(terminal, (9, b"cat\0", [str(port)]), (5, b"sh\0", ["/dev/null"]))
    found = [Holder(9, "cat"), Holder(30, "minicom -D x")]
    assert holders(str(port)) == found
    assert holders(str(tmp_path / "by-id")) == found


def test_own_process_and_missing_proc_name_no_holder(proc, tmp_path, monkeypatch):
    port = str(tmp_path / "port")
    proc((os.getpid(), b"me\0", [port]))
    assert holders(port) == []
    monkeypatch.setattr(port_holders, "PROC", tmp_path / "none")
    assert holders("COM3") == []


def test_unreadable_process_is_skipped_and_nameless_one_is_a_program(proc, tmp_path):
    port = str(tmp_path / "port")
    place = proc((4, b"x\0", [port]), (7, b"y\0", [port]))
    for link in (place / "4" / "fd").iterdir():
        link.unlink()
    (place / "4" / "fd").rmdir()
    (place / "7" / "cmdline").unlink()
    assert holders(port) == [Holder(7, "a program")]
