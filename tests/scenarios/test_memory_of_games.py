"""Memory and time that a game needs on the chip, with the apple base fitted.

The memory is measured after the next start, because the request for a game keeps its handler
loaded.
"""

import pytest
from tests.scenarios.trials.own_sound_files import made, on_device, wav

from pingware.games import catalog
from pingware.games.registry import NAMES
from pingware.shared.own_sound import RAM_BYTES_MOST
from pingware.shared.requests import REQUESTS

FREE_BYTES, LARGEST_BYTES = 140_000, 90_000
REPLACED = ("ping", "laugh", "power_up", "game_over", "good", "fair", "goodbye", "beeps")
SOUND_MS = 170  # length of each of these, so that they nearly fill the memory for such sounds
CHOSEN_MS = 1500


def start_anew(bench):
    """Waits until settings are stored, then switches the power off and on."""
    bench.advance(4000)
    bench.power_off()
    bench.power_on()
    bench.advance(3000)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("storm_dice", {}),
        ("fortune", {"fortune_press": "turn"}),
        ("dice", {"dice_rules": "celebration"}),
    ],
)
def test_chosen_game_answers_soon_and_leaves_140_kb(bench_of, game, settings):
    bench = bench_of("chip", 5)
    bench.advance_to(2000)
    start_ms = bench.now_ms
    assert bench.request("game", name=game)["ok"]["game"] == game
    bench.press()
    bench.advance(CHOSEN_MS + 4500)
    assert bench.now_ms - start_ms > CHOSEN_MS
    (told,) = bench.events("outcome")
    assert told["outcome"] in ("roll", "card")
    assert told["at_ms"] - start_ms < CHOSEN_MS
    bench.request("settings", set=settings)
    start_anew(bench)
    assert bench.events("hello")[-1]["game"] == game
    assert bench.request("status", memory=True)["ok"]["ram_free"] >= FREE_BYTES


# Each request with its arguments. The last one ends a calibration trial.
ONCE = {
    **{name: [{}] for name in ("help", "press", "replay", "battery", "log", "sounds", "odds")},
    "game": [{}],
    "seed": [{"seed": None}],
    "settings": [{}, {"of": "fortune"}, {"set": {"volume": 3}}],
    "files": [{"folder": "/"}],
    "remove": [{"path": "/a/no_such.mpy"}],
    "update": [{"what": "state"}],
    "selftest": [{"light": "red"}, {"light": "off"}],
    "call": [{"name": "turn", "player": 2}],
    "profile": [{"name": "junior"}],
    "dice": [{"draws": 1}],
    "storm_dice": [{}],
    "fortune": [{"draws": 1}],
    "worms": [{}],
    "worms_set": [{"motion": "slow"}],
    "worms_score": [{"player": 1, "by": 1}],
    "worms_calibrate": [{"at_deg": 90}, {"try": {"low_deg": 50}}, {"end": "cancel"}],
}
# always loaded, or not possible without a host
NOT_ASKED = {"hello", "status", "volume", "put", "bootsel"}


@pytest.mark.parametrize(
    "game",
    [
        "block",
        "storm_dice",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("fortune", "dice")),
    ],
)
def test_each_request_leaves_enough_memory_in_any_game(bench_of, game):
    assert {*catalog.CATALOG.requests(), *REQUESTS, "game"} - NOT_ASKED <= set(ONCE)
    bench = bench_of("chip", 5)
    bench.advance_to(2000)
    bench.request("game", name=game)
    start_anew(bench)
    for do, all_arguments in ONCE.items():
        for arguments in all_arguments:
            bench.request(do, **arguments)
            bench.advance(300)
        bench.advance(3200 if do in ("press", "replay", "battery", "call") else 0)
        memory = bench.request("status", memory=True)["ok"]
        assert memory["ram_free"] >= FREE_BYTES, do
        # not reported while a sound plays
        assert memory.get("ram_largest", LARGEST_BYTES) >= LARGEST_BYTES, do


def test_most_own_sounds_stay_after_all_games_and_requests(bench_of):
    """The code of games and requests stays loaded. It must not split the memory for the sounds."""
    files = on_device(*(made(name, wav(lasts_ms=SOUND_MS), ".wav") for name in REPLACED))
    bench = bench_of("chip", 5, files=files)
    bench.advance_to(2000)
    for game in (*NAMES[1:], NAMES[0]):
        bench.request("game", name=game)
        for do, all_arguments in ONCE.items():
            for arguments in all_arguments if do not in ("game", "press", "replay") else ():
                bench.request(do, **arguments)
        bench.press()
        bench.advance(8000)
    told = bench.request("sounds")["ok"]
    assert (sorted(told["own"]), told["restart"]) == (sorted(REPLACED), False)
    assert told["ram"][0] > 0.9 * RAM_BYTES_MOST
    assert bench.request("status", memory=True)["ok"]["ram_largest"] >= RAM_BYTES_MOST
