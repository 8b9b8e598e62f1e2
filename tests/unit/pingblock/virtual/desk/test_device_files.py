"""The scratch folder that is the device's file system."""

import pytest

from pingblock.virtual.desk.device_files import DeviceFiles


@pytest.fixture
def firmware(tmp_path):
    folder = tmp_path / "firmware"
    (folder / "games" / "__pycache__").mkdir(parents=True)
    (folder / "main.py").write_text("import app")
    (folder / "README.md").write_text("not for the device")
    (folder / "py.typed").touch()
    (folder / "games" / "dice.py").write_text("")
    (folder / "games" / "__pycache__" / "dice.pyc").write_text("")
    return folder


@pytest.fixture
def files(firmware):
    made = DeviceFiles(firmware, {"/seed": b"7", "deep/er": b"x"})
    yield made
    made.close()


def test_it_holds_the_firmware_and_the_extras_but_no_leftovers(files):
    assert list(files.all()) == ["/deep/er", "/games/dice.py", "/main.py", "/seed"]


def test_a_package_with_a_folder_root_lies_in_slot_a(firmware):
    (firmware / "main.py").unlink()
    (firmware / "root").mkdir()
    for name in ("main", "start", "safe", "app"):
        (firmware / "root" / f"{name}.py").write_text(name)
    files = DeviceFiles(firmware, {})
    slot = ["/a/app.py", "/a/games/dice.py"]
    slot = [*slot, "/a/manifest.txt"]
    start = [f"/start/{name}.py" for name in ("app", "pins", "safe")]
    assert list(files.all()) == [*slot, "/main.py", "/slot", *start]
    assert b"CHECK_BUTTON = 15\n" in files.read("/start/pins.py")
    read = [files.read(name) for name in ("/main.py", "/start/app.py", "/a/app.py", "/slot")]
    assert read == [b"main", b"start", b"app", b"/a"]
    files.close()


def test_files_are_read_with_or_without_the_slash(files):
    assert files.read("/seed") == files.read("seed") == b"7"


def test_an_extra_may_replace_a_file_of_the_firmware_but_not_at_its_source(firmware):
    files = DeviceFiles(firmware, {"/main.py": b"pass"})
    assert files.read("/main.py") == b"pass"
    assert (firmware / "main.py").read_text() == "import app"
    files.close()


def test_a_missing_file_says_so(files):
    with pytest.raises(FileNotFoundError):
        files.read("/nope")


def test_closing_removes_it(files):
    files.close()
    assert not files.root.exists()
