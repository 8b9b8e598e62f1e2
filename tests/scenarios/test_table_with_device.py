"""A device at the table: its outcomes are commands, its speaker says what the table calls."""

import pytest
from tests.scenarios.table_game import played, replayed

from pingblock.tables.calls import Call, play
from pingblock.virtual.bench_port import device_at, open_bench_with_port


@pytest.mark.desk
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("celebration", {}),
        ("hideout", {"turns": 20}),
        ("wasteland", {"turns": 20}),
        ("wasteland_speed", {}),
        ("storm", {}),
        ("fortune", {"finish": 3000}),
    ],
)
def test_a_game_is_played_through_the_device_and_its_log_again(
    tmp_path, usable, name, options
) -> None:
    if lack := usable("desk"):
        pytest.skip(lack)
    log = tmp_path / "game.jsonl"
    table, rolls = played(name, log, 6, **options)
    assert rolls > 15
    assert replayed(log) == table.state
    assert ("bound" in table.state.result.reason) == ("turns" in options)
    verbs = {step.do for step in table.steps}
    assert ("outcome" in verbs) == (name == "celebration")


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
