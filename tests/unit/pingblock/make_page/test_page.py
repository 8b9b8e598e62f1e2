"""The made page: a folder without leftovers, and what it knows of a board's settings."""

import json

from pingblock.make_page import page
from pingblock.make_page.page_device import PLACE, device_data


def test_a_page_is_made_anew_over_an_older_one(tmp_path, monkeypatch):
    for made in ("engine_files", "data_files", "device_data", "table_files", "firmware_packs"):
        monkeypatch.setattr(page, made, dict)
    monkeypatch.setattr(page, "image_files", lambda frozen: {"data/it.json": b"{}"})
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "removed.js").touch()
    page.write(tmp_path / "page")
    assert not (tmp_path / "page" / "removed.js").exists()
    assert (tmp_path / "page" / "data" / "it.json").read_bytes() == b"{}"


def test_settings_are_told_with_the_game_that_they_are_of():
    told = {each["name"]: each["of"] for each in json.loads(device_data()[PLACE])["settings"]}
    names = ("volume", "profile", "run_s", "dice_rules")
    assert [told[name] for name in names] == ["", "block", "worms", "dice"]
