"""A device at the table: chosen game, calls, an older firmware, a cable that is pulled."""

import threading

import pytest
from tests.unit.pingblock.device_on_wire import OUTCOME, Wire

from pingblock.device import Device
from pingblock.errors import LinkLost
from pingblock.tables.calls import Call
from pingblock.tables.command import command
from pingblock.tables.device_link import DeviceSeat, DeviceThread, prepare
from pingblock.tables.games import game_of
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
