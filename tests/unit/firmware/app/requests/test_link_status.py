"""The longest status fits on one line, because a damaged device must be able to report it."""

import gc
from types import SimpleNamespace

import pytest

from pingblock.common.declared import SETTINGS, declarations
from pingware.app.requests.link import Link
from pingware.games import block
from pingware.games.block.rules import OUTCOMES
from pingware.shared import battery, fault_texts, protocol
from pingware.shared.battery import Check
from pingware.shared.settings import Settings
from pingware.storage.files import FaultLog

BIG = 2**30


@pytest.fixture
def status(monkeypatch):
    monkeypatch.setattr(gc, "mem_free", lambda: 264 * 1024, raising=False)
    monkeypatch.setattr(gc, "collect", lambda: 0)
    stored = dict.fromkeys(SETTINGS, "nonsense") | {"weights": [11_111] * 9, "extra": 1}
    faults = FaultLog()
    codes = sorted({*fault_texts.FAULT_TEXTS, *battery.FAULTS}, key=len)
    for code in codes:
        faults.note(code, BIG)  # the six longest are kept
    device = SimpleNamespace(
        board=SimpleNamespace(console_parts=lambda: (None, None, None)),
        settings=Settings(declarations(), stored),
        sound=SimpleNamespace(speaker=SimpleNamespace(underruns=BIG, playing=False)),
        chance=SimpleNamespace(seed=None),
    )
    game = {"game": "storm_dice", "draws": BIG, "counts": [BIG] * len(OUTCOMES)}
    host = SimpleNamespace(
        settings=block.GAME.settings, status=lambda: dict(game), unsettled=False
    )
    check = Check(4999, 4999, 99_999, "replace_soon", False, max(battery.FAULTS, key=len))
    supply = SimpleNamespace(on_usb=False, last_event=battery.event(check))
    reports = SimpleNamespace(faults=faults)
    busy = SimpleNamespace(busy=False)
    port = SimpleNamespace(session=0)
    parts = SimpleNamespace(host=host, reports=reports, supply=supply, activity=busy, port=port)
    link = Link(bytearray(10), device, parts)
    link.console.refused = link.console.outbox.dropped = BIG
    return link._status({"memory": True})


def test_longest_status_fits_one_line_beside_another_setting(status) -> None:
    status["settings"]["a_setting_with_a_name"] = {"a value of": "moderate length"}
    status["uptime_ms"] = BIG
    # all except the weights, including those of other games, with an unknown game and version
    assert status["problem_count"] == len(SETTINGS) + 1
    assert status["ram_largest"] == 264 * 1024 * 7 // 8
    assert len(status["faults"]) == 6
    reply = protocol.ok("x" * protocol.MAX_ID_CHARS, status)
    assert protocol.decode(protocol.encode(reply, 64)) == reply
