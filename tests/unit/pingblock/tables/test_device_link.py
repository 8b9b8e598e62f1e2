"""A device at the table: chosen game, calls, an older firmware, a cable that is pulled."""

import threading
from dataclasses import replace

import pytest
from tests.unit.pingblock.device_on_wire import OUTCOME, Wire
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.device import Device
from pingblock.errors import LinkLost
from pingblock.tables.calls import Call
from pingblock.tables.command import RefusedCommand, command
from pingblock.tables.device_events import next_roll
from pingblock.tables.device_link import DeviceSeat, DeviceThread, prepare
from pingblock.tables.games import game_of
from pingblock.tables.property.tasks import BlockPress
from pingblock.tables.table import Table
from pingware.shared import protocol


def at_wire(wire):
    return Device(wire, clock=wire.clock).open()


@pytest.mark.parametrize(
    ("table", "game", "rules"),
    [
        ("wasteland", "dice", {"dice_rules": "wasteland"}),
        ("celebration", "dice", {"dice_rules": "celebration"}),
        ("storm", "storm_dice", None),
        ("fortune", "fortune", None),
    ],
)
def test_the_device_plays_the_game_of_the_table(table, game, rules):
    games = {"game": "block", "games": ["block", "dice", "storm_dice", "fortune"]}
    wire = Wire(game=games, settings={"settings": {}})
    assert prepare(at_wire(wire), table).endswith(f"is at the table and plays {game}.")
    asked = [each for each in wire.asked if each["do"] in ("game", "settings")]
    chosen = [each.get("name") or each.get("set") for each in asked]
    assert chosen == [None, game, *([rules] if rules else [])]


def test_a_firmware_without_the_game_is_said():
    wire = Wire(game={"game": "block", "games": ["block"]})
    assert prepare(at_wire(wire), "storm") == (
        "This device's firmware has no game storm_dice: type the dice."
    )
    assert "plays block" in prepare(at_wire(wire), "celebration")
    assert "plays block" in prepare(at_wire(wire), "worms")


def a_table():
    table = Table(game_of("worms"), {}, ["Ann", "Ben"])
    return table, DeviceSeat(table)


def test_a_call_waits_until_the_device_is_quiet():
    _, seat = a_table()
    answers = iter([False, True])
    wire = Wire(call=lambda request: {"playing": next(answers)})
    took = []
    opened = at_wire(wire)
    thread = DeviceThread("p", seat, "worms", took.append, took.append, lambda port: opened)
    seat.do(command("first", player=1))
    assert seat.due == [Call("turn", 2)]
    thread.round()
    assert seat.due == [Call("turn", 2)]
    wire.tells(OUTCOME)
    thread.round()
    assert (list(seat.due), took) == ([], [OUTCOME])
    calls = [each for each in wire.asked if each["do"] == "call"]
    assert [(each["name"], each["player"]) for each in calls] == [("turn", 2)] * 2
    thread.close()


def test_the_device_hears_before_a_roll_how_to_judge_it():
    """Once for each state, again after a roll that did not count, and nothing between rolls."""
    game = game_of("wasteland")
    table = Table(game, {}, ["Ann", "Ben"])
    seat, wire = DeviceSeat(table), Wire(dice={})
    device = at_wire(wire)

    def told():
        for _ in range(2):
            seat.announce(device)
        asked = [each for each in wire.asked if each["do"] == "dice"]
        wire.asked.clear()
        return [{name: each[name] for name in each if name not in ("do", "id")} for each in asked]

    assert told() == [{"jail": False, "row": 3, "block": False}]  # for the start
    for dice in ([6, 5], [1, 2]):
        seat.do(command("dice", dice=dice))
    assert told()[-1] == {"jail": False, "row": 0, "block": False}
    seat.do(command("dice", dice=[5, 5]))
    assert told() == [{"jail": False, "row": 1, "block": False}]
    seat.do(command("dice", dice=[1, 2]))
    assert told() == []  # a price is to be paid or not
    with pytest.raises(RefusedCommand):
        seat.take({"event": "outcome", "outcome": "roll", "draw": 9, "dice": [1, 2]})
    seat.do(command("buy", 0))
    assert told() == [{"jail": False, "row": 0, "block": False}]
    table._states[-1] = replace(table.state, jail=(-1, 2))
    jailed = {"jail": True, "player": 2, "tries": 2, "row": 0, "block": False}
    assert told() == [jailed]
    seat.announced = None  # it was unplugged
    assert told() == [jailed]
    celebration = Table(game_of("celebration"), {"board": filled_board()}, ["Ann", "Ben"])
    celebration._states[-1] = replace(celebration.state, todo=(BlockPress(0),))
    assert next_roll(celebration.state) == {"jail": False, "row": 3, "block": True}
    assert next_roll(Table(game_of("fortune"), {}, ["Ann", "Ben"]).state) is None


def test_a_firmware_that_judges_by_itself_is_left_alone():
    table = Table(game_of("wasteland"), {}, ["Ann", "Ben"])
    old = protocol.ProtocolError("bad_request", "dice takes no row.")
    DeviceSeat(table).announce(at_wire(Wire(dice=old)))


def test_an_older_firmware_and_a_pulled_cable_are_said_and_followed():
    _, seat = a_table()
    said, opened = [], []
    back = threading.Event()
    old = protocol.ProtocolError("unknown_request", "The requests are: hello.")

    def open_next(port):
        wire = Wire(call=old, game={"game": "block", "games": ["block"]})
        opened.append(wire)
        if len(opened) == 2:
            raise LinkLost("not yet")
        return at_wire(wire)

    def say(sentence):
        said.append(sentence)
        if sentence.startswith("The device cannot call"):
            opened[0].fails = OSError("gone")
        if sentence == "The device is back.":
            back.set()

    seat.due = [Call("pay")]
    thread = DeviceThread("p", seat, "worms", lambda event: None, say, open_next)
    thread.start()
    back.wait()
    thread.close()
    assert said[1].startswith("The device cannot call: ")
    assert said[2].endswith("Waiting for the device; type the dice meanwhile.")
    assert said[3] == "The device is back."
    assert len(opened) == 3
