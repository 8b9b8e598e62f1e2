"""A transfer that ends in the middle of a block."""

import asyncio
import time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from tests.fakes.clocks import Clock

from pingware.app.files import receiver
from pingware.link.chunks import BrokenChunk
from pingware.shared.protocol import ProtocolError


async def at_any_time(act, _id=None):
    """Replaces ``FlashWriter.do``, and runs ``act`` at once."""
    act()


@pytest.mark.parametrize(
    ("wrong", "raised"), [(MemoryError(), MemoryError), (BrokenChunk("No."), ProtocolError)]
)
def test_rest_of_a_failed_block_is_thrown_away(monkeypatch, wrong, raised):
    blocks, part, console = Mock(size=4096), Mock(at=0, data=b""), Mock()
    blocks.read_next.side_effect = wrong
    blocks.rounds.return_value = range(8)
    blocks.throw_away.side_effect = [True, True, False]  # the rest comes in two reads
    clock = Clock(7)
    monkeypatch.setattr(asyncio, "sleep_ms", clock.sleep_ms, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: 7, raising=False)
    monkeypatch.setattr(time, "ticks_diff", clock.ticks_diff, raising=False)
    monkeypatch.setattr(receiver, "Chunks", lambda: blocks)
    request = {"id": 1, "size": 100, "crc32": 1}
    writer = SimpleNamespace(do=at_any_time)
    with pytest.raises(raised):
        asyncio.run(receiver.Receiver(console, bool, writer).receive(request, part, ()))
    assert blocks.throw_away.call_count == 3
    console.heard.assert_called_once_with(7)
    part.close.assert_called_once_with()
