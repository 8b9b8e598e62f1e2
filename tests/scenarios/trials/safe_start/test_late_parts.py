"""Parts that are loaded late: a damaged one is refused with advice, and the device plays on."""

import pytest
from tests.bench.firmware_changes import as_files
from tests.scenarios.trials.own_sound_files import PING, made
from tests.scenarios.trials.safe_start import damage

SAY = "'pingblock install' repairs it."
FORTUNE = {"name": "fortune"}
LATE = [
    (damage.empty, "app_game_fortune", "game", FORTUNE),
    (damage.half, "app_game_fortune", "game", FORTUNE),
    (damage.flipped, "app_timed", "game", FORTUNE),
    (damage.gone, "app_owner", "log", {}),
    (damage.half, "app_on_demand", "help", {}),
    (damage.half, "app_sounds", "files", {"folder": "/a"}),
    (damage.flipped, "app_game_block_requests", "odds", {"draws": 1}),
]


@pytest.mark.parametrize(("way", "part", "do", "arguments"), LATE)
def test_a_damaged_part_is_refused_with_advice_and_the_device_plays_on(way, part, do, arguments):
    files = as_files()
    way(files, f"a/{part}.mpy")
    with damage.opened(files) as bench:
        bench.advance(1500)
        for _ in range(2):
            error = bench.request(do, **arguments)["error"]
            assert error["code"] == "damaged"
            assert part in error["say"]
            assert error["say"].endswith(SAY)
        bench.advance(100)
        if way is not damage.gone:
            (fault,) = bench.events("fault")
            assert (fault["code"], fault["say"]) == ("damaged", error["say"])
            assert bench.request("status")["ok"]["faults"].keys() == {"damaged"}
        assert bench.request("volume", level=99)["error"]["code"] == "bad_value"
        bench.advance(500)
        assert damage.look(bench) == damage.PLAYS
        assert len(bench.events("reset")) == 1


@pytest.mark.parametrize("way", [damage.half, damage.flipped, damage.gone])
def test_cells_whose_test_is_damaged_are_spared_and_the_device_plays_on(way):
    """Nobody has asked for this part: the device's own tasks load it, from the start as well."""
    files = as_files()
    way(files, "a/app_cells.mpy")
    with damage.opened(files) as bench:
        bench.advance(1500)
        error = bench.request("battery")["error"]
        assert error["code"] == "damaged"
        assert error["say"].endswith(SAY)
        bench.unplug()
        bench.advance(500)
        bench.power_off()
        bench.power_on()
        for _ in range(2):
            bench.advance(4000)
            bench.press()
            bench.advance(400)
            assert damage.heard_sound(bench)
            bench.advance(4000)
            bench.check(for_ms=2500)  # asks for the test
        bench.plug()
        bench.advance(3000)
        assert bench.request("status")["ok"]["faults"].keys() == {"damaged"}
        assert [event["ended"] for event in bench.events("hello")] == ["", ""]


def test_ours_are_played_where_the_part_for_own_sounds_is_damaged():
    files = as_files()
    damage.flipped(files, "a/app_sounds.mpy")
    files["sounds/ping.snd"] = made("ping", PING).data
    with damage.opened(files) as bench:
        bench.advance(1500)
        assert damage.look(bench) == damage.PLAYS
        assert [fault["code"] for fault in bench.events("fault")] == ["damaged"]
        assert [event["ended"] for event in bench.events("hello")] == [""]
