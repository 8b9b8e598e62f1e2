"""A device at the table: its outcomes are commands, its speaker says what the table calls."""

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.tables.bots import decide
from pingblock.tables.calls import Call, play
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.device_link import DeviceSeat
from pingblock.tables.games import game_of
from pingblock.tables.property.tasks import BlockPress
from pingblock.tables.table import Table, open_table
from pingblock.virtual.bench_port import device_at, open_bench_with_port

NAMES = ["Ann", "Ben", "Cleo"]
PLAYED_MS = 8000  # by then the longest outcome has ended


@pytest.mark.desk
def test_celebration_is_played_through_the_block_and_its_log_again(tmp_path, usable) -> None:
    if lack := usable("desk"):
        pytest.skip(lack)
    options = {"board": filled_board(), "turns": 400}
    table = Table(game_of("celebration"), options, NAMES, seed=6)
    log = tmp_path / "game.jsonl"
    table.save_to(log)
    bench, port = open_bench_with_port("desk", 6)
    pressed, whims = 0, SeededChance(6, BOTS)
    with bench, device_at(port) as device:
        seat = DeviceSeat(table)
        while not table.state.result:
            if table.state.todo and isinstance(table.state.todo[0], BlockPress):
                bench.press()
                step, _ = seat.take(device.wait_for("outcome"))
                assert step.do == "outcome"
                pressed += 1
                bench.advance(PLAYED_MS)
            elif drawn := table.next_draw():
                seat.do(drawn)
            else:
                player = table.game.to_act(table.state)[0]
                seat.do(decide(table.game, "plain", table.state, player, whims))
    outcomes = [step.arg("kind") for step in table.steps if step.do == "outcome"]
    assert len(outcomes) == pressed > 5
    assert len(set(outcomes)) > 1
    again, dropped = open_table(log, game_of, resume=False)
    assert dropped == ""
    assert again.state == table.state
    assert again.state.result is not None


CALLS = [Call("turn", 3), Call("pay"), Call("sold"), Call("jail"), Call("winner")]


def test_every_call_is_heard_and_a_press_takes_it_over(engine) -> None:
    bench, port = open_bench_with_port(engine)
    with bench, device_at(port) as device:
        bench.advance(1200)
        heard = {}
        for call in CALLS:
            before = len(bench.heard().onsets)
            assert play(device, [call]) == []
            assert play(device, [call]) == [call]  # while it sounds, the next one waits
            bench.advance(2500)
            heard[call.name] = [round(each.hz) for each in bench.heard().onsets[before:]]
        assert len(heard["turn"]) == 3  # a beep for each number of the player
        assert len({tuple(each) for each in heard.values()}) == len(CALLS)
        play(device, [Call("winner")])
        bench.advance(100)
        bench.press()
        assert device.wait_for("outcome")["draw"] == 1
