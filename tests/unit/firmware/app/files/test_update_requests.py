"""Updates on a device whose flash takes nothing more."""

import asyncio
from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Clock

from pingware.app.files.update_requests import UpdateHandlers
from pingware.shared import slots
from pingware.shared.protocol import ProtocolError
from pingware.storage import writing


@pytest.fixture
def link(monkeypatch):
    monkeypatch.setattr(asyncio, "sleep_ms", Clock().sleep_ms, raising=False)
    monkeypatch.setattr(slots, "read", lambda: slots.parse("/a", ""))
    board = SimpleNamespace(without_interrupts=lambda call: call())
    ends = SimpleNamespace(restart="restart")
    return UpdateHandlers(board, ends, SimpleNamespace(moves=False, busy=False), None, None)


def test_commit_writes_the_sign_first_and_then_the_switch_byte_for_byte(link, monkeypatch):
    """The files that ``start`` and ``install`` read: see ``shared.slots``."""
    written = []
    monkeypatch.setattr(writing, "replace", lambda *what: written.append(what))
    monkeypatch.setattr(link, "_leave_for", lambda act: written.append(act))
    answer = asyncio.run(link.handlers["update"]({"what": "commit"}))
    assert written == [("/trial", b"a?b"), ("/slot", b"/start"), "restart"]
    assert answer == {"restarts": True}


def test_commit_on_a_full_flash_is_refused_and_nobody_leaves(link, monkeypatch):
    def full(_path, _data):
        raise OSError(28)

    monkeypatch.setattr(writing, "replace", full)
    with pytest.raises(ProtocolError) as refused:
        asyncio.run(link.handlers["update"]({"what": "commit"}))
    assert refused.value.code == "flash"
    assert link._leaving is None
