"""Compilers that tools call: what they find is passed on, and what was built is kept."""

from types import SimpleNamespace

import pytest
from tools import engine, page_types


@pytest.mark.parametrize("found", [0, 2])
def test_types_that_are_wrong_in_the_page_are_a_failure(monkeypatch, found):
    monkeypatch.setattr(page_types.shutil, "which", lambda program: program)
    monkeypatch.setattr(page_types, "_compiler", lambda: "tsc.js")
    monkeypatch.setattr(
        page_types.subprocess, "run", lambda words: SimpleNamespace(returncode=found)
    )
    assert page_types.main() == found


def test_an_engine_is_built_once_for_its_sources(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    built = []
    monkeypatch.setattr(engine, "_compiled", lambda *tools: built.append(tools) or b"module")
    for name in ("_zig", "_optimizer", "sources"):
        monkeypatch.setattr(engine, name, lambda *_wanted: tmp_path)
    assert engine.build() == engine.build()
    assert engine.build().read_bytes() == b"module"
    assert len(built) == 1
