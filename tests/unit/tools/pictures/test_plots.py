"""The pictures of the motion: they can be made, they are small, and they are not out of date."""

import dataclasses
import shutil

import numpy as np
import pytest
from PIL import Image
from tools.pictures import plots
from tools.pictures.worms_record import record

MOST_BYTES = 150_000


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    return plots.make(tmp_path_factory.mktemp("plots") / "new")


def test_there_is_one_small_picture_for_each_profile(pictures):
    assert [path.name for path in pictures] == [
        f"motion_{name}.png" for name in ("slow", "normal", "fast", "surprise")
    ]
    for path in pictures:
        assert 10_000 < path.stat().st_size < MOST_BYTES


def test_pictures_have_one_size_and_differ(pictures):
    seen = [np.asarray(Image.open(path).convert("RGB")) for path in pictures]
    assert {picture.shape for picture in seen} == {(900, 900, 3)}
    assert all((seen[0] != picture).any() for picture in seen[1:])


@pytest.mark.long
def test_same_seed_gives_the_same_file_in_the_place_of_another(pictures, tmp_path):
    shutil.copy(pictures[0], tmp_path / pictures[1].name)
    again = plots.make(tmp_path)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in pictures]


def test_committed_pictures_show_the_worms_of_today(pictures):
    for path in pictures:
        committed = plots.FOLDER / path.name
        assert committed.stat().st_size < MOST_BYTES
        assert plots.digest_in(committed) == plots.digest_in(path), "run: make plots"


def test_a_picture_out_of_date_would_be_found(tmp_path):
    shown = record("slow", plots.SEED)
    moved = dataclasses.replace(shown, horn_deg=shown.horn_deg + 0.1)
    assert plots.digest(moved) != plots.digest(shown)
    limited = dataclasses.replace(shown, limits=(50, 600, 7500))
    assert plots.digest(limited) != plots.digest(shown)
    bare = tmp_path / "bare.png"
    Image.new("RGB", (2, 2)).save(bare)
    assert plots.digest_in(bare) == ""


def panels(name):
    """Returns what each panel of a picture is called and holds: (label, lines, texts)."""
    axes = plots.draw(record(name, plots.SEED)).axes
    return [
        (panel.get_ylabel(), panel.get_lines(), [text.get_text() for text in panel.texts])
        for panel in axes
    ]


def test_angle_speed_acceleration_and_current_are_there_with_their_limits():
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


def test_all_that_is_drawn_lies_within_the_axes():
    for name in plots.PROFILES:
        for panel in plots.draw(record(name, plots.SEED)).axes:
            low, high = panel.get_ylim()
            for line in panel.get_lines():
                if line.get_linestyle() != ":":
                    assert low <= min(line.get_ydata())
                    assert max(line.get_ydata()) <= high
