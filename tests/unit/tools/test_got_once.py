"""Programs that fetch or build parts of the page: each works once, and reports a failure."""

import base64
import gzip
import lzma
import re
import subprocess
import sys
import tarfile
from hashlib import sha256, sha512
from io import BytesIO
from types import SimpleNamespace

import pytest
from tests.page_blocks import ROOT
from tools import engine, micropython_source, npm, page_format, page_types, pyodide

from pingblock.errors import BadInput, Unavailable
from pingblock.make_page import page_tables
from pingblock.virtual.wasm import module as engine_module


def test_engine_is_built_once_and_again_if_damaged(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(engine, "cached", lambda _port: tmp_path / "it.wasm")
    monkeypatch.setattr(engine, "compiled", lambda: made.append(1) or b"objects")
    monkeypatch.setattr(engine, "waiting", lambda *_: b"module")
    for _ in range(2):
        assert engine.build().read_bytes() == b"module"
    assert made == [1]
    monkeypatch.setattr(engine_module, "cached", lambda _port: tmp_path / "it.wasm")
    assert engine_module.module_path().read_bytes() == b"module"
    (tmp_path / "it.wasm").write_bytes(b"mod")  # half of the file was copied
    with pytest.raises(Unavailable, match="make engine"):
        engine_module.module_path()
    assert engine.build().read_bytes() == b"module"
    assert made == [1, 1]


FILES = {name: f"the file {name}".encode() for name in page_tables.SUMS}


def packed(files):
    """Returns an archive in the form that npm downloads."""
    made = BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(content)
            archive.addfile(info, BytesIO(content))
    return made.getvalue()


@pytest.fixture
def pyodide_kept(tmp_path, monkeypatch):
    """Provides a Pyodide of five small files. Returns its folder and the number of npm's calls."""
    asked = []
    sums = {name: sha256(content).hexdigest() for name, content in FILES.items()}
    for module in (pyodide, page_tables):
        monkeypatch.setattr(module, "SUMS", sums)
        monkeypatch.setattr(module, "pyodide_dir", lambda: tmp_path)
    monkeypatch.setattr(page_tables, "referees", lambda: b"")  # this takes long
    monkeypatch.setattr(npm, "is_here", lambda: True)
    monkeypatch.setattr(npm, "archive", lambda *_: asked.append(1) or packed(FILES))
    page_tables.table_files.cache_clear()
    assert pyodide.main() == 0
    yield tmp_path, asked
    page_tables.table_files.cache_clear()


def test_pyodide_is_fetched_once(pyodide_kept):
    place, asked = pyodide_kept
    assert {path.name: path.read_bytes() for path in place.iterdir()} == FILES
    assert pyodide.main() == 0
    assert len(asked) == 1


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", ["cut", "empty", "gone"])
def test_incomplete_pyodide_is_refused_and_fetched_again(pyodide_kept, name, damage):
    place, asked = pyodide_kept
    (place / name).write_bytes(FILES[name][:-3] if damage == "cut" else b"")
    if damage == "gone":
        (place / name).unlink()
    with pytest.raises(Unavailable, match=r"missing or incomplete.*make pyodide"):
        page_tables.table_files()
    assert pyodide.main() == 0
    assert len(asked) == 2
    assert page_tables.table_files()


def test_folder_in_place_of_a_pyodide_file_is_reported(pyodide_kept, capsys):
    place, _ = pyodide_kept
    (place / "pyodide.mjs").unlink()
    (place / "pyodide.mjs").mkdir()
    with pytest.raises(Unavailable, match=r"pyodide.mjs is missing or incomplete"):
        page_tables.table_files()
    assert pyodide.main() == 1
    assert "pyodide.mjs in the cache folder cannot be written" in capsys.readouterr().err


def test_unknown_pyodide_is_not_used(pyodide_kept, monkeypatch, capsys):
    place, _ = pyodide_kept
    (place / "pyodide.mjs").unlink()
    monkeypatch.setattr(npm, "archive", lambda *_: packed({**FILES, "pyodide.mjs": b"evil"}))
    assert pyodide.main() == 1
    assert "pyodide.mjs has SHA-256" in capsys.readouterr().err
    assert not (place / "pyodide.mjs").exists()


@pytest.fixture
def npm_gets(monkeypatch):
    """Makes npm return an archive with a known or unknown hash. Returns npm's arguments."""
    called = []

    def make(content, known):
        def run(*words, what, where):
            called.append(words)
            (where / "it.tgz").write_bytes(content)

        monkeypatch.setattr(npm, "run", run)
        digest = base64.b64encode(sha512(content).digest()).decode()
        hashes = {"it@1.0": f"sha512-{digest}" if known else "sha512-other"}
        monkeypatch.setattr(npm.tomllib, "loads", lambda _: hashes)
        return called

    return make


def test_npm_package_is_checked_unpacked_and_fetched_once(tmp_path, npm_gets):
    called = npm_gets(packed({"bin/it": b"program"}), known=True)
    for _ in range(2):
        place = npm.package("it", "1.0", tmp_path)
        assert (place / "bin" / "it").read_bytes() == b"program"
    [words] = called
    assert words[:2] == ("npm", "pack"), "npm install would run scripts and add packages"
    assert "--ignore-scripts" in words
    assert [path.name for path in tmp_path.iterdir()] == ["it-1.0"]
    with pytest.raises(BadInput, match="no hash of it@2"):
        npm.package("it", "2.0", tmp_path)


def test_unknown_npm_package_is_not_unpacked(tmp_path, npm_gets):
    npm_gets(packed({"bin/it": b"program"}), known=False)
    with pytest.raises(BadInput, match=r"changed it@1\.0"):
        npm.package("it", "1.0", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_only_one_tool_calls_npm():
    tools = (ROOT / "tools").rglob("*.py")
    calls = {path.name for path in tools if re.search(r'"npm",\s*"', path.read_text())}
    assert calls == {"npm.py"}
    assert "npm " not in (ROOT / "Makefile").read_text().replace("by npm", "")


@pytest.mark.parametrize("ending", ["xz", "gz"])
def test_cut_archive_of_the_sources_counts_as_missing(ending, tmp_path):
    content = lzma.compress(b"tar" * 999) if ending == "xz" else gzip.compress(b"tar" * 999)
    place = tmp_path / f"it.tar.{ending}"
    place.write_bytes(content)
    assert micropython_source._unpacked(place) == b"tar" * 999
    place.write_bytes(content[:-20])
    assert micropython_source._unpacked(place) is None


@pytest.mark.parametrize("check", [page_types, page_format])
@pytest.mark.parametrize("code", [0, 2])
def test_failure_of_an_npm_program_fails_the_check(check, code, monkeypatch):
    monkeypatch.setattr(npm, "package", lambda _name, _version, folder: folder)
    monkeypatch.setattr(npm.shutil, "which", lambda name: name)
    monkeypatch.setattr(sys, "argv", ["check"])
    done = SimpleNamespace(returncode=code)
    monkeypatch.setattr(subprocess, "run", lambda _words, **_where: done)
    assert check.main() == code
