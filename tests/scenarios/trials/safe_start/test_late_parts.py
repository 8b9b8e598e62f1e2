"""Parts that are loaded late: a damaged one is refused with advice, and the device plays on."""

import pytest
from tests.bench.firmware_changes import plain
from tests.scenarios.trials.safe_start import damage

SAY = "'pingblock install' repairs it."
FORTUNE = {"name": "fortune"}
LATE = [
    (damage.empty, "app_game_fortune", "game", FORTUNE),
    (damage.half, "app_game_fortune", "game", FORTUNE),
    (damage.flipped, "app_timed", "game", FORTUNE),
    (damage.gone, "app_owner", "log", {}),
    (damage.half, "app_seldom", "help", {}),
    (damage.half, "app_sounds", "files", {"folder": "/a"}),
    (damage.flipped, "app_game_block_asked", "odds", {"draws": 1}),
]


@pytest.mark.parametrize(("way", "part", "do", "arguments"), LATE)
def test_a_damaged_part_is_refused_with_advice_and_the_device_plays_on(way, part, do, arguments):
    files = plain()
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
