"""Memory and time that a chosen game takes on the chip, with the apple base fitted.

The memory is that of the next start: the request that chooses a game keeps its own room loaded.
"""

import pytest

FREE_BYTES = 105_000
CHOSEN_MS = 1500


@pytest.mark.parametrize(
    ("game", "settings"), [("storm_dice", {}), ("fortune", {"fortune_press": "turn"})]
)
def test_a_chosen_game_is_there_soon_and_leaves_105_kb(bench_of, game, settings):
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
    bench.advance(4000)
    bench.power_off()
    bench.power_on()
    bench.advance(3000)
    assert bench.events("hello")[-1]["game"] == game
    assert bench.request("status", memory=True)["ok"]["ram_free"] >= FREE_BYTES
