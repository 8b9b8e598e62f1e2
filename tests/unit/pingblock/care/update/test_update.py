"""An update over the link: its decisions, and its verdict on the trial."""

import pytest
from tests.fakes.clocks import Wall
from tests.unit.pingblock.device_on_wire import HELLO, Wire

from pingblock.care.update import run
from pingblock.care.update.plan import in_place, plan, state
from pingblock.care.update.run import send, verdict
from pingblock.connection import reconnect
from pingblock.connection.device import Device
from pingblock.connection.reconnect import Reconnection
from pingblock.errors import LinkLost, NoAnswer, PingblockError, Refused, RolledBack, WrongDevice
from pingblock.image.slot_image import SlotImage
from pingware.shared import protocol, slot_format

MPY = 6 | 3 << 8
IMAGE = SlotImage(bytes(32), b"\x01" * 16, (0,))
NOW = {"slot": "a", "running": "a", "state": "confirmed", "why": "", "mpy": MPY}
NOW |= {"base": "00" * 32, "crc32": 1}
UID = HELLO["uid"]


def wire(now=NOW):
    """A device in this state."""
    return Wire(update=now)


def opened(made):
    return Device(made, clock=made.clock).open()


def planned(**now):
    return plan(in_place(opened(wire({**NOW, **now}))), IMAGE)


@pytest.mark.parametrize(("slot", "other"), [("a", "b"), ("b", "a")])
def test_firmware_is_sent_to_the_slot_not_in_use(slot, other):
    steps = planned(slot=slot, running=slot)
    assert (steps.slot, steps.up_to_date) == (other, False)
    assert steps.content == IMAGE.stream("ab".index(other))
    assert planned(slot=slot, running=slot, crc32=IMAGE.crc32("ab".index(slot))).up_to_date
    assert not planned(slot=slot, running=slot, crc32=IMAGE.crc32("ab".index(other))).up_to_date


@pytest.mark.parametrize(
    ("now", "error", "says"),
    [
        ({"state": "committed"}, Refused, "still trying an update"),
        ({"state": "trial"}, Refused, "still trying an update"),
        ({"base": "01" * 32}, WrongDevice, "onto it once, with 'pingblock flash pico'"),
        ({"base": ""}, WrongDevice, "as Pingblock 0.1 had: use 'pingblock install'"),
    ],
)
def test_update_is_refused_during_trial_or_for_another_base(now, error, says):
    with pytest.raises(error, match=says):
        planned(**now)


def test_device_too_old_for_updates_must_be_installed():
    old = wire(protocol.ProtocolError("unknown_request", "What?"))
    with pytest.raises(PingblockError, match=r"install|older"):
        state(opened(old))


def test_upload_is_sent_in_one_piece_with_progress(monkeypatch):
    sent, done = [], []

    def put(_device, path, data, told):
        sent.append((path, data))
        for now in (1, len(data)):
            told(now, len(data))

    monkeypatch.setattr(Device, "put", put)
    steps = planned()
    send(opened(wire()), steps, done.append)
    assert sent == [("/firmware", steps.content)]
    assert done == [1, len(steps.content) - 1], "for a bar that ends at all bytes"


class Restarts(Wall):
    """A device that reports one state after another, and is missing at each None."""

    def __init__(self, monkeypatch, *states):
        self.states = list(states)
        monkeypatch.setattr(reconnect, "time", self)
        monkeypatch.setattr(run, "time", self)

    def opened(self, _port):
        if self.states[0] is None:
            self._next()
            raise LinkLost("It is away.")
        return opened(wire(lambda request: self._next()))

    def _next(self):
        return self.states.pop(0) if len(self.states) > 1 else self.states[0]

    def verdict(self, slot="b"):
        return verdict(Reconnection("here", UID, self.opened), slot, AGAIN)


AGAIN = "pingblock update rollback"
TRIAL = {**NOW, "running": "b", "state": "trial"}
GOOD = {**NOW, "slot": "b", "running": "b"}


def test_verdict_is_awaited_over_restarts(monkeypatch):
    assert Restarts(monkeypatch, None, None, TRIAL, TRIAL, None, GOOD).verdict().slot == "b"


IT = "because the firmware in slot b"
SAID = {
    "damaged": f"{IT} was damaged. Type '{AGAIN}' to try again.",
    "crash": f"{IT} crashed. 'pingblock status --log' shows what it noted.",
    "hang": f"{IT} hung. 'pingblock status --log' shows",
    "late": f"{IT} did not work well within 30 s. 'pingblock status --log' shows",
    "power": f"because the power failed or the board was reset during its trial. Type '{AGAIN}'",
    "stopped": f"because a program at the prompt ended its trial. Type '{AGAIN}'",
}


@pytest.mark.parametrize("why", slot_format.REASONS)
def test_rollback_is_reported_with_the_reason(why, monkeypatch):
    back = {**NOW, "state": "rolled_back", "why": why}
    with pytest.raises(RolledBack, match=f"went back to slot a, {SAID[why]}"):
        Restarts(monkeypatch, None, TRIAL, None, back).verdict()


@pytest.mark.parametrize(
    ("states", "error", "says"),
    [
        ((None, NOW), RolledBack, "runs slot a, because slot b was not tried. .* rollback"),
        ((None,), NoAnswer, "is not known after"),
        ((TRIAL,), NoAnswer, "is not known after"),
    ],
)
def test_missing_verdict_is_not_a_success(states, error, says, monkeypatch):
    with pytest.raises(error, match=says):
        Restarts(monkeypatch, *states).verdict()


def test_other_or_missing_device_after_restart_is_noticed(monkeypatch):
    monkeypatch.setattr(reconnect, "time", Wall())

    def waited(opened_at):
        return Reconnection("here", UID, opened_at).wait(5)

    def gone(port):
        raise LinkLost("It was unplugged.")

    other = Wire(hello={**HELLO, "uid": "e6605838ffffffff"})
    with pytest.raises(WrongDevice, match="instead of"):
        waited(lambda port: opened(other))
    assert other.closed
    with pytest.raises(NoAnswer, match=r"not back within 5 s\. It was unplugged"):
        waited(gone)
