"""The files of a new device, not joined."""

import pytest

from pingblock.boards.board import BOARD
from pingblock.virtual.source_layout import layout


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


def test_layout_has_firmware_and_extra_files_without_leftovers(firmware):
    files = layout(firmware, {"/seed": b"7", "deep/er": b"x"})
    assert list(files) == ["/deep/er", "/games/dice.py", "/main.py", "/seed"]
    assert files["/seed"] == b"7"


def test_package_with_root_folder_is_placed_like_frozen_modules(firmware):
    (firmware / "main.py").unlink()
    (firmware / "root").mkdir()
    for name in ("main", "start", "safe", "app"):
        (firmware / "root" / f"{name}.py").write_text(f'name = ".frozen/{name}"')
    files = layout(firmware, {})
    slot = ["/.frozen/f/app.py", "/.frozen/f/games/dice.mpy"]
    slot += ["/.frozen/f/pingware/drivers/mixer_viper.py"]
    start = [f"/.frozen/start/{name}.py" for name in ("app", "pins", "safe")]
    assert list(files) == [*slot, *start, "/main.py"]
    assert b"CHECK_BUTTON = %d\n" % BOARD.GPIO["check_button"] in files["/.frozen/start/pins.py"]
    assert files["/main.py"] == b'name = "/.frozen/main"'
    assert files["/.frozen/start/app.py"] == b'name = "/.frozen/start"'


def test_extra_file_replaces_firmware_file_but_not_its_source(firmware):
    assert layout(firmware, {"/main.py": b"pass"})["/main.py"] == b"pass"
    assert (firmware / "main.py").read_text() == "import app"
