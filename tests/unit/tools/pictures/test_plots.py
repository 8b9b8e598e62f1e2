"""The pictures of the motion: they can be made, they are small, and they are not out of date."""

import dataclasses

import numpy as np
import pytest
from PIL import Image
from tools.pictures import plots
from tools.pictures.worms_record import record

MOST_BYTES = 150_000


def test_committed_pictures_show_the_current_worms():
    """The pictures are small, equally large, and different."""
    paths = sorted(plots.FOLDER.glob("motion_*.png"))
    assert {path.stem for path in paths} == {
        f"motion_{name}" for name in ("slow", "normal", "fast", "surprise")
    }
    for path in paths:
        assert 10_000 < path.stat().st_size < MOST_BYTES
        shown = record(path.stem.partition("_")[2], plots.SEED)
        assert plots.digest_in(path) == plots.digest(shown), "run: make plots"
    seen = [np.asarray(Image.open(path).convert("RGB")) for path in paths]
    assert {picture.shape for picture in seen} == {(900, 900, 3)}
    assert all((seen[0] != picture).any() for picture in seen[1:])


def test_new_picture_with_its_digest_replaces_an_older_one(tmp_path, monkeypatch):
    monkeypatch.setattr(plots, "PROFILES", ("slow",))
    old = tmp_path / "motion_slow.png"
    old.write_bytes(b"other")
    assert plots.make(tmp_path) == [old]
    assert plots.digest_in(old) == plots.digest(record("slow", plots.SEED))
    assert Image.open(old).size == (900, 900)


@pytest.mark.long
def test_same_seed_gives_the_same_file(tmp_path):
    made = [plots.make(tmp_path / name) for name in ("one", "other")]
    one, other = ([path.read_bytes() for path in paths] for paths in made)
    assert one == other


def test_outdated_picture_is_found_by_its_digest(tmp_path):
    shown = record("slow", plots.SEED)
    moved = dataclasses.replace(shown, horn_deg=shown.horn_deg + 0.1)
    assert plots.digest(moved) != plots.digest(shown)
    limited = dataclasses.replace(shown, limits=(50, 600, 7500))
    assert plots.digest(limited) != plots.digest(shown)
    bare = tmp_path / "bare.png"
    Image.new("RGB", (2, 2)).save(bare)
    assert plots.digest_in(bare) == ""


def panels(name):
    """Returns the name and the contents of each panel of a picture: (label, lines, texts)."""
    axes = plots.draw(record(name, plots.SEED)).axes
    return [
        (panel.get_ylabel(), panel.get_lines(), [text.get_text() for text in panel.texts])
        for panel in axes
    ]


def test_picture_has_angle_speed_acceleration_current_and_limits():
    found = panels("slow")
    assert [label.split(",")[0] for label, *_ in found] == [
        "angle",
        "speed",
        "acceleration",
        "current",
    ]
    limits = [
        {line.get_ydata()[0] for line in lines if line.get_linestyle() == "--"}
        for _, lines, _ in found
    ]
    assert limits == [{60, 120}, {-48, 48}, {-600, 600}, {250}]
    assert ["limit ±48 °/s" in texts for *_, texts in found] == [False, True, False, False]


def test_all_lines_are_within_the_axes():
    for name in plots.PROFILES:
        for panel in plots.draw(record(name, plots.SEED)).axes:
            low, high = panel.get_ylim()
            for line in panel.get_lines():
                if line.get_linestyle() != ":":
                    assert low <= min(line.get_ydata())
                    assert max(line.get_ydata()) <= high
