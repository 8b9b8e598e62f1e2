"""The pictures of the tunes: all exist, are in the README, and are up to date."""

import numpy as np
import pytest
from tools.pictures import sound_plots
from tools.pictures.plots import digest_in

from pingblock.sounds import hearing, tables

MOST_BYTES = 100_000
SHEETS = ("block", "rolls", "dice", "storm_dice", "fortune", "skulls", "device", "worms")


def test_each_game_has_a_sheet_of_sounds():
    assert sound_plots.SHEETS.keys() >= {f"sounds_{name}" for name in SHEETS}
    assert sound_plots.SHEETS["sounds_block"][:4] == ("ping", "power_up", "laugh", "game_over")


@pytest.mark.parametrize("sheet", sound_plots.SHEETS)
def test_committed_picture_shows_the_current_tunes(sheet):
    committed = sound_plots.FOLDER / f"{sheet}.png"
    assert digest_in(committed) == sound_plots.digest(sheet), "run: make plots"
    assert committed.stat().st_size < MOST_BYTES
    assert f"(../../../../docs/{sheet}.png)" in sound_plots.README.read_text()


def test_committed_recording_has_the_current_sounds(tmp_path):
    made, committed = sound_plots.record(tmp_path), sound_plots.FOLDER / "block.wav"
    assert made.read_bytes() == committed.read_bytes(), "run: make plots"
    assert 200_000 < committed.stat().st_size < 500_000


def test_changed_tune_changes_the_digest_of_its_picture(monkeypatch):
    before = sound_plots.digest("sounds_device")
    louder = {"replace_soon": {"rows": ((0, "flute", "C5", 260, 51),)}}
    changed = {**tables.tunes(), **louder}
    monkeypatch.setattr(tables, "tunes", lambda: changed)
    assert sound_plots.digest("sounds_device") != before


def test_sheet_has_waveform_and_spectrogram_of_each_tune():
    sheet = sound_plots.draw("sounds_block")
    assert len(sheet.axes) == 2 * len(sound_plots.SHEETS["sounds_block"])
    (line,), (image,) = sheet.axes[0].get_lines(), sheet.axes[1].get_images()
    assert np.abs(line.get_ydata()).max() > 0.5
    assert image.get_array().max() > -12


def test_spectrogram_shows_a_tone_at_its_pitch_and_level():
    hz = 43 * hearing.RATE_HZ / sound_plots.WINDOW
    tone = 0.5 * np.sin(2 * np.pi * hz * np.arange(8192) / hearing.RATE_HZ)
    level_db = sound_plots.spectrogram_db(tone)[:, 40]
    assert level_db.argmax() == 43
    assert level_db.max() == pytest.approx(-6, abs=0.1)
    assert level_db[60:].max() < -60
