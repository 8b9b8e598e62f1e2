"""Buttons held at power-on: what holding the check button does, depending on how long."""

import asyncio
import sys
from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Clock

import pingware.boards
from pingware.app.boot import boot_hold


@pytest.mark.parametrize(
    ("held_ms", "lit", "safe"),
    [(5000, 0, 0), (5020, 1, 1), (15_020, 1, 1), (15_040, 1, 0), (60_000, 1, 0)],
)
def test_hold_of_5_to_15_s_leads_to_safe_mode(monkeypatch, held_ms, lit, safe):
    done, clock = [], Clock(100)
    ends = SimpleNamespace(Resets=lambda: SimpleNamespace(safe_mode=lambda: done.append("safe")))
    monkeypatch.setitem(sys.modules, "pingware.boards.resets_rp2", ends)
    monkeypatch.setattr(pingware.boards, "resets_rp2", ends, raising=False)
    monkeypatch.setattr(asyncio, "sleep_ms", clock.sleep_ms, raising=False)
    monkeypatch.setattr(boot_hold, "time", clock)

    class Buttons:
        check_down = property(lambda self: clock.ms < 100 + held_ms)

    stage = SimpleNamespace(light=lambda show, count: done.append(show))
    asyncio.run(boot_hold.follow_check(stage, Buttons()))
    assert done == ["muted"] * lit + ["safe"] * safe
    assert clock.ms <= 100 + 15_040  # a stuck button is no longer checked
