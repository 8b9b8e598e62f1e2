"""An update over the link: what it decides, and what it makes of how the trial went."""

from itertools import count
from zlib import crc32

import pytest
from tests.fakes.clocks import Wall
from tests.unit.pingblock.device_on_wire import HELLO, Wire

from pingblock.build.slot_image import SlotImage
from pingblock.common.frozen import identity
from pingblock.connection.device import Device
from pingblock.connection.reconnect import Reconnection
from pingblock.errors import LinkLost, NoAnswer, PingblockError, Refused, RolledBack, WrongDevice
from pingblock.update.plan import plan, plan_in_place, state
from pingblock.update.run import WHY, Verdict, other_is_whole, stage
from pingware.shared import protocol, slots

MPY = 6 | 3 << 8
FIRMWARE = {"app.mpy": bytes((77, 6, 3, 31)), "manifest.txt": b"1"}
NOW = {"slot": "a", "running": "a", "state": "confirmed", "why": "", "mpy": MPY}
UID = HELLO["uid"]


def wire(now=NOW, a=(), b=()):
    """A device with files in its two slots."""

    def files(request):
        found = made.held[request["folder"]]
        listed = {name: [len(data), crc32(data)] for name, data in found.items()}
        return {"files": listed, "more": False}

    made = Wire(update=now, files=files, remove={"removed": True})
    made.held = {"/a": dict(a), "/b": dict(b), "/": {}}
    return made


def opened(made):
    return Device(made, clock=made.clock).open()


def test_new_firmware_goes_into_the_slot_that_is_not_in_force():
    steps = plan(opened(wire(a={"app.mpy": b"old"}, b={"app_gone.mpy": b""})), FIRMWARE)
    assert list(steps.write) == ["/b/app.mpy", "/b/manifest.txt"]
    assert steps.remove == ("/b/app_gone.mpy",)
    assert not steps.up_to_date
    assert steps.size == 5


@pytest.mark.parametrize(
    ("said", "same"), [(identity(FIRMWARE).encode(), True), (b"other", False)]
)
def test_firmware_that_is_in_micropython_itself_is_known_by_its_name(said, same):
    device = wire({**NOW, "running": "f"})
    device.held["/"] = {"factory": said}
    assert plan(opened(device), FIRMWARE).up_to_date is same
    assert not plan(opened(wire({**NOW, "running": "a"})), FIRMWARE).up_to_date


def test_firmware_that_is_in_micropython_itself_can_be_gone_back_to():
    def is_whole(device):
        return other_is_whole(opened(device), state(opened(device)))

    device = wire({**NOW, "slot": "b", "running": "b"}, b=FIRMWARE)
    assert not is_whole(device)
    device.held["/"] = {"factory": b"0123456789abcdef"}
    assert is_whole(device)
    device = wire(NOW, a=FIRMWARE)
    device.held["/"] = {"factory": b"0123456789abcdef"}
    assert not is_whole(device), "b is another matter"


def test_what_is_there_already_is_not_sent_again():
    steps = plan(opened(wire({**NOW, "slot": "b"}, a={"manifest.txt": b"1"})), FIRMWARE)
    assert list(steps.write) == ["/a/app.mpy"]
    assert steps.same == ("/a/manifest.txt",)
    assert plan(opened(wire(a=FIRMWARE)), FIRMWARE).up_to_date


@pytest.mark.parametrize(
    ("now", "error", "says"),
    [
        ({"state": "committed"}, Refused, "still trying an update"),
        ({"state": "trial"}, Refused, "still trying an update"),
        ({"mpy": 7}, WrongDevice, "cannot run this firmware"),
    ],
)
def test_no_update_while_another_is_tried_or_for_another_micropython(now, error, says):
    with pytest.raises(error, match=says):
        plan(opened(wire({**NOW, **now})), FIRMWARE)


def test_a_device_older_than_updates_is_told_to_be_installed():
    old = wire(protocol.ProtocolError("unknown_request", "What?"))
    with pytest.raises(PingblockError, match=r"install|older"):
        state(opened(old))


def test_a_slot_that_holds_something_else_afterwards_is_not_tried(monkeypatch):
    made = wire()
    device = opened(made)
    sent, done = [], []

    def put(_device, path, data, told):
        sent.append(path)
        for now in (1, len(data)):
            told(now, len(data))

    monkeypatch.setattr(Device, "put", put)
    steps = plan(device, FIRMWARE)
    with pytest.raises(PingblockError, match="the old firmware stays"):
        stage(device, steps, FIRMWARE, done.append)
    assert sent == ["/b/app.mpy", "/b/manifest.txt"]
    assert done == [1, 3, 1, 0], "for a bar that ends at 5 bytes"
    made.held["/b"] = FIRMWARE
    stage(device, steps, FIRMWARE, lambda step: None)


IMAGE = SlotImage(bytes(32), b"\x01" * 16, (0,))
IN_PLACE = {**NOW, "base": "00" * 32, "crc32": 1}


def planned(**now):
    return plan_in_place(state(opened(wire({**IN_PLACE, **now}))), IMAGE)


@pytest.mark.parametrize(("slot", "other"), [("a", "b"), ("b", "a")])
def test_firmware_in_place_is_one_image_for_the_other_slot(slot, other):
    steps = planned(slot=slot, running=slot)
    assert (steps.slot, steps.in_place, steps.up_to_date) == (other, True, False)
    assert steps.write == {"/firmware": IMAGE.stream("ab".index(other))}
    assert planned(slot=slot, running=slot, crc32=IMAGE.crc32("ab".index(slot))).up_to_date
    assert not planned(slot=slot, running=slot, crc32=IMAGE.crc32("ab".index(other))).up_to_date


@pytest.mark.parametrize(
    ("now", "error", "says"),
    [
        ({"state": "committed"}, Refused, "still trying an update"),
        ({"state": "trial"}, Refused, "still trying an update"),
        ({"base": "01" * 32}, WrongDevice, "onto it once, with 'pingblock flash'"),
    ],
)
def test_no_update_in_place_during_a_trial_or_for_another_base(now, error, says):
    with pytest.raises(error, match=says):
        planned(**now)


def test_staging_in_place_sends_the_image_and_asks_for_no_files(monkeypatch):
    sent = []
    monkeypatch.setattr(Device, "put", lambda _device, path, data, _told: sent.append(path))
    made = wire(IN_PLACE)
    made.held.clear()
    stage(opened(made), planned(), {}, lambda step: None)
    assert sent == ["/firmware"]


class Restarts(Wall):
    """A device that says one state after the other, and is away at each None."""

    def __init__(self, *states):
        self.states = list(states)

    def opened(self, _port):
        if self.states[0] is None:
            self._next()
            raise LinkLost("It is away.")
        return opened(wire(lambda request: self._next()))

    def _next(self):
        return self.states.pop(0) if len(self.states) > 1 else self.states[0]

    def verdict(self, slot="b"):
        reconnection = Reconnection("here", UID, self.opened, self.clock, self.nap)
        return Verdict(reconnection, self.clock, self.nap).wait(slot)


TRIAL = {**NOW, "running": "b", "state": "trial"}
GOOD = {**NOW, "slot": "b", "running": "b"}


def test_the_verdict_is_waited_for_over_restarts():
    assert Restarts(None, None, TRIAL, TRIAL, None, GOOD).verdict().slot == "b"


@pytest.mark.parametrize("why", slots.REASONS)
def test_a_rollback_says_why(why):
    back = {**NOW, "state": "rolled_back", "why": why}
    with pytest.raises(RolledBack, match=f"{WHY[why]}. 'pingblock log' shows what it noted"):
        Restarts(None, TRIAL, None, back).verdict()


@pytest.mark.parametrize(
    ("states", "error", "says"),
    [
        ((None, NOW), RolledBack, "was not tried"),
        ((None,), NoAnswer, "has not decided"),
        ((TRIAL,), NoAnswer, "has not decided"),
    ],
)
def test_without_a_verdict_there_is_no_success(states, error, says):
    with pytest.raises(error, match=says):
        Restarts(*states).verdict()


def test_another_device_in_its_place_or_none_is_noticed():
    def waited(opened_at):
        return Reconnection("here", UID, opened_at, count().__next__, lambda s: None).wait(5)

    def gone(port):
        raise LinkLost("It was unplugged.")

    other = Wire(hello={**HELLO, "uid": "e6605838ffffffff"})
    with pytest.raises(WrongDevice, match="instead of"):
        waited(lambda port: opened(other))
    assert other.closed
    with pytest.raises(NoAnswer, match=r"not back within 5 s\. It was unplugged"):
        waited(gone)
