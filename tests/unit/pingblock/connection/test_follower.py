"""The host follows a device over unplugging, resets and other ports."""

from itertools import islice
from types import SimpleNamespace

import pytest
from tests.unit.pingblock.device_on_wire import HELLO, Wire

from pingblock.connection.device import Device
from pingblock.connection.follower import follow
from pingblock.errors import LinkError, LinkLost, NoDevice

MINE, OTHERS = "e660583883112233", "e660583883445566"


def press(number):
    return {"event": "outcome", "outcome": "laugh", "draw": number}


class Plugs:
    """The ports of a computer, into which a test plugs devices. Each nap is a step of the test."""

    def __init__(self, monkeypatch):
        self.wires = {}
        self.steps = []
        self.said = []
        self.naps = 0
        self.numbered = True  # whether ports report the serial numbers of their devices
        monkeypatch.delenv("PINGBLOCK_PORT", raising=False)
        monkeypatch.setattr("serial.tools.list_ports.comports", self.ports)
        monkeypatch.setattr("pingblock.connection.follower.time", self)
        monkeypatch.setattr("pingblock.connection.follower._open", self.opened)

    def ports(self):
        if not self.numbered:
            return []
        return [
            SimpleNamespace(device=name, vid=0x2E8A, serial_number=uid.upper(), description="")
            for name, (uid, _) in self.wires.items()
        ]

    def plug(self, name, uid=MINE, **replies):
        wire = Wire(**{"hello": {**HELLO, "uid": uid}, **replies})
        self.wires[name] = uid, wire
        return wire

    def unplug(self, name):
        _, wire = self.wires.pop(name)
        wire.fails = OSError(5, "gone")
        return wire

    def opened(self, name):
        if name not in self.wires:
            raise NoDevice(f"There is no port {name}.")
        _, wire = self.wires[name]
        return Device(wire, clock=wire.clock).open()

    def sleep(self, for_s):
        self.naps += 1
        assert self.naps < 10, "no device will be plugged in"
        if self.steps:
            self.steps.pop(0)()

    def follow(self, port=None, **how):
        return follow(port, self.said.append, **how)


@pytest.fixture
def plugs(monkeypatch):
    return Plugs(monkeypatch)


def draws(events, count):
    return [event["draw"] for event in islice(events, count)]


def test_device_is_found_again_at_another_port_and_reported(plugs):
    plugs.plug("COM3").tells(press(1))
    events = plugs.follow()
    assert draws(events, 1) == [1]
    plugs.unplug("COM3")
    plugs.steps = [lambda: None, lambda: plugs.plug("COM8").tells(press(2))]
    assert draws(events, 1) == [2]
    assert plugs.naps == 2
    lost = "The link to the stream was lost: was the device unplugged or restarted?"
    assert plugs.said == [
        f"Watching device {MINE} at COM3; Ctrl-C stops.",
        f"{lost} Waiting for device {MINE}.",
        f"Device {MINE} is back at COM8, with firmware 0.1.0.",
    ]


def test_other_device_at_the_old_port_is_not_used(plugs):
    plugs.plug("COM4", OTHERS).tells(press(7))
    plugs.plug("COM3").tells(press(1))
    events = plugs.follow(MINE[-6:])  # with two devices, the one with the requested number
    assert draws(events, 1) == [1]
    plugs.unplug("COM3")
    stranger = plugs.plug("COM3", OTHERS)
    stranger.tells(press(7))
    plugs.steps = [lambda: None, lambda: plugs.plug("COM9").tells({"event": "hello"}, press(2))]
    assert [next(events)["event"], *draws(events, 1)] == ["hello", 2]
    assert stranger.asked == []


def test_unnumbered_port_is_reopened_if_the_same_device_answers(plugs):
    plugs.numbered = False
    plugs.plug("/dev/pts/3").tells(press(1))
    events = plugs.follow("/dev/pts/3")
    draws(events, 1)
    plugs.unplug("/dev/pts/3")
    strangers = []

    def mine():
        plugs.unplug("/dev/pts/3")
        plugs.plug("/dev/pts/3").tells(press(2))

    def other():
        strangers.append(plugs.plug("/dev/pts/3", OTHERS))

    plugs.steps = [lambda: None, other, mine]
    assert draws(events, 1) == [2]
    assert strangers[0].closed == 1
    events.close()  # leaving early releases the port
    assert plugs.wires["/dev/pts/3"][1].closed == 1


def test_unusable_device_is_reported_only_once(plugs):
    plugs.plug("COM3").tells(press(1))
    events = plugs.follow()
    draws(events, 1)
    plugs.unplug("COM3")

    def deaf():
        plugs.plug("COM3", hello=lambda request: None)

    plugs.steps = [deaf, lambda: None, lambda: plugs.plug("COM3").tells(press(2))]
    assert draws(events, 1) == [2]
    assert [text for text in plugs.said if "did not answer" in text] == plugs.said[2:3]


def test_without_reconnecting_a_lost_link_raises_and_closes_the_port(plugs):
    with pytest.raises(LinkError, match="No Pico"):
        next(plugs.follow())
    assert plugs.naps == 0
    plugs.plug("COM3").tells(press(1))
    events = plugs.follow(reconnect=False)
    draws(events, 1)
    wire = plugs.unplug("COM3")
    with pytest.raises(LinkLost):
        next(events)
    assert (wire.closed, len(plugs.said)) == (1, 1)
