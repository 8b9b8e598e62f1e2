"""Events of a device as commands at each table."""

from types import SimpleNamespace

import pytest
from tests.unit.pingblock.tables.at_table import table_of
from tests.unit.pingblock.tables.property.playing import Playing
from tests.unit.pingblock.tables.storm.playing import Storm

from pingblock.tables.bots import decide
from pingblock.tables.calls import Call, calls_of, seat_of
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Refusal, as_dict, command
from pingblock.tables.device_seat import DeviceSeat
from pingblock.tables.game import TableEvent
from pingblock.tables.games import device_of
from pingblock.tables.property.device import PropertyDevice
from pingblock.tables.storm.state import FREE


def outcome(kind, **fields):
    return {"event": "outcome", "outcome": kind, "draw": 1, **fields}


def meant(name, event, state=None):
    table = table_of(name)
    step = device_of(table.game).step(table.game, state or table.state, event)
    return step and as_dict(step)


@pytest.mark.parametrize(
    ("table", "event", "step"),
    [
        ("celebration", outcome("coins", coins=4), {"do": "outcome", "kind": "coins", "coins": 4}),
        ("celebration", outcome("laugh"), {"do": "outcome", "kind": "laugh"}),
        ("celebration", outcome("power_up"), {"do": "outcome", "kind": "power_up"}),
        ("celebration", outcome("game_over"), {"do": "outcome", "kind": "game_over"}),
        ("hideout", outcome("roll", dice=[3, 5], bonus=False), {"do": "dice", "dice": [3, 5]}),
        ("wasteland", outcome("roll", dice=[6, 6], bonus=True), {"do": "dice", "dice": [6, 6]}),
        ("fortune", outcome("card", card="captain"), {"do": "card", "card": "captain"}),
        ("storm", outcome("roll", dice=[5], action="shot"), {"do": "dice", "number": 5}),
        ("storm", outcome("jail_try", dice=[4], action="none"), {"do": "dice", "number": 4}),
        ("storm", outcome("storm", space=9, left=14), {"do": "storm", "space": 8}),
        ("storm", outcome("storm", space=33, left=14), None),
        # the device does not know the cards of the table
        ("storm", outcome("storm", space=0, left=0), None),
        ("fortune", outcome("coins", coins=4), None),
        ("wasteland", {"event": "press", "button": "block"}, None),
        ("wasteland", outcome("jail_try", dice=[1, 2]), {"do": "dice", "dice": [1, 2]}),
        ("wasteland", outcome("roll", dice="3,5"), None),
        ("fortune", outcome("sold"), None),
        ("worms", outcome("laugh"), None),
    ],
)
def test_device_event_becomes_command(table, event, step):
    assert meant(table, event) == step


@pytest.mark.parametrize(
    ("shown", "action"),
    [("heal", "bandages"), ("shot", "crosshair"), ("hammer", "brick"), ("dance", "bomb")],
)
def test_action_die_counts_except_in_jail(shown, action):
    storm = Storm()
    event = outcome("roll", dice=[5], action=shown)
    step = {"do": "dice", "number": 5, "action": action}
    assert meant("storm", event, storm.state) == step
    storm.set(jail={0: 0})
    assert meant("storm", event, storm.state) == {"do": "dice", "number": 5}


def test_jail_try_counts_as_one_roll_by_hold_or_lever():
    """FN-29: if the block is held, the device reports a roll and a try, by lever only a try."""
    table = table_of("storm", roll_off=False)
    seat = DeviceSeat(table)
    for player in (0, 1):
        seat.do(command("drop", player, space=2))
    table._states[-1] = table.state._replace(jail=(0, 0))
    seat.take(outcome("roll", dice=[2], action="hammer"))
    assert table.state.turn == 1
    assert seat.take(outcome("jail_try", dice=[2], action="none", result="stay")) is None
    assert table.state.turn == 1
    seat.take({**outcome("jail_try", dice=[3], action="none"), "draw": 2})
    assert table.state.turn == 0


def test_auction_clock_of_device_closes_auction():
    game = Playing("wasteland")
    game.dice(1, 2)
    game.do("decline", 0)
    assert meant("wasteland", outcome("sold", bids=1), game.state) == {"do": "sold"}


@pytest.mark.parametrize("end", ["ended", "stopped"])
def test_device_run_events_start_and_end_worms_turn(end):
    table = table_of("worms")
    table.do(command("first", player=1))
    seat = DeviceSeat(table)
    seat.take({"event": "run", "state": "armed"})
    assert not table.state.running
    seat.take({"event": "run", "state": "started"})
    assert table.state.running
    seat.take({"event": "run", "state": end})
    assert (table.state.running, table.state.seat) == (False, 0)
    assert seat.due == [Call("turn", 1)]


def test_wiggle_that_people_end_stops_the_worms_of_the_device():
    table = table_of("worms")
    table.do(command("first", player=1))
    seat, asked = DeviceSeat(table), []
    device = SimpleNamespace(request=lambda **request: asked.append(request))
    seat.do(command("run", 1))
    assert seat.take({"event": "run", "state": "started"}) is None  # the table knows it already
    seat.announce(device)
    assert asked == []
    seat.do(command("time", 1))
    seat.announce(device)
    assert asked == [{"do": "worms", "run": "stop"}]
    assert seat.take({"event": "run", "state": "stopped"}) is None
    seat.do(command("run", 0))
    seat.announce(device)
    assert len(asked) == 1


def test_next_roll_closes_previous_turn():
    table = table_of("storm", roll_off=False)
    seat = DeviceSeat(table)
    for player in (0, 1):
        seat.do(command("drop", player, space=2))
    seat.take(outcome("roll", dice=[2], action="hammer"))
    with pytest.raises(Refusal, match=r"No dice are rolled now. \(FN-10\)"):
        seat.take(outcome("roll", dice=[3], action="heal"))  # Ann has not moved yet
    side = device_of(table.game)
    assert side.roller(table.state) == 0
    seat.do(command("move", 0))
    assert (table.state.turn, side.roller(table.state)) == (0, 1)
    step, events = seat.take(outcome("roll", dice=[3], action="heal"))
    assert as_dict(step) == {"do": "dice", "number": 3, "action": "bandages"}
    assert [each.kind for each in events] == ["action_let_go", "turn_begun", "rolled"]
    assert (table.state.turn, table.state.jail) == (1, (FREE, FREE))
    assert seat.due == [Call("turn", 2)]


KNOWN = PropertyDevice.calls


def test_calls_follow_event_kinds_and_turn():
    def events(*kinds):
        return [TableEvent(kind) for kind in kinds]

    assert calls_of(KNOWN, events("rolled", "moved"), 0, 0) == []
    paid = calls_of(KNOWN, events("paid", "paid", "turn_begun"), 0, 1)
    assert paid == [Call("pay"), Call("turn", 2)]
    assert calls_of(KNOWN, events("debt_made"), 0, 0) == [Call("pay")]
    assert calls_of(KNOWN, events("jailed"), 2, 0) == [Call("jail"), Call("turn", 1)]
    assert calls_of(KNOWN, events("deed_sold"), 0, 0) == [Call("sold")]
    assert calls_of(KNOWN, events("hp_lost", "knocked_out", "won"), 0, None) == [Call("winner")]
    assert calls_of(KNOWN, [], None, 11) == [Call("turn", 8)]


def test_call_names_players_who_pay():
    paid = [TableEvent("paid", seat=seat) for seat in (2, 0, 2)]
    assert calls_of(KNOWN, paid, 0, 0) == [Call("pay", seats=(2, 0))]
    assert calls_of(KNOWN, [*paid, TableEvent("debt_made")], 0, 0) == [Call("pay")]


@pytest.mark.parametrize("name", ["storm", "fortune", "worms", "wasteland"])
def test_every_game_knows_whose_turn_it_is(name):
    table = table_of(name, seed=1)
    game = table.game
    seats, whims = set(), SeededChance(1, BOTS)
    while not table.state.result and len(table.steps) < 200:
        if not table.draw():
            seat = game.to_act(table.state)[0]
            table.do(decide(game, "plain", table.state, seat, whims))
        seats.add(seat_of(table.state))
    assert {0, 1} <= seats <= {0, 1, None}


def test_card_of_a_press_during_a_decision_is_refused():
    table = table_of("fortune")
    for step in (
        command("first", player=0),
        command("card", card="gold"),
        command("dice", dice="G4S2P2"),
    ):
        table.do(step)
    with pytest.raises(Refusal, match="Don't draw or roll now: first the player must decide"):
        DeviceSeat(table).take(outcome("card", card="captain"))
