"""Updates on a device whose flash refuses further writes."""

import asyncio
import importlib
import sys
from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Clock
from tests.fakes.flash_slots import FlashSlots

from pingblock.image.slot_image import SlotImage
from pingware.shared.protocol import ProtocolError

FIRMWARE = SlotImage(bytes(range(32)), b"firmware", ())
MODULES = ("pingware.storage.slot_state", "pingware.app.files.update_requests")


def forget():
    """Has the next import load the modules again."""
    for name in MODULES:
        sys.modules.pop(name, None)
        package, _, attribute = name.rpartition(".")
        vars(importlib.import_module(package)).pop(attribute, None)


@pytest.fixture
def slots(monkeypatch):
    """Two slots: a runs, and b has untried firmware."""
    made = FlashSlots(FIRMWARE.base, 0, FIRMWARE.at(0, 1), FIRMWARE.at(1, 1))
    made.flash[1][256:512] = b"\xff" * 256
    monkeypatch.setitem(sys.modules, "firmware_slots", made)
    monkeypatch.setattr(asyncio, "sleep_ms", Clock().sleep_ms, raising=False)
    forget()
    return made


@pytest.fixture
def left():
    """The reasons for which the device ended the firmware, in order."""
    return []


@pytest.fixture
def commit(slots, left, monkeypatch):
    """Asks for a commit. Returns the answer."""
    board = SimpleNamespace(without_interrupts=lambda call: call())
    ends, activity = SimpleNamespace(restart="restart"), SimpleNamespace(moves=False, busy=False)
    requests = importlib.import_module(MODULES[1])
    link = requests.UpdateHandlers(board, ends, activity, None, None)
    monkeypatch.setattr(link, "_leave_for", left.append)
    yield lambda: asyncio.run(link.handlers["update"]({"what": "commit"}))
    forget()


def test_commit_writes_once_and_restarts_the_device(commit, slots, left):
    assert (commit(), left, slots.writes) == ({"restarts": True}, ["restart"], 1)
    assert bytes(slots.flash[1][256:264]) == bytes((2, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF))


def test_second_commit_is_refused_while_the_first_is_due(commit):
    commit()
    with pytest.raises(ProtocolError) as refused:
        commit()
    assert refused.value.code == "busy"


def test_commit_that_cannot_be_written_is_refused_without_a_restart(commit, slots, left):
    def fails(_slot, _offset, _data):
        raise OSError(5)

    slots.write = fails
    with pytest.raises(ProtocolError) as refused:
        commit()
    assert (refused.value.code, left) == ("flash", [])


def test_commit_of_empty_slot_is_refused(commit, slots, left):
    slots.flash[1][:] = b"\xff" * len(slots.flash[1])
    with pytest.raises(ProtocolError) as refused:
        commit()
    assert (refused.value.code, left, slots.writes) == ("no_other", [], 0)
