"""The starter starts the firmware on a full flash as well."""

import os
import sys
from types import SimpleNamespace

import pytest
from tests.unit.firmware.starter import loaded

# RP2040 datasheet 4.7.6: the reason of the last reset, forced by software; nobody told why.
RESET = {0x40058008: 2, 0x4005800C: 0, 0x40058010: 0, 0x40058014: 0}
STARTS = 0x40058018  # where main.py counts what loaded nothing


@pytest.fixture
def start(monkeypatch, tmp_path):
    """The module, its files below ``tmp_path``; ``ran`` lists the folders that it started."""
    made = loaded(monkeypatch, dict(RESET))
    monkeypatch.setattr(made, "_SLOT", str(tmp_path / "slot"))
    monkeypatch.setattr(made, "_TRIAL", str(tmp_path / "trial"))
    (tmp_path / "slot").write_text("/start")  # a trial is to begin
    made.ran, made.trials = [], 0
    monkeypatch.setitem(sys.modules, "app", SimpleNamespace(run=lambda: None))

    def start_trial():
        made.trials += 1

    monkeypatch.setattr(made, "_enter", made.ran.append)
    monkeypatch.setattr(made, "_start_trial", start_trial)
    monkeypatch.setattr(made, "_is_whole", lambda folder: True)
    monkeypatch.setattr(made, "_holds_button", lambda: False)
    return made


@pytest.fixture
def full(monkeypatch):
    """A flash that takes nothing more."""

    def rename(_old, _new):
        raise OSError(28)

    monkeypatch.setattr(os, "rename", rename)


def test_what_is_on_trial_is_tried_once(start, tmp_path):
    (tmp_path / "trial").write_text("a?b")
    start.run()
    assert (start.ran, start.trials) == (["/b"], 1)
    assert (tmp_path / "trial").read_text() == "a!b"
    start.run()
    assert (start.ran[1:], start.trials) == (["/a"], 1)
    assert (tmp_path / "trial").read_text() == "a-b crash"
    assert (tmp_path / "slot").read_text() == "/a"


def test_on_a_full_flash_nothing_is_tried_that_could_not_be_rolled_back(start, full, tmp_path):
    (tmp_path / "trial").write_text("a?b")
    start.run()
    assert (start.ran, start.trials) == (["/a"], 0)


def test_on_a_full_flash_the_kept_firmware_starts_after_a_trial(start, full, tmp_path):
    (tmp_path / "trial").write_text("b!a")
    start.run()
    assert (start.ran, start.trials) == (["/b"], 0)


def test_a_start_that_came_here_counts_as_one_that_has_loaded(start, tmp_path):
    sys.modules["machine"].mem32[STARTS] = 2
    start.run()
    assert sys.modules["machine"].mem32[STARTS] == 1


def test_a_folder_in_the_place_of_slot_makes_way(start, tmp_path):
    (tmp_path / "slot").rename(tmp_path / "file")
    (tmp_path / "slot").mkdir()
    start.run()
    assert (tmp_path / "slot").read_text() == "/a"


def test_how_a_trial_has_ended_is_not_said_of_the_next_bad_end(start, tmp_path):
    (tmp_path / "trial").write_text("a!b")
    sys.modules["machine"].mem32[0x40058010] = 0x5AFE0001
    start.run()
    assert (tmp_path / "trial").read_text() == "a-b late"
    assert start._why() == "crash"
