"""Programs that fetch or build what the page needs: each works once, and reports a failure."""

import subprocess
from types import SimpleNamespace

import pytest
from tools import engine, page_types, pyodide


def test_the_engine_is_built_unless_it_is_there(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(engine, "cached", lambda _port: tmp_path / "it.wasm")
    for name in ("_zig", "_optimizer", "sources"):
        monkeypatch.setattr(engine, name, lambda *_: None)
    monkeypatch.setattr(engine, "_compiled", lambda *_: made.append(1) or b"module")
    for _ in range(2):
        assert engine.build().read_bytes() == b"module"
    assert made == [1]


def test_pyodide_is_got_unless_it_is_there(tmp_path, monkeypatch):
    asked = []

    def npm(words):
        asked.append(words[-1])
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(pyodide, "pyodide_dir", lambda: tmp_path)
    monkeypatch.setattr(pyodide.shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", npm)
    assert pyodide.main() == 1
    assert asked == [f"pyodide@{pyodide.PYODIDE}"]
    (tmp_path / "pyodide.js").write_text("")
    assert pyodide.main() == 0
    assert len(asked) == 1


@pytest.mark.parametrize("code", [0, 2])
def test_a_wrong_type_of_the_page_fails_the_check(code, monkeypatch):
    monkeypatch.setattr(page_types, "_compiler", lambda: "tsc.js")
    monkeypatch.setattr(page_types.shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", lambda _words: SimpleNamespace(returncode=code))
    assert page_types.main() == code
