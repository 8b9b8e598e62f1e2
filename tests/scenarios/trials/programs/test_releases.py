"""A device with a released firmware gets what is here, and its owner loses nothing."""

import json

import pytest
from tests import releases
from tests.reliability import life

from pingblock.build.image import slot_files
from pingblock.common.firmware import firmware_dir
from pingblock.update.plan import plan
from pingblock.update.run import stage
from pingblock.virtual.chip.engine import ChipEngine

TRIED_MS = 10_000
START_MS = 3000


def owned(board):
    """Returns what the owner of a device has: the settings of all games, and sounds."""
    return life.all_settings(board.bench), board.bench.request("sounds")["ok"]["own"]


def assert_chosen(board):
    status = board.bench.request("status")["ok"]
    assert status["problems"] == []
    assert status["game"] == releases.GAME
    told, sounds = owned(board)
    told = json.loads(told)
    assert {name: told[name] for name in releases.SETTINGS} == releases.SETTINGS
    assert list(sounds) == [releases.SOUND]


@pytest.mark.long
@pytest.mark.parametrize("version", releases.names())
def test_update_from_a_release_keeps_settings_and_sounds(boards, version):
    board = boards(lambda sink: ChipEngine(sink, flash=releases.flash(version)))
    bench = board.bench
    assert bench.request("hello")["ok"]["version"] == version
    assert_chosen(board)
    before, firmware = owned(board), slot_files(firmware_dir())
    with board.device() as device:
        steps = plan(device, firmware)
        assert steps.slot == "b"
        stage(device, steps, firmware, lambda _bytes: None)
    bench.request("update", what="commit")
    bench.advance(TRIED_MS)
    now = bench.request("update", what="state")["ok"]
    assert (now["running"], now["state"]) == ("b", "confirmed")
    assert_chosen(board)
    assert owned(board) == before
    assert board.plays()


def test_each_release_until_now_is_kept():
    assert "0.1.0" in releases.names()
