"""The press game is changed during an open action. The old game must not sound later."""

import pytest

from pingware.shared import protocol

SEED = 5
_SETTLED_MS = 1500.0


@pytest.fixture
def at_dice(bench_of, slot):
    """Opens a device on which the dice were chosen, up and quiet."""

    def opened(engine):
        stored = slot({"version": 1, "game": "dice", "rent_ticks": False})
        bench = bench_of(engine, SEED, files={"/settings.a": stored})
        bench.advance_to(_SETTLED_MS)
        return bench

    return opened


def test_open_auction_ends_when_the_game_changes(at_dice, engine):
    bench = at_dice(engine)
    bench.press()
    bench.advance(6500)
    bench.pull_lever()
    bench.advance(400)
    bench.release_lever()
    bench.advance(2000)
    asked = bench.request("dice")["ok"]
    assert asked["bids"] == 0
    assert asked["auction_ms"] == pytest.approx(8000, abs=100), "an auction stays open for 10 s"
    bench.request("game", name="block")
    bench.advance(200)
    changed_ms = bench.now_ms
    bench.advance(15_000)
    assert [each for each in bench.heard().onsets if each.at_ms > changed_ms] == []
    bench.press()
    bench.advance(6000)
    told = [each["outcome"] for each in bench.events("outcome")]
    assert told[:2] == ["roll", "auction"]
    assert len(told) == 3
    assert told[2] in ("coins", "power_up", "laugh", "game_over")
    assert [each["cause"] for each in bench.events("reset")] == ["power_on"]


@pytest.mark.parametrize("step_ms", [40, pytest.param(8, marks=pytest.mark.long)])
def test_press_during_a_game_change_does_not_prevent_it(at_dice, step_ms):
    """A press 0 to 200 ms after the request belongs to the old game, the new one, or neither."""
    bench = at_dice("chip")
    names = ("block", "dice")
    for turn, after_ms in enumerate(range(0, 201, step_ms)):
        bench.press(bench.now_ms + after_ms)
        bench.send(protocol.encode({"id": 1000 + turn, "do": "game", "name": names[turn % 2]}))
        bench.advance(5000)
        assert bench.request("status")["ok"]["game"] == names[turn % 2], after_ms
    assert [each["cause"] for each in bench.events("reset")] == ["power_on"]
