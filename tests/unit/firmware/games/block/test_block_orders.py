"""The Question Block accepts its events in any order."""

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.firmware.games.block.block_stage import BlockTable

from pingware.games.block import rules as odds
from pingware.games.block.rules import OUTCOMES

JUNIOR = odds.weights_of("junior")
VERDICTS = ("good", "replace_soon", "stop")
EVENTS = ("press", "hold", "release", "end", "follow_sound", "replay", "wait", "profile", "seed")
ANY_ORDER = st.lists(st.sampled_from([*EVENTS, *VERDICTS]), max_size=60)


def happen(table, event):
    game = table.game
    if event in VERDICTS:
        game.battery(event, table.now_ms)
    elif event in ("press", "end"):
        getattr(table, event)()
    elif event == "wait":
        table.wait(6000)
    elif event == "profile":
        table.set_weights(JUNIOR)
    elif event == "seed":
        table.set_seed(3)
    else:
        table.do(event)


@given(ANY_ORDER)
def test_events_in_any_order_keep_counts_right_and_presses_working(events):
    table = BlockTable()
    for event in events:
        happen(table, event)
        assert sum(table.game.counts) == table.game.draws == len(table.stage.told("outcome"))
        assert table.game.armed in OUTCOMES
    asked = events.count("hold") + events.count("replay")
    assert len(table.stage.told("replay")) <= asked
    for _ in range(4):  # a replay, a chirp or a goodbye can still be due
        table.end()
        table.wait(15_000)
    assert not table.game.sounding
    draws, armed = table.game.draws, table.game.armed
    table.press()
    assert (table.game.draws, table.game.last) == (draws + 1, armed)
