"""The made page: a folder without leftovers."""

from pingblock.make_page import page


def test_new_page_replaces_an_older_one(tmp_path, monkeypatch):
    for made in ("engine_files", "data_files", "device_data", "table_files"):
        monkeypatch.setattr(page, made, dict)
    monkeypatch.setattr(page, "firmware_packs", lambda images: {})
    monkeypatch.setattr(page, "image_files", lambda images: {"data/it.json": b"{}"})
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "removed.js").touch()
    page.write(tmp_path / "page")
    assert not (tmp_path / "page" / "removed.js").exists()
    assert (tmp_path / "page" / "data" / "it.json").read_bytes() == b"{}"
