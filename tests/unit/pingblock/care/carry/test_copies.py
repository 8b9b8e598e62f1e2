"""Copies of devices' files on this computer."""

from zipfile import ZipFile

import pytest

from pingblock.care.carry.copies import Copy, of_board, the_waiting, waiting
from pingblock.common.micropython import PICO, PICO_2
from pingblock.errors import BadInput

CARRIED = {"/settings.a": b"1", "/sounds/laugh.snd": b"haha"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "pingblock" / "boards"


def copy(uid="e661", pico=PICO, others=()):
    made = Copy(uid, pico, CARRIED, dict(others))
    made.save()
    return made


def test_copy_waits_until_it_is_done(folder):
    made = copy()
    assert of_board("e661") == made == the_waiting(PICO)
    assert (the_waiting(PICO_2), of_board("e662")) == (None, None)
    assert made.place.stat().st_mode & 0o077 == 0
    assert made.done() is None
    assert (waiting(), list(folder.iterdir())) == ([], [])


def test_files_of_the_owner_are_kept_and_never_replaced(folder):
    kept = [copy(others={"/main.py": content}).done() for content in (b"mine", b"newer")]
    assert [path.name for path in kept] == ["e661.zip", "e661.2.zip"]
    assert ZipFile(kept[0]).read("yours/main.py") == b"mine"
    assert ZipFile(kept[1]).read("carried/settings.a") == b"1"
    assert waiting() == []


def test_copies_of_several_boards_are_named(folder):
    copy(), copy("e662"), copy("e663", PICO_2)
    assert the_waiting(PICO_2).uid == "e663"
    with pytest.raises(BadInput, match=r"of several boards, .*e661.*e662"):
        the_waiting(PICO)


@pytest.mark.parametrize("content", [b"", b"PK", b"not an archive"])
def test_damaged_copy_is_left_where_it_is(folder, content):
    copy().place.write_bytes(content)
    assert waiting() == []
    assert (folder / "e661.waits.zip").read_bytes() == content
