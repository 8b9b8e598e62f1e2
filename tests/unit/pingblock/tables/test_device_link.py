"""A device in a game: chosen game, announcements, older firmware, a pulled cable."""

import threading
from dataclasses import replace

import pytest
from tests.unit.pingblock.device_on_wire import OUTCOME, Wire
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.connection.device import Device
from pingblock.errors import LinkLost
from pingblock.tables.calls import Call
from pingblock.tables.command import Refusal, command
from pingblock.tables.device_link import DeviceThread
from pingblock.tables.device_seat import DeviceSeat
from pingblock.tables.games import device_of
from pingblock.tables.loan import Loan
from pingblock.tables.property.board_file import shipped_text
from pingblock.tables.property.tasks import BlockPress
from pingware.shared import protocol

HELD = {"fortune_reshuffle": False, "fortune_press": "card"}


def at_wire(wire):
    return Device(wire, clock=wire.clock).open()


@pytest.mark.parametrize(
    ("name", "game", "options"),
    [
        ("wasteland", "dice", {"dice_rules": "wasteland", "dice_press": "die"}),
        ("celebration", "dice", {"dice_rules": "celebration", "dice_press": "die"}),
        ("storm", "storm_dice", {"action_weights": [2, 2, 1, 1]}),
        ("fortune", "fortune", {"fortune_deck": "fortune35_guess", **HELD}),
        ("worms", "fortune", {"players": 0, "mixed": False, "together": False}),
    ],
)
def test_device_gets_press_game_and_options_of_table(name, game, options):
    games = {"game": "fortune", "games": ["block", "dice", "storm_dice", "fortune"]}
    wire = Wire(game=games, settings={"settings": {}}, storm_dice={}, fortune={})
    table = table_of(name)
    assert Loan().begin(at_wire(wire), table).endswith(f"takes part and plays {game}.")
    chosen = [each["name"] for each in wire.asked if each["do"] == "game" and "name" in each]
    assert chosen == [game] * (game != "fortune")
    assert [each["set"] for each in wire.asked if "set" in each] == [options]
    begun = [each["act"] for each in wire.asked if "act" in each]
    assert begun == {"storm": ["new_game"], "fortune": ["shuffle"]}.get(name, [])


def test_resumed_game_does_not_change_device():
    games = {"game": "fortune", "games": ["fortune"]}
    wire = Wire(game=games, settings={"settings": {"fortune_deck": "pk35", **HELD}})
    table = table_of("fortune", deck="pk35")
    table.do(command("first", player=0))
    Loan().begin(at_wire(wire), table)
    assert [each for each in wire.asked if "set" in each or "act" in each] == []


def test_firmware_without_game_is_reported():
    unknown = protocol.ProtocolError("bad_value", "There is no game worms.")
    wire = Wire(game={"game": "block", "games": ["block"]}, settings=unknown)
    storm = table_of("storm")
    assert Loan().begin(at_wire(wire), storm) == (
        "This device's firmware has no game storm_dice: type the dice."
    )
    assert "plays block" in Loan().begin(at_wire(wire), table_of("celebration"))
    # these settings belong to the dice
    assert "settings" not in [each["do"] for each in wire.asked]
    assert "plays block" in Loan().begin(at_wire(wire), table_of("worms"))


def test_call_waits_until_device_is_quiet():
    seat = DeviceSeat(table_of("worms"))
    answers = iter([False, True, True])

    def call(request):
        playing = next(answers)
        if playing and request["name"] == "turn":
            seat.due = [Call("pay")]  # in the meantime the table adds new calls, in another thread
        return {"playing": playing}

    wire = Wire(call=call)
    took = []
    opened = at_wire(wire)
    thread = DeviceThread("p", seat, took.append, took.append, lambda port: opened)
    seat.do(command("first", player=1))
    assert seat.due == [Call("turn", 2)]
    thread.round()
    assert seat.due == [Call("turn", 2)]
    wire.tells(OUTCOME)
    thread.round()
    assert (list(seat.due), took) == ([Call("pay")], [OUTCOME])
    thread.round()
    assert list(seat.due) == []
    calls = [each for each in wire.asked if each["do"] == "call"]
    assert [each.get("player") for each in calls] == [2, 2, None]
    thread.close()


def test_device_gets_judging_rules_before_each_roll():
    """Once for each state, again after a roll that did not count, and never between rolls."""
    table = table_of("wasteland")
    seat, wire = DeviceSeat(table), Wire(dice={})
    device = at_wire(wire)

    def told():
        for _ in range(2):
            seat.announce(device)
        asked = [each for each in wire.asked if each["do"] == "dice"]
        wire.asked.clear()
        return [{name: each[name] for name in each if name not in ("do", "id")} for each in asked]

    no_turn = {"jail": False, "row": 3, "block": False}
    assert told() == [no_turn]  # roll for the start
    for dice in ([6, 5], [1, 2]):
        seat.do(command("dice", dice=dice))
    turn = {"jail": False, "row": 0, "block": False, "ends": []}
    assert told()[-1] == turn
    seat.do(command("dice", dice=[5, 5]))
    assert told() == [{**turn, "row": 1}]
    seat.do(command("dice", dice=[1, 2]))
    assert told() == []  # the player must first buy or decline
    with pytest.raises(Refusal):
        seat.take({"event": "outcome", "outcome": "roll", "draw": 9, "dice": [1, 2]})
    seat.do(command("buy", 0))
    assert told() == [turn]
    table._states[-1] = replace(table.state, place=(13, 18))
    assert told() == [{**turn, "ends": [12]}]  # from 18, because "go to jail" is space 30
    table._states[-1] = replace(table.state, jail=(-1, 2))
    jailed = {"jail": True, "player": 2, "tries": 2, "row": 0, "block": False}
    assert told() == [jailed]
    seat.announced = None  # the device was unplugged
    assert told() == [jailed]
    board = shipped_text("wasteland").replace("jail_tries = 3", "jail_tries = 2")
    short = table_of("wasteland", board=board, roll_off=False)
    short._states[-1] = replace(short.state, jail=(-1, 0), turn=1)
    assert asked_at(short) == {"do": "dice", **jailed, "tries": 1}  # the device counts up to 3
    celebration = table_of("celebration")
    celebration._states[-1] = replace(celebration.state, todo=(BlockPress(0),))
    asked = asked_at(celebration)
    assert asked == {"do": "dice", **no_turn, "block": True}
    assert asked_at(table_of("fortune")) is None


def asked_at(table):
    """Returns the request to a device before the next roll."""
    return device_of(table.game).next_roll(table.state)


def storm_at(**fields):
    """Returns the request to a device at a table of storm whose state has these fields."""
    table = table_of("storm", "Ann", "Ben", "Cyd", roll_off=False, jail_tries=3)
    for player in range(3):
        table.do(command("drop", player, space=2))
    table._states[-1] = table.state._replace(**fields)
    return asked_at(table)


def test_device_gets_player_and_last_jail_try_before_roll_fn_29():
    assert storm_at() == {"do": "storm_dice", "next": "roll"}
    jail = {"do": "storm_dice", "next": "jail", "player": 1}
    assert storm_at(jail=(0, -1, -1)) == {**jail, "tries": 0, "last": False}
    assert storm_at(jail=(2, -1, -1)) == {**jail, "tries": 2, "last": True}
    # The next roll closes a turn that can end. It belongs to the next player, in jail.
    ends = {"number": 3, "action": "brick", "moved": True}
    assert storm_at(jail=(-1, 1, -1), **ends) == {**jail, "player": 2, "tries": 1, "last": False}
    assert storm_at(jail=(-1, 1, -1), go_crossed=True, **ends) is None  # a Storm card comes first
    assert storm_at(number=3, action="brick") == {"do": "storm_dice", "next": "roll"}
    assert asked_at(table_of("storm")) == {"do": "storm_dice", "next": "number"}


def at_auction():
    """Returns a table that auctions a deed, its seat for a device, and the device's wire."""
    table = table_of("wasteland", roll_off=False)
    seat, wire = DeviceSeat(table), Wire(dice={})
    device = at_wire(wire)
    seat.do(command("dice", dice=[1, 2]))
    seat.announce(device)

    def told():
        seat.announce(device)
        asked = [each["auction"] for each in wire.asked if "auction" in each]
        wire.asked.clear()
        return asked

    return table, seat, told


def hammer(kind):
    return {"event": "outcome", "outcome": kind, "draw": 1, "bids": 0}


def test_device_gets_each_bid_and_auction_end():
    """SM-22: a typed bid restarts the time for the others, like a press."""
    table, seat, told = at_auction()
    seat.take(hammer("auction"))  # the auction of a player who does not buy
    assert table.steps[-1].do == "decline"
    assert told() == []
    seat.do(command("bid", 1, amount=20))
    assert told() == ["bid"]
    seat.do(command("bid", 0, amount=25))
    assert told() == ["bid"]
    seat.do(command("pass", 1))
    assert table.state.owner[3] == 0
    assert told() == ["stop"]
    assert [call.name for call in seat.due] == ["turn"]  # the device itself announces "sold"
    assert seat.take(hammer("sold")) is None


def test_auction_closed_by_device_sells_without_second_call():
    table, seat, told = at_auction()
    seat.do(command("decline", 0))
    seat.take(hammer("auction"))
    assert told() == []
    seat.do(command("bid", 1, amount=20))
    assert told() == ["bid"]
    seat.take(hammer("unsold"))  # the bid came at the same moment, so the table decides
    assert table.state.owner[3] == 1
    assert [call.name for call in seat.due] == ["turn"]
    assert told() == []


def test_auction_not_run_by_device_sends_it_no_bids():
    _, seat, told = at_auction()
    seat.do(command("decline", 0))
    seat.do(command("bid", 1, amount=20))
    seat.do(command("pass", 0))
    assert told() == []
    assert "sold" in [call.name for call in seat.due]


def test_roll_request_refused_by_old_firmware_is_ignored():
    table = table_of("wasteland")
    old = protocol.ProtocolError("bad_request", "dice takes no row.")
    wire = Wire(dice=old)
    DeviceSeat(table).announce(at_wire(wire))
    assert wire.asked[-1]["do"] == "dice"


def test_older_firmware_and_lost_cable_are_reported_before_reconnecting():
    seat = DeviceSeat(table_of("worms"))
    said, opened, announced = [], [], []
    back = threading.Event()
    old = protocol.ProtocolError("unknown_request", "The requests are: hello.")

    def open_next(port):
        games = {"game": "block", "games": ["block"]}
        wire = Wire(call=old, game=games, settings={"settings": {}})
        opened.append(wire)
        if len(opened) == 2:
            raise LinkLost("not yet")
        return at_wire(wire)

    def say(sentence):
        said.append(sentence)
        if sentence.startswith("The device cannot announce"):
            opened[0].fails = OSError("gone")
        if sentence == "The device is back.":
            announced.append(seat.announced)
            back.set()

    seat.due = [Call("pay")]
    thread = DeviceThread("p", seat, lambda event: None, say, open_next)
    thread.start()
    back.wait()
    thread.close()
    assert said[1].startswith("The device cannot announce this: ")
    assert said[2].endswith("Waiting for the device. You can type the dice meanwhile.")
    assert said[3] == "The device is back."
    assert not seat.due  # none is due, because it does not know the call
    assert announced == [None]  # the device gets the request again
    assert len(opened) == 3
