"""Random actions, settings and requests in every press game cause no error and no restart."""

import random

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.virtual_device import open_bench
from pingware.games import catalog
from pingware.games.dice.options import MINUTES, PRESSES, RULES

STEPS = 60
SEEDS = {"desk": 100, "chip": 12}
REFUSED = ("bad_value", "other_game")  # because people can also choose another game
PAUSES_MS = (1, 3, 20, 200, 800, 3000, 6000)
SETTINGS = {
    "block": [{"profile": "junior"}, {"volume": 0}, {"volume": 6}],
    "dice": [
        *({"dice_rules": each} for each in RULES),
        *({"dice_press": each} for each in PRESSES),
        *({"clock_min": each} for each in MINUTES),
        {"rent_ticks": False},
    ],
    "storm_dice": [{"storm_spaces": [1, 2, 3]}, {"storm_spaces": []}, {"action_weights": [1] * 4}],
    "fortune": [
        *({"fortune_press": each} for each in ("card", "turn", "skull")),
        *({"fortune_deck": each} for each in ("pk35", {"gold": 1}, {"skull2": 2, "zombie": 1})),
        {"fortune_reshuffle": True},
    ],
}
REQUESTS = {
    "block": [("odds", {"draws": 2})],
    "dice": [
        ("dice", each)
        for each in (
            *({"auction": each} for each in ("start", "stop")),
            *({"jail": True, "player": each} for each in (1, 2)),
            *({"roll_off": 2}, {"jail": False, "row": 3}, {"jail": False, "block": True}),
            {"draws": 3},
        )
    ],
    "storm_dice": [("storm_dice", {"act": each}) for each in ("jail", "storm", "new_game")],
    "fortune": [("fortune", {"act": each}) for each in ("undo", "next", "finish", "shuffle")],
}
FOR_ALL = [("press", {}), ("replay", {}), ("seed", {"seed": 3}), ("status", {})]


def hands(bench, rng):
    """Uses a button or the lever."""
    kind = rng.randrange(3)
    if kind == 0:
        bench.press(for_ms=rng.choice([60, 60, 1000]))
    elif kind == 1:
        for_ms = rng.choice([60, 900])
        bench.check(for_ms=for_ms)
        bench.advance(for_ms)
    else:
        bench.pull_lever()
        bench.advance(rng.choice([200, 300, 2500]))
        bench.release_lever()


def play(bench, rng):
    """Plays ``STEPS`` steps. Returns each error that is not a refusal of a value."""
    wrong, game = [], "block"
    for _ in range(STEPS):
        kind = rng.random()
        if kind < 0.5:
            hands(bench, rng)
        elif kind < 0.95:
            asked = [("settings", {"set": each}) for each in SETTINGS[game]]
            do, fields = rng.choice([*asked, *REQUESTS[game], *FOR_ALL])
            error = bench.request(do, **fields).get("error")
            if error and error["code"] not in REFUSED:
                wrong.append((do, fields, error))
        else:
            game = rng.choice([each.name for each in catalog.CATALOG.press_games()])
            assert bench.request("game", name=game)["ok"]["game"] == game
        bench.advance(rng.choice(PAUSES_MS))
    return wrong


@pytest.mark.parametrize("engine", SEEDS)
def test_games_survive_random_hands_and_requests(engine):
    for seed in range(SEEDS[engine]):
        try:
            bench = open_bench(engine, seed)
        except Unavailable as lack:
            pytest.skip(str(lack))
        with bench:
            bench.advance_to(1500)
            assert play(bench, random.Random(seed)) == [], f"seed {seed}"
            bench.advance(20_000)
            said = [each for each in bench.events() if each["kind"] in ("text", "fault")]
            assert (len(bench.events("reset")), said) == (1, []), f"seed {seed}"
