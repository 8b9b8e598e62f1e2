"""Crashes: the end of the traceback is noted, and the pause before a start doubles."""

import sys
from types import SimpleNamespace

import pytest

import pingware.boards
from pingware.services.task_ids import CRASH


@pytest.fixture
def survive(monkeypatch, tmp_path):
    """Survives a crash after a number of bad ends. Returns its pause and its end."""

    def survived(bad_ends, note):
        done = []
        ends = SimpleNamespace(bad_ends=lambda: bad_ends, crash=done.append)
        module = SimpleNamespace(Resets=lambda: ends)
        monkeypatch.setitem(sys.modules, "pingware.boards.resets_rp2", module)
        monkeypatch.setattr(pingware.boards, "resets_rp2", module, raising=False)
        from pingware.app.care import crash

        def print_exception(_wrong, out):
            out.write("a" * 2000 + "the end")

        monkeypatch.setattr(crash, "resets_rp2", module)
        monkeypatch.setattr(sys, "print_exception", print_exception, raising=False)
        monkeypatch.setattr(crash, "time", SimpleNamespace(sleep_ms=done.append))
        monkeypatch.setattr(crash, "PATH", str(note))
        crash.survive(ValueError())
        return done

    return survived


@pytest.mark.parametrize(("before", "ms"), [(0, 400), (1, 800), (3, 3200), (9, 3200)])
def test_pause_doubles_to_3200_ms_and_traceback_end_is_kept(survive, tmp_path, before, ms):
    note = tmp_path / "crash.txt"
    assert survive(before, note) == [ms, CRASH]
    head, text = note.read_text().split("\n")
    assert head == f"Crash {before + 1} in a row:"
    assert text == "a" * 1493 + "the end"


def test_crash_is_handled_even_if_its_note_cannot_be_written(survive, tmp_path):
    assert survive(0, tmp_path / "none" / "crash.txt") == [400, CRASH]
