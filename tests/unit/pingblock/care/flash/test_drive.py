"""The drive of a Pico in BOOTSEL mode. A folder imitates it."""

import errno
import os

import pytest
from tests.fakes.clocks import Wall

from pingblock.care.flash import drive as drives
from pingblock.errors import NoDevice, PingblockError, WrongDevice

INFO = "UF2 Bootloader v2.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


def board(folder, name="RPI-RP2", text=INFO):
    place = folder / name
    place.mkdir()
    (place / "INFO_UF2.TXT").write_text(text)
    return place


class Time(Wall):
    """A clock. Events can happen while a program sleeps."""

    def happens(self):
        """Does nothing. A test can replace it."""

    def sleep(self, for_s):
        super().sleep(for_s)
        self.happens()


@pytest.fixture
def time(monkeypatch):
    made = Time()
    monkeypatch.setattr(drives, "time", made)
    return made


@pytest.fixture
def mounted(tmp_path, monkeypatch):
    """Folder in which drives appear."""
    root = tmp_path / "media"
    root.mkdir()
    monkeypatch.setattr(drives, "places", lambda: sorted(root.iterdir()))
    return root


def test_drive_is_known_by_its_info_file(mounted):
    (mounted / "STICK").mkdir()
    (mounted / "ODD").mkdir()
    (mounted / "ODD" / "INFO_UF2.TXT").write_bytes(b"\xff\xfe")
    place = board(mounted)
    assert drives.drives() == [place]
    assert drives.the_drive() == place


def test_drive_takes_only_files_for_its_chip(mounted):
    pico = board(mounted)
    pico_2 = board(mounted, "RP2350", INFO.replace("RPI-RP2", "RP2350"))
    assert drives.drives() == [pico_2, pico]
    drives.check_takes(pico_2, "rp2350")
    with pytest.raises(WrongDevice, match=r"for the RP2040, but .*RP2350 is .* with an RP2350\."):
        drives.check_takes(pico_2, "rp2040")
    with pytest.raises(WrongDevice, match=r"for the RP2350, but .* with an RP2040\."):
        drives.check_takes(pico, "rp2350")


def test_several_drives_or_no_board_are_refused(mounted, tmp_path):
    assert drives.the_drive() is None
    board(mounted, "one")
    board(mounted, "two")
    with pytest.raises(NoDevice, match=r"one, .*two\. Name the drive of one"):
        drives.the_drive()
    with pytest.raises(WrongDevice, match="has no INFO_UF2"):
        drives.the_drive(tmp_path)


def test_missing_drive_is_waited_for_and_then_reported(mounted, time):
    with pytest.raises(NoDevice, match="mount the drive and name it"):
        drives.wait_for_drive()
    assert time.now_s - Wall.now_s >= drives.APPEARS_S
    time.happens = lambda: board(mounted)
    assert drives.wait_for_drive() == mounted / "RPI-RP2"


def test_file_is_copied_completely_until_the_board_leaves(mounted, time):
    place, steps = board(mounted), []
    time.happens = lambda: (place / "INFO_UF2.TXT").unlink(missing_ok=True)
    content = bytes(200_000)
    drives.write(place, "new.uf2", content, steps.append)
    assert (place / "new.uf2").read_bytes() == content
    assert sum(steps) == len(content)


def test_link_on_the_drive_is_not_followed(mounted, tmp_path):
    place, kept, steps = board(mounted), tmp_path / "kept", []
    kept.write_text("mine")
    (place / "new.uf2").symlink_to(kept)
    with pytest.raises(PingblockError, match="is a link, which a Pico does not have"):
        drives.write(place, "new.uf2", b"x", steps.append)
    with pytest.raises(OSError, match="symbolic link"):
        drives._no_link(str(place / "new.uf2"), 1)
    assert kept.read_text() == "mine"
    assert steps == []


def test_linked_or_foreign_folder_is_not_a_drive(mounted, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    board(elsewhere)
    (mounted / "link").symlink_to(elsewhere / "RPI-RP2")
    assert drives.drives() == []
    place = board(mounted)
    assert drives.drives() == [place]
    owner = place.stat().st_uid
    monkeypatch.setattr(drives, "_SYSTEM", owner + 2)
    monkeypatch.setattr(drives.os, "getuid", lambda: owner + 1)
    assert drives.drives() == []


def test_board_that_does_not_start_or_disappears_is_a_failure(mounted, time):
    place = board(mounted)
    with pytest.raises(PingblockError, match="did not start with it"):
        drives.write(place, "new.uf2", b"x", lambda step: None)

    def pulled(step):
        (place / "INFO_UF2.TXT").unlink()
        raise OSError("gone")

    with pytest.raises(PingblockError, match="disappeared after 65536 of 200000 bytes"):
        drives.write(place, "new.uf2", bytes(200_000), pulled)


@pytest.mark.parametrize(
    ("fails", "number", "why"),
    [
        ("fsync", errno.EIO, r"did not accept the file \(Input/output error\) after 3 of 3 bytes"),
        ("fsync", errno.ENOSPC, r"is full \(No space left on device\) after 3 of 3 bytes"),
        ("open", errno.EROFS, r"cannot be written \(Read-only file system\): mount it so that"),
        ("open", errno.ENOSPC, r"is full \(No space left on device\) after 0 of 3 bytes"),
    ],
)
def test_refused_write_names_the_reason_of_the_drive(
    mounted, monkeypatch, time, fails, number, why
):
    def failing(*_arguments):
        raise OSError(number, os.strerror(number))

    place = board(mounted)
    monkeypatch.setattr(drives.os, fails, failing)
    with pytest.raises(PingblockError, match=why):
        drives.write(place, "new.uf2", b"abc", lambda step: None)


def test_error_at_the_end_is_ignored_if_the_board_left(mounted, monkeypatch, time):
    place = board(mounted)

    def leaves(_file):
        (place / "INFO_UF2.TXT").unlink()
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(drives.os, "fsync", leaves)
    drives.write(place, "new.uf2", b"abc", lambda step: None)
    assert (place / "new.uf2").read_bytes() == b"abc"


@pytest.mark.parametrize(
    ("system", "places"),
    [
        ("win32", [f"{letter}:\\" for letter in "CDEFGHIJKLMNOPQRSTUVWXYZ"]),
        ("darwin", ["/Volumes"]),
        ("linux", ["/media/ann", "/run/media/ann", "/media", "/mnt"]),
    ],
)
def test_each_system_has_its_own_mount_places(monkeypatch, system, places):
    monkeypatch.setattr(drives.sys, "platform", system)
    monkeypatch.setattr(drives, "_inside", lambda root: [root])
    monkeypatch.setenv("USER", "ann")
    assert list(map(str, drives.places())) == places
