"""The sources of the frozen image: fetched at their commits, or refused with a remedy."""

import lzma
import os
import subprocess

import pytest
from tools import frozen, micropython_build, micropython_source

from pingblock.errors import BadInput, Unavailable

NAME = "raspberrypi/pico-sdk"


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    done = subprocess.run(
        ["git", "-C", folder, *who, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_a_library_is_fetched_at_its_commit_once(tmp_path, monkeypatch):
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


def test_an_archive_that_is_another_one_is_refused(tmp_path, monkeypatch):
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


def test_a_program_that_is_missing_and_an_image_that_is_none_are_named(monkeypatch, capsys):
    with pytest.raises(Unavailable, match="Compiling needs the program 'nowhere': install it"):
        micropython_source.run("nowhere", what="Compiling")
    monkeypatch.setattr(frozen.sys, "argv", ["frozen", "pico9"])
    assert frozen.main() == 2
    assert "There is no image pico9: pingblock-pico, " in capsys.readouterr().err


def test_images_of_other_sources_go_once_they_are_a_day_old(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    built = []
    monkeypatch.setattr(frozen, "_built", lambda kind: built.append(kind.name) or b"image")
    kind = frozen.KINDS["pingblock-pico"]
    folder = tmp_path / "pingblock" / "frozen"
    frozen.build(kind)
    stale = f"pingblock-pico-{'0' * 16}.uf2"
    stay = ("pingblock-pico-" + "1" * 16 + ".uf2", "pingblock-pico-block-" + "0" * 16 + ".uf2")
    for name in (stale, f"{stale}.sha256", *stay):
        (folder / name).write_bytes(b"old")
    for path in folder.iterdir():
        if path.name != stay[0]:  # that of another checkout, built today
            os.utime(path, (path.stat().st_mtime - 90_000,) * 2)
    assert frozen.build(kind) == b"image"
    found = {path.name for path in folder.iterdir()}
    assert found == {*stay, kind.place.name, f"{kind.place.name}.sha256"}
    assert built == ["pingblock-pico"]
    monkeypatch.setattr(frozen.frozen, "about", lambda _board: "other firmware")
    assert kind.place.name not in found


def test_each_kind_is_with_the_base_or_without_as_its_name_says():
    games = {name: kind.board.GAMES for name, kind in frozen.KINDS.items()}
    assert {name: "base" in games[name] for name in games} == {
        "pingblock-pico": True,
        "pingblock-pico-block": False,
        "pingblock-pico2": True,
        "pingblock-pico2-block": False,
    }
