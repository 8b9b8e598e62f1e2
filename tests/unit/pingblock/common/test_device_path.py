"""The rule for paths on the device, which every engine and every way to a device must follow."""

from pathlib import Path

import pytest
from tests.strangers.things import PATHS, Canary

from pingblock.common.device_path import device_files, device_path, is_device_path
from pingblock.common.firmware import firmware_dir
from pingblock.errors import BadInput
from pingblock.image import file_system
from pingblock.virtual.desk.device_files import DeviceFiles
from pingblock.virtual.session_link import checked_session
from pingblock.virtual.source_layout import layout

RIGHT = [
    *("/main.py", "/settings.a", "/a/app.mpy", "/sounds/laugh.snd", "/ä ö/Ünï.txt", "/a/b/c/d"),
    *("/" + "a" * 255, "/" + "ä" * 127, "/...", "/..a", "/a..", "/.hidden", "/Main.PY"),
]
WRONG = {name: make(Canary(Path("/tmp/outside"))) for name, make in PATHS.items()}


@pytest.mark.parametrize("path", RIGHT)
def test_valid_device_path_is_accepted(path):
    assert device_path(path) == path
    assert file_system.read(file_system.build({path: b"it"})) == {path[1:]: b"it"}


@pytest.mark.parametrize("path", [*(WRONG[name] for name in WRONG if name != "device_folder")])
def test_wrong_device_path_is_refused_everywhere(path):
    with pytest.raises(BadInput) as told:
        device_path(path)
    assert str(told.value).isascii()
    assert len(str(told.value)) < 300
    session = {"seed": 1, "chance": 1, "files": {path: ""}, "actions": []}
    for takes in (file_system.build, DeviceFiles, lambda files: layout(firmware_dir(), files)):
        if path.startswith("/"):  # builds omit the first slash
            with pytest.raises(BadInput):
                takes({path: b""})
    with pytest.raises(BadInput):
        checked_session(session)


@pytest.mark.parametrize("value", [None, 5, ["/a"], b"/a", "/a" * 10**6, "/" + "a" * 10**6])
def test_invalid_device_path_is_refused_soon(value):
    assert not is_device_path(value)


@pytest.mark.parametrize("files", [["/a", "/a/b"], ["/a/b", "/a"], ["/a/b/c", "/a/b", "/x"]])
def test_path_that_is_a_file_and_a_folder_is_refused(files):
    with pytest.raises(BadInput, match=r"/a\S* cannot be a file: /a\S+ needs it as a folder"):
        device_files(dict.fromkeys(files, b""))


def test_paths_that_collide_on_this_disk_are_refused(monkeypatch):
    """On many computers, capital and small letters are the same in file names."""
    opened = Path.open
    monkeypatch.setattr(
        Path, "open", lambda self, *mode: opened(self.with_name(self.name.lower()), *mode)
    )
    with pytest.raises(BadInput, match="the place of another file"):
        DeviceFiles({"/Main.py": b"1", "/main.py": b"2"})
