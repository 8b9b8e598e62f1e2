"""The ping of power-on: a single, soft one without an outcome (QB-R8), and none in quiet mode."""

import pytest

READY = 1000


def test_power_on_pings_once_without_a_draw_qb_r8(open_bench):
    bench = open_bench()
    bench.advance_to(READY)
    assert [len(sound) for sound in bench.heard().sounds] == [1]
    assert bench.events("outcome") == []
    assert bench.request("status")["ok"]["draws"] == 0


def test_chime_follows_its_own_level(open_bench):
    levels = []
    for chime in (2, 6):
        bench = open_bench(chime=chime, volume=6)
        levels.append(bench.heard().onsets[0].level_db)
    assert levels[1] - levels[0] == pytest.approx(12, abs=1), "four steps of 3 dB"


def test_chime_0_is_silent_and_the_light_shines(open_bench):
    """For a muted device see ``test_silent_play.py``."""
    bench = open_bench(chime=0)
    assert bench.heard().onsets == []
    assert any(sum(rgb) for _, rgb in bench.parts.light.changes)


def test_chime_is_limited_by_the_volume(open_bench):
    bench = open_bench(chime=10, volume=3)
    bench.press()
    bench.advance(200)
    ready = bench.heard().onsets[0].level_db
    assert ready == pytest.approx(-10.4 - 19, abs=0.5), "level 3 is 19 dB below the loudest"
    assert bench.request("volume", level=3, chime=1)["ok"]["volume"] == 3
    assert bench.request("status")["ok"]["settings"]["chime"] == 1
