"""The picture in CONTRIBUTING.md: drawn by a program, and about folders that exist."""

from PIL import Image
from tools.pictures import places_picture

from pingblock.common.firmware import firmware_dir

ROOT = firmware_dir().parent


def test_picture_is_drawn_and_fits_a_page(tmp_path):
    places_picture.main(tmp_path / "docs" / "picture.png")
    with Image.open(tmp_path / "docs" / "picture.png") as picture:
        assert picture.size == (900, 555)
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 50


def test_main_files_and_folders_of_the_picture_exist():
    text = "\n".join(f"{title}\n{text}" for _place, title, text, _colour in places_picture.BOXES)
    assert "firmware/" in text
    for name, place in (("main.py", "root"), ("start.py", "root"), ("pingware", "")):
        assert name in text
        assert (ROOT / "firmware" / place / name).exists()
    assert "virtual/parts/" in text
    assert (ROOT / "host_tools" / "pingblock" / "virtual" / "parts").is_dir()


def test_picture_is_in_the_guide():
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"docs/{places_picture.OUT.name}" in guide
    assert places_picture.OUT.is_file()
