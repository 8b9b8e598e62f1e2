"""The Question Block takes its events in any order."""

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.firmware.games.block_stage import Table

from pingware.games.block import odds, question_block
from pingware.games.block.odds import OUTCOMES
from pingware.shared.random32 import from_int

JUNIOR = odds.weights_of("junior")
ANY_ORDER = st.lists(
    st.sampled_from(
        [
            "press",
            "hold",
            "release",
            "end",
            "ended",
            "replay",
            "wait",
            "profile",
            "seed",
            "nonsense",
            "good",
            "replace_soon",
            "stop",
        ]
    ),
    max_size=60,
)


def happen(table, event):
    game = table.game
    if event in ("good", "replace_soon", "stop"):
        game.battery(event, table.now_ms)
    elif event in ("press", "end"):
        getattr(table, event)()
    elif event == "wait":
        table.wait(6000)
    elif event == "profile":
        game.set_weights(JUNIOR)
    elif event == "seed":
        game.set_generator(from_int(3))
    else:
        game.handle(event, table.now_ms)


@given(ANY_ORDER)
def test_no_order_of_events_leads_to_a_dead_end_or_a_wrong_count(events):
    table = Table()
    for event in events:
        happen(table, event)
        assert sum(table.game.counts) == table.game.draws == len(table.stage.told("outcome"))
        assert table.game.armed in OUTCOMES
    for _ in range(4):  # replay, chirp or goodbye may still be owed
        table.end()
        table.wait(question_block.SOUND_MAX_MS)
    assert not table.game.sounding
    draws, armed = table.game.draws, table.game.armed
    table.press()
    assert (table.game.draws, table.game.last) == (draws + 1, armed)


@given(ANY_ORDER)
def test_replays_follow_only_holds_and_requests(events):
    table = Table()
    for event in events:
        happen(table, event)
    asked = events.count("hold") + events.count("replay")
    assert len(table.stage.told("replay")) <= asked
