"""Files that owners have from each release are taken by today's programs.

Backups of a page are in tests/page/test_storage_refuses.py.
"""

import pytest
from tests import kept_files
from tests.releases import GAME, SETTINGS, SOUND
from tests.scenarios.trials.own_sound_files import RISE, made

from pingblock.block.kept import Kept
from pingblock.care.owner import settings_file
from pingblock.sounds.sound_file import path_of
from pingblock.virtual.virtual_device import open_bench

RELEASES = kept_files.names()


def test_list_of_stored_releases_begins_at_1_0_0():
    assert RELEASES[0] == "1.0.0"


@pytest.mark.parametrize("version", RELEASES)
def test_settings_file_of_each_release_is_accepted(version, tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(kept_files.kept(version)["settings"], encoding="utf-8")
    found = settings_file.read(path)
    assert {name: found[name] for name in SETTINGS} == SETTINGS
    with open_bench(seed=1) as bench:
        bench.advance(1000)
        for name, value in found.items():
            assert "ok" in bench.request("settings", set={name: value}), name
        assert bench.request("settings")["ok"]["settings"] == found


@pytest.mark.parametrize("version", RELEASES)
def test_link_of_each_release_gives_the_same_outcomes(version):
    held = kept_files.kept(version)
    assert len(held["outcomes"]) == 3
    assert kept_files.outcomes_of(held["link"]) == held["outcomes"]


@pytest.mark.parametrize("version", RELEASES)
def test_block_of_each_release_keeps_its_settings_and_sound(version, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    place = tmp_path / "pingblock" / "page.json"
    place.parent.mkdir(mode=0o700)
    place.write_text(kept_files.kept(version)["block"], encoding="utf-8")
    block = Kept.load().block
    assert block.files[path_of(SOUND)] == made(SOUND, RISE).data
    with open_bench(files=dict(block.files)) as bench:
        bench.advance(1000)
        stored = bench.request("settings")["ok"]["settings"]
    assert {name: stored[name] for name in SETTINGS} == SETTINGS
    assert stored["game"] == GAME
