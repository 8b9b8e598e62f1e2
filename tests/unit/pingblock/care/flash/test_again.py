"""A board appears again at a serial port, or in BOOTSEL mode, or not at all."""

import pytest
from tests.fakes.clocks import Wall

from pingblock.care.flash import again
from pingblock.connection.discovery import Found
from pingblock.errors import PingblockError, PortBusy

OTHER, BOARD, MOVED = Found("COM3", "aa", ""), Found("COM7", "bb", ""), Found("COM8", "bb", "")


class Ports(Wall):
    """The ports of a computer: a list for each time that they are read. The last list stays."""

    def __init__(self, monkeypatch, *looks):
        self.looks = list(looks)
        monkeypatch.setattr(again, "picos", self.picos)
        monkeypatch.setattr(again, "time", self)

    def picos(self):
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]


def seen(ports, drive, before, asked=None):
    return again.seen_again(drive, before, asked)


def test_new_port_belongs_to_the_board(monkeypatch, tmp_path):
    ports = Ports(monkeypatch, [OTHER], [OTHER], [OTHER, BOARD])
    assert seen(ports, tmp_path, [OTHER]) == "COM7"


def test_asked_board_is_found_by_its_serial_number(monkeypatch, tmp_path):
    new = Found("COM9", "cc", "")
    ports = Ports(monkeypatch, [OTHER], [OTHER, new], [OTHER, new, MOVED])
    assert seen(ports, tmp_path, [OTHER], BOARD) == "COM8"


def test_unlisted_port_is_opened_to_find_the_board(monkeypatch, tmp_path):
    opened = []

    class Port:
        def close(self):
            opened.append("closed")

    def opens(name):
        opened.append(name)
        if len(opened) < 3:
            raise PortBusy("not yet")
        return Port()

    monkeypatch.setattr(again, "open_port", opens)
    ports = Ports(monkeypatch, [OTHER])
    assert seen(ports, tmp_path, [OTHER], Found("/dev/pts/9", "", "")) == "/dev/pts/9"
    assert opened == ["/dev/pts/9"] * 3 + ["closed"]


def test_unseen_board_has_no_port(monkeypatch, tmp_path):
    ports = Ports(monkeypatch, [OTHER])
    begin_s = ports.now_s
    assert seen(ports, tmp_path, [OTHER]) == ""
    assert ports.now_s - begin_s >= again.SHOWS_S


def test_drive_that_appears_again_is_a_failure(monkeypatch, tmp_path):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    with pytest.raises(PingblockError, match="appeared again: the board did not start"):
        seen(Ports(monkeypatch, []), tmp_path, [])
