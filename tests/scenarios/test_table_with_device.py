"""A device in a game: its outcomes become commands, and it plays the announcements."""

from dataclasses import replace

import pytest
from tests.scenarios.table_game import played, replayed
from tests.seldom import seldom

from pingblock.connection.device import Device
from pingblock.tables.calls import Call, play
from pingblock.tables.command import command
from pingblock.tables.device_seat import DeviceSeat
from pingblock.tables.games import game_of
from pingblock.tables.loan import Loan
from pingblock.tables.property.ending import BOUND
from pingblock.tables.table import Table
from pingblock.virtual.bench_port import open_bench_with_port


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("celebration", {}),
        seldom("hideout", {"turns": 20}),
        seldom("wasteland", {"turns": 20}),
        ("wasteland_speed", {}),
        ("storm", {}),
        ("fortune", {"finish": 8000, "deck": "pk35"}),
    ],
)
def test_game_is_played_through_a_device_and_its_log_replayed(
    tmp_path, usable, name, options
) -> None:
    if lack := usable("desk"):
        pytest.skip(lack)
    log = tmp_path / "game.jsonl"
    table, rolls = played(name, log, 6, **options)
    assert rolls > 15
    assert replayed(log) == table.state
    assert (table.state.result.reason == BOUND) == ("turns" in options)
    kinds = {event.kind for event in table.recent(len(table.steps))}
    assert kinds.isdisjoint({"unknown", "shuffled"}), "the device must have another deck"
    verbs = {step.do for step in table.steps}
    assert ("outcome" in verbs) == (name == "celebration")


GO_TO_JAIL = 30  # number of the space on the board of hideout
SEED_OF_A_DOUBLE, DOUBLE = 7, [3, 3]  # the device's first roll with this seed
G_SHARP_6 = 1661  # pitch in Hz that only the shimmer has
CALLS = [Call("turn", 3), Call("pay"), Call("sold"), Call("jail"), Call("winner")]


@pytest.mark.rules
def test_each_call_sounds_different_and_a_press_interrupts_it(engine) -> None:
    bench, port = open_bench_with_port(engine)
    with bench, Device(port, clock=port.clock) as device:
        bench.advance(1200)
        heard = {}
        for call in CALLS:
            before = len(bench.heard().onsets)
            assert play(device, [call]) == []
            assert play(device, [call]) == [call]  # While it sounds, the next call waits.
            bench.advance(2500)
            heard[call.name] = [round(each.hz) for each in bench.heard().onsets[before:]]
        assert len(heard["turn"]) == 3  # a beep for each number of the player
        assert len({tuple(each) for each in heard.values()}) == len(CALLS)
        play(device, [Call("winner")])
        bench.advance(100)
        bench.press()
        assert device.wait_for("outcome")["draw"] == 1


def test_press_for_a_player_in_jail_is_a_jail_try(engine) -> None:
    """FN-29: the table knows whose try it is. Five beeps and a hammer belong to another turn."""
    bench, port = open_bench_with_port(engine, seed=5)
    with bench, Device(port, clock=port.clock) as device:
        device.request("game", name="storm_dice")
        bench.advance(1200)
        before = len(bench.heard().onsets)
        device.request("storm_dice", next="number")
        bench.press()
        number = device.wait_for("outcome")
        bench.advance(5000)
        assert (number["outcome"], number["action"]) == ("roll", "none")
        assert len(bench.heard().onsets) - before == number["dice"][0]
        device.request("storm_dice", next="jail", player=2, tries=1, last=True)
        bench.press()
        trial = device.wait_for("outcome")
        assert (trial["outcome"], trial["try"], trial["player"]) == ("jail_try", 2, 2)
        assert trial["result"] in ("free", "free_next_turn")
        bench.advance(5000)
        bench.press()
        assert device.wait_for("outcome")["action"] != "none"


@pytest.mark.rules
def test_auction_waits_again_after_a_typed_bid(engine) -> None:
    """SM-22: the hammer of the check button, and a bid that is typed 6.6 s later."""
    bench, port = open_bench_with_port(engine, seed=5)
    with bench, Device(port, clock=port.clock) as device:
        device.request("game", name="dice")
        device.request("settings", set={"dice_rules": "hideout"})
        bench.advance(1200)
        device.request("dice", auction="start")
        bench.advance(6600)
        device.request("dice", auction="bid")
        bench.advance(9000)
        told = [event["outcome"] for event in device.events(for_s=0.5) if "outcome" in event]
        assert told == ["auction"]
        assert device.wait_for("outcome")["outcome"] == "sold"


PRESS = ("block", "dice", "storm_dice", "fortune")


def settings_and_game(device):
    of = {name: device.request("settings", of=name)["settings"] for name in ("worms", *PRESS)}
    return device.request("game")["game"], of


@pytest.mark.rules
def test_device_regains_its_game_and_settings_after_play(engine) -> None:
    bench, port = open_bench_with_port(engine, seed=5)
    with bench, Device(port, clock=port.clock) as device:
        device.request("settings", of="dice", set={"dice_rules": "two", "dice_press": "block"})
        device.request("settings", of="storm_dice", set={"action_weights": [6, 1, 1, 1]})
        device.request("settings", of="fortune", set={"fortune_deck": {"gold": 7}})
        device.request("settings", of="worms", set={"players": 4, "mixed": True})
        before = settings_and_game(device)
        for name in ("hideout", "storm", "fortune", "worms"):
            loan = Loan()
            loan.begin(device, Table(game_of(name), {}, ["Ann", "Ben"]))
            assert settings_and_game(device) != before
            loan.end(device)
            assert settings_and_game(device) == before


@pytest.mark.rules
@pytest.mark.parametrize("changed", ["game", "settings"])
def test_ctrl_c_at_the_start_restores_the_device(engine, monkeypatch, changed) -> None:
    bench, port = open_bench_with_port(engine, seed=5)
    with bench, Device(port, clock=port.clock) as device:
        before, request = settings_and_game(device), device.request

        def interrupted(do, **fields):
            answer = request(do, **fields)
            if do == changed and fields.keys() & {"name", "set"}:
                monkeypatch.undo()
                raise KeyboardInterrupt
            return answer

        loan = Loan()
        monkeypatch.setattr(device, "request", interrupted)
        with pytest.raises(KeyboardInterrupt):
            loan.begin(device, Table(game_of("hideout"), {}, ["Ann", "Ben"]))
        assert settings_and_game(device) != before
        loan.end(device)
        assert settings_and_game(device) == before


@pytest.mark.rules
def test_game_chosen_at_the_device_survives_the_end_of_play(engine) -> None:
    bench, port = open_bench_with_port(engine, seed=5)
    with bench, Device(port, clock=port.clock) as device:
        loan = Loan()
        loan.begin(device, Table(game_of("hideout"), {}, ["Ann", "Ben"]))
        device.request("game", name="fortune")
        loan.end(device)
        assert device.request("game")["game"] == "fortune"
        assert device.request("settings", of="dice")["settings"]["dice_rules"] == "two"


def hideout_before_a_double(place):
    """Returns a table of the hideout where the first player rolls from a space."""
    table = Table(game_of("hideout"), {}, ["Ann", "Ben"])
    for dice in ([6, 5], [1, 2]):
        table.do(command("dice", dice=dice))
    table._states[-1] = replace(table.state, place=(place, 0))
    return table


@pytest.mark.rules
@pytest.mark.parametrize(("to_go", "jailed"), [(0, True), (1, False)])
def test_double_shimmers_unless_it_leads_to_jail(engine, to_go, jailed) -> None:
    bench, port = open_bench_with_port(engine, seed=SEED_OF_A_DOUBLE)
    with bench, Device(port, clock=port.clock) as device:
        table = hideout_before_a_double(GO_TO_JAIL - sum(DOUBLE) - to_go)
        seat = DeviceSeat(table)
        Loan().begin(device, table)
        bench.advance(1200)
        seat.announce(device)
        before = len(bench.heard().onsets)
        bench.press()
        rolled = device.wait_for("outcome")
        bench.advance(8000)
        shimmer = [each for each in bench.heard().onsets[before:] if abs(each.hz - G_SHARP_6) < 40]
        seat.take(rolled)
    assert (rolled["dice"], rolled["bonus"]) == (DOUBLE, not jailed)
    assert len(shimmer) == (0 if jailed else 1)
    assert (table.state.jail[0] >= 0) == jailed
