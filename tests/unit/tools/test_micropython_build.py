"""The sources of our MicroPython: fetched at their commits, or refused with a remedy."""

import lzma
import subprocess

import pytest
from tools import micropython_build, micropython_source

from pingblock.errors import BadInput, Unavailable

NAME = "raspberrypi/pico-sdk"


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    done = subprocess.run(
        ["git", "-C", folder, *who, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_library_is_fetched_once_at_its_commit(tmp_path, monkeypatch):
    theirs = tmp_path / NAME
    theirs.mkdir(parents=True)
    git(theirs, "init", "--quiet")
    for text in ("old", "new"):
        (theirs / "it.c").write_text(text)
        git(theirs, "add", ".")
        git(theirs, "commit", "--quiet", "--message", text)
    monkeypatch.setattr(micropython_build, "_GITHUB", tmp_path.as_uri())
    wanted = {NAME: git(theirs, "rev-parse", "HEAD~1")}
    micropython_build._fetch(wanted, tmp_path / "lib")
    assert (tmp_path / "lib" / "pico-sdk" / "it.c").read_text() == "old"
    monkeypatch.setattr(micropython_build, "_GITHUB", "file:///nowhere")
    micropython_build._fetch(wanted, tmp_path / "lib")
    with pytest.raises(Unavailable, match=r"Fix: .* checkout of its commit 0+ into .*/other\.$"):
        micropython_build._fetch({"raspberrypi/other": "0" * 40}, tmp_path / "lib")


def test_unexpected_archive_is_refused(tmp_path, monkeypatch):
    packed = tmp_path / "libs.tar.xz"
    packed.write_bytes(b"other")
    with pytest.raises(BadInput, match="was expected: delete it and try again"):
        micropython_build._unpack(packed, "0" * 64, tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(micropython_source, "_ARCHIVES", (tmp_path / "none").as_uri())
    with pytest.raises(Unavailable, match=r"Fix: save .*v1\.0\.tar\.gz as .*-1\.0\.tar\.gz"):
        micropython_source.sources(tmp_path, {"micropython": "1.0", "sha256": "0" * 64})
    packed = tmp_path / "pingblock" / "micropython-1.0.tar.xz"
    packed.write_bytes(lzma.compress(b"other"))
    with pytest.raises(BadInput, match=r"delete .*/micropython-1\.0\.tar\.\* and try again"):
        micropython_source.sources(tmp_path, {"micropython": "1.0", "sha256": "0" * 64})
    assert not (tmp_path / "micropython-1.0").exists()


def test_missing_program_is_named():
    with pytest.raises(Unavailable, match="Compiling needs the program 'nowhere': install it"):
        micropython_source.run("nowhere", what="Compiling")


def test_sources_of_another_version_are_not_reused(tmp_path, monkeypatch):
    def unpacked():
        (tmp_path / "plain").mkdir()
        return tmp_path / "plain"

    monkeypatch.setattr(micropython_build, "WORK", tmp_path)
    monkeypatch.setattr(micropython_build, "_sources", unpacked)
    monkeypatch.setattr(micropython_build, "edit", lambda folder, edits: None)
    first = micropython_build.edited()
    assert micropython_build.edited() == first
    monkeypatch.setattr(micropython_build, "wanted", lambda: {"sha256": "0" * 64})
    assert micropython_build.edited() != first


@pytest.mark.parametrize(("place", "stays"), [("here", True), ("here/before", False)])
def test_build_of_a_moved_project_begins_again(tmp_path, place, stays):
    out = tmp_path / "build"
    out.mkdir()
    (out / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={tmp_path / place}\n")
    micropython_build._forget_moved(out, tmp_path / "here")
    micropython_build._forget_moved(tmp_path / "not there yet", tmp_path / "here")
    assert out.is_dir() == stays
