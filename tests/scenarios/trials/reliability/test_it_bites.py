"""The experiments fail if a safeguard is missing: each is removed in turn.

``test_power_cuts`` and ``safe_start`` test that they succeed with it.
"""

import pytest
from benchmarks.firmware_changes import rebuilt
from reliability import cuts, hangs, hostile_host
from reliability.hostile_chip import Hostile
from reliability.hostile_host import Part
from reliability.operations import put, record, save_after
from tests.scenarios.trials.own_sound_files import made, wav

from pingware.shared import protocol

pytestmark = pytest.mark.long
PART = "pingware/storage/partial_file.py"


def replaced(path, old, new):
    """Returns the changes that replace a text, which must occur once."""

    def change(text):
        assert text.count(old) == 1, (path, old)
        return text.replace(old, new)

    return {path: change}


def test_corrupt_lines_are_accepted_without_the_crc(monkeypatch):
    sent = hostile_host.lines(Part(3, 3000))
    assert hostile_host.corrupt(sent) == []
    monkeypatch.setattr(protocol, "_crc", lambda body: b"%08x" % 0)
    monkeypatch.setattr(protocol, "_body", lambda raw: raw[:-9])
    assert len(hostile_host.corrupt(sent)) > 10


LONG_SOUND = made("laugh", wav(lasts_ms=900), ".wav").data
# after this many bytes, the device stores the received part before the rest comes
KEPT_BYTES = 4 * 4096


def lost(changes):
    """Yields the losses when power fails during the upload of a long sound, with such firmware.

    A short sound is stored either after its last byte, or never.
    """
    assert len(LONG_SOUND) > KEPT_BYTES
    of = record("put", put(rebuilt(changes).flash, LONG_SOUND))
    old, new = of.old_and_new()
    assert old.sounds != new.sounds
    for number in range(of.first, of.end, 7):
        said = cuts.verdict(cuts.Cut("put", number, "none"), of)
        if said not in ("old", "new"):
            yield said


def test_file_is_neither_old_nor_new_without_the_rename():
    changes = replaced(PART, 'self._folder.rstrip("/") + "/" + NAME', "path")
    assert any("sounds is" in text for text in lost(changes))


EMPTY = "    if not raw:\n        raise OSError(_NOT_THERE)\n"


def first_saves(changes):
    """The device on which the second copy of the settings is written for the first time."""
    return record("save", save_after(rebuilt(changes).flash, 3, 5))


def test_cap_is_lowered_if_an_empty_copy_counts_as_damaged():
    of = first_saves(replaced("pingware/storage/files.py", EMPTY, ""))
    said = {cut.key: cuts.verdict(cut, of) for cut in cuts.every_cut(of)}
    lost = [text for text in said.values() if text not in ("old", "new")]
    assert any('"cap": 3' in text and "lost: settings is" in text for text in lost)
    # A check that compares only the volume finds nothing wrong, because the volume is the old one.
    assert all('"volume": 3' in text.partition("neither of")[0] for text in lost)


def test_damaged_block_is_obeyed_without_the_resync():
    changes = replaced(
        "pingware/app/files/receiver.py",
        "            if not chunks.throw_away():\n                break\n",
        "            break\n",
    )
    hostile = Hostile(7, rebuilt(changes))
    with hostile.bench:
        wrong = [text for _ in range(6) for text in hostile.spoil_a_file()]
        assert "a request within a damaged block is obeyed" in wrong


def test_endless_wait_is_unnoticed_without_the_feed_rule():
    waits = hangs.Hang("settle", "waits")

    def feed(text):
        assert text.count("if lost or overdue:") == 1
        return text.replace("if lost or overdue:", "if False:")

    assert hangs.tried(waits, {"pingware/app/care/watch.py": feed}).took_s is None
