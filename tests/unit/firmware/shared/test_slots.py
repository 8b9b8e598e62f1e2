"""Meaning of the two small files about the slots, also when the power went between them."""

import pytest

from pingware.shared import slots


@pytest.mark.parametrize(
    ("slot", "trial", "meaning"),
    [
        ("", "", ("a", "confirmed", "")),
        ("/a", "", ("a", "confirmed", "")),
        ("/b", "a!b", ("b", "confirmed", "")),  # written last: the trial was good
        ("/a", "a?b", ("a", "confirmed", "")),  # not switched over yet
        ("/start", "a?b", ("a", "committed", "")),
        ("/start", "b!a", ("b", "trial", "")),
        ("/start", "b-a crash", ("b", "rolled_back", "crash")),
        ("/a", "a-b hang", ("a", "rolled_back", "hang")),
        ("/b", "a-b hang", ("b", "confirmed", "")),  # installed since
        ("/start", "", ("a", "confirmed", "")),
    ],
)
def test_the_files_tell_what_is_in_force_and_how_the_trial_went(slot, trial, meaning):
    assert tuple(slots.parse(slot, trial).values()) == meaning


def test_whatever_they_hold_the_slot_in_force_is_locked_and_during_a_trial_both():
    for text in ("/start", "/a", "/b", ""):
        for trial in ("", "a", "a?b", "b!a", "a-b power", "zz"):
            now = slots.parse(text, trial)
            assert now["slot"] in slots.locked(now), (text, trial)
    assert slots.locked(slots.parse("/start", "a?b")) == "ab"
    assert slots.locked(slots.parse("/start", "a!b")) == "ab"
    assert slots.locked(slots.parse("/a", "a-b late")) == "a"
    assert (slots.other("a"), slots.other("b")) == ("b", "a")


def test_a_device_without_the_files_has_slot_a_in_force(tmp_path, monkeypatch):
    monkeypatch.setattr(slots, "SLOT", str(tmp_path / "slot"))
    monkeypatch.setattr(slots, "TRIAL", str(tmp_path / "trial"))
    assert slots.read() == {"slot": "a", "state": "confirmed", "why": ""}
    (tmp_path / "slot").write_text("/b")
    assert slots.read()["slot"] == "b"
