"""A third game is a folder and a line: played on desk and chip, chosen by link and buttons."""

import pytest
from tests import slots_image
from tests.dropped import ROOT, passes, run
from tests.games import firmware_with
from tests.scenarios.trials.own_sound_files import made

from pingblock.virtual import engines
from pingware.games.registry import NAMES

CHECK_MS = 1500  # how long it is held to choose a game: too short for a battery test


@pytest.fixture(scope="module")
def firmware(tmp_path_factory):
    return firmware_with("coin_flip", tmp_path_factory.mktemp("coin_flip"))


@pytest.fixture
def bench_on(firmware, monkeypatch, bench_of):
    """Opens a device that also has the coin flip, up and quiet."""
    monkeypatch.setattr(engines, "firmware_dir", lambda: firmware)

    def opened(engine, **options):
        image = slots_image.of_folder(firmware) if engine == "chip" else None
        bench = bench_of(engine, 5, image=image, **options)
        bench.advance_to(1500)
        return bench

    return opened


@pytest.fixture
def bench(engine, bench_on):
    return bench_on(engine)


@pytest.fixture
def chip_bench(bench_on):
    return bench_on("chip")


def flips(bench):
    return [event for event in bench.events("outcome") if event["outcome"] == "flip"]


def choose_next(bench, presses=1):
    """Holds the check button, presses the block this many times, and releases both."""
    at_ms = bench.now_ms
    bench.check(at_ms, for_ms=CHECK_MS + 400 * presses)
    for nth in range(presses):
        bench.press(at_ms + 400 * (nth + 1))
    bench.advance(CHECK_MS + 400 * presses + 1500)


@pytest.mark.parametrize(("heads_pct", "rings"), [(100, 1), (0, 2)])
def test_game_is_chosen_over_the_link_and_follows_its_setting(bench, heads_pct, rings):
    assert bench.request("game", name="coin_flip")["ok"] == {
        "game": "coin_flip",
        "games": ["block", "coin_flip", *NAMES[1:]],
    }
    assert bench.request("settings", set={"heads_pct": heads_pct})["ok"]["reply"] == "done"
    bench.advance(500)
    shown, start_ms = len(bench.parts.light.changes), bench.now_ms
    bench.press()
    bench.advance(3000)
    (flip,) = flips(bench)
    assert flip["side"] == ("heads" if rings == 1 else "tails")
    onsets = [onset for onset in bench.heard().onsets if onset.at_ms >= start_ms]
    assert len(onsets) == rings
    assert all(abs(onset.hz - 1318.5) < 15 for onset in onsets)  # the pitch E6
    assert len(bench.parts.light.changes) > shown


@pytest.mark.rules
def test_request_of_a_game_is_answered_only_in_that_game(bench):
    assert bench.request("flip", times=5)["error"]["code"] == "other_game"
    bench.request("game", name="coin_flip")
    counted = bench.request("flip", times=25)["ok"]
    assert counted["heads"] + counted["tails"] == 25
    assert bench.request("flip", times=26)["error"]["code"] == "bad_value"
    assert bench.request("odds")["error"]["code"] == "other_game"
    assert bench.request("game", name="chess")["error"]["code"] == "bad_value"
    assert bench.request("status")["ok"]["game"] == "coin_flip"


@pytest.mark.rules
def test_game_chosen_with_buttons_survives_a_power_cut(bench):
    start_ms = bench.now_ms
    choose_next(bench)
    assert [event["name"] for event in bench.events("game")] == ["coin_flip"]
    assert bench.events("outcome") == bench.events("replay") == []
    assert len([each for each in bench.heard().onsets if each.at_ms > start_ms]) == 2  # number 2
    bench.press()
    bench.advance(6000)  # the device stores the choice when it is quiet
    assert len(flips(bench)) == 1
    bench.power_off()
    bench.advance(500)
    bench.power_on()
    bench.advance(1500)
    assert bench.events("hello")[-1]["game"] == "coin_flip"
    choose_next(bench, len(NAMES))  # once through all games
    assert bench.events("game")[-1]["name"] == "block"
    bench.press()
    bench.advance(6000)
    assert bench.events("outcome")[-1]["outcome"] != "flip"


@pytest.mark.rules
def test_choice_of_a_game_cancels_the_battery_test(bench):
    at_ms = bench.now_ms
    bench.check(at_ms, for_ms=3000)
    bench.press(at_ms + 500)
    bench.advance(5000)
    assert bench.events("battery") == []
    assert [event["name"] for event in bench.events("game")] == ["coin_flip"]
    bench.check(for_ms=2500)
    bench.advance(5000)
    assert len(bench.events("battery")) == 1


@pytest.mark.rules
def test_game_change_during_a_sound_applies_to_the_next_press(bench):
    bench.press()
    bench.advance(150)
    bench.request("game", name="coin_flip")
    bench.advance(6000)
    bench.press()
    bench.advance(3000)
    assert [event["outcome"] == "flip" for event in bench.events("outcome")] == [False, True]


def test_changing_games_back_and_forth_loses_no_memory(chip_bench):
    free = {"coin_flip": [], "block": []}
    for name in ("coin_flip", "block") * 3:
        chip_bench.request("game", name=name)
        chip_bench.advance(200)
        asked = {"block": ("odds", {}), "coin_flip": ("flip", {"times": 1})}[name]
        # This loads the handler of the request.
        assert "ok" in chip_bench.request(asked[0], **asked[1])
        free[name].append(chip_bench.request("status", memory=True)["ok"]["ram_free"])
    for name in free:
        # MicroPython enlarges a table by 320 bytes once. A game that was loaded again would use
        # more than 1000 bytes each time.
        assert max(free[name][1:]) - min(free[name][1:]) < 400


@pytest.mark.rules
def test_custom_sound_replaces_the_sound_of_an_added_game(engine, bench_on):
    own = made("ping", "0 bell A5 150 60\n").data  # a fifth below the built-in sound
    bench = bench_on(engine, files={"/sounds/ring.snd": own})
    bench.request("game", name="coin_flip")
    bench.request("settings", set={"heads_pct": 0})
    bench.advance(3000)
    start_ms = bench.now_ms
    bench.press()
    bench.advance(3000)
    assert len(flips(bench)) == 1
    heard = [onset.hz for onset in bench.heard().onsets if onset.at_ms >= start_ms]
    assert heard == pytest.approx([880, 880], rel=0.01)


SETTINGS = ("-m", "pingblock", "settings")


def host(firmware, *words):
    """Runs Python with that firmware in front. Returns its output."""
    return run((firmware, ROOT / "host_tools"), *words)


def test_setting_of_an_added_game_is_documented_and_checked(firmware):
    assert "Chance of heads, in percent." in host(firmware, *SETTINGS, "list")
    refused = host(firmware, *SETTINGS, "set", "heads_pct=101", "--port", "virtual")
    assert "an integer from 0 to 100" in refused
    offers = "from pingblock.cli import offers; print(offers.settings('heads'))"
    offered = host(firmware, "-c", offers)
    assert "('heads_pct', 'Chance of heads, in percent.')" in offered
    schema = "from pingblock.common.options import OPTIONS, json_schema;"
    schema += "print(json_schema(OPTIONS['heads_pct'].rule))"
    printed = host(firmware, "-c", schema)
    assert printed == "{'type': 'integer', 'minimum': 0, 'maximum': 100}\n"


def test_host_checks_the_request_of_an_added_game(firmware):
    names = "from pingblock.common.declared import DECLARATIONS, request"
    check = f"{names}; request(DECLARATIONS, 1, 'flip', times=26)"
    assert "it must be an integer from 1 to 25" in host(firmware, "-c", check)


# Tests that try all games, their sounds or their requests.
LISTERS = (
    *(
        "tests/unit/firmware/games/test_options.py",
        "tests/unit/firmware/games/test_names_played.py",
    ),
    *("tests/unit/firmware/shared/test_requests.py", "tests/unit/firmware/shared/test_tunes.py"),
    *("tests/unit/pingblock/image/test_join.py", "tests/unit/pingblock/image/test_programs.py"),
    *("tests/unit/pingblock/cards/test_cards.py", "tests/unit/tools/docs/test_pages.py"),
    *("tests/unit/tools/pictures/test_sound_plots.py", "tests/unit/architecture/test_cycles.py"),
)


@pytest.mark.long
def test_existing_tests_pass_with_an_added_game(firmware, usable):
    if lack := usable("desk"):
        pytest.skip(lack)
    (firmware.parent / "docs").symlink_to(ROOT / "docs")  # pictures of the tunes
    there = "'coin_flip' in __import__('pingware.games.registry').games.registry.NAMES"
    passes((firmware, ROOT / "host_tools"), there, *LISTERS)
