"""A transfer that ends in the middle of a block."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from tests.fakes.clocks import Clock

from pingware.app.files import receiver
from pingware.link.chunks import BrokenChunk
from pingware.shared.protocol import ProtocolError

HALF_A_BLOCK = 3  # reads


class Chunks:
    """Chunks of which one cannot be taken; the rest of it is still to come."""

    size = 4096

    def __init__(self, wrong):
        self._wrong = wrong
        self.left = HALF_A_BLOCK

    def is_coming(self, _wait_ms):
        return True

    def read_next(self, _count, _crc):
        raise self._wrong

    def rounds(self):
        return range(8)

    def throw_away(self):
        self.left -= 1
        return self.left > 0


class Rest:
    """Flash that may be written at any time."""

    async def do(self, act, _id=None):
        act()


@pytest.mark.parametrize(
    ("wrong", "raised"), [(MemoryError(), MemoryError), (BrokenChunk("No."), ProtocolError)]
)
def test_what_is_left_of_a_block_is_not_taken_for_requests(monkeypatch, wrong, raised):
    blocks, closed, heard = Chunks(wrong), [], []
    clock = Clock(7)
    monkeypatch.setattr(asyncio, "sleep_ms", clock.sleep_ms, raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: 7, raising=False)
    monkeypatch.setattr(time, "ticks_diff", clock.ticks_diff, raising=False)
    monkeypatch.setattr(receiver, "Chunks", lambda: blocks)
    console = SimpleNamespace(send_json=lambda body: None, flush=lambda: False, heard=heard.append)
    part = SimpleNamespace(at=0, open=bool, close=lambda: closed.append(True), data=b"")
    request = {"id": 1, "size": 100, "crc32": 1}
    with pytest.raises(raised):
        asyncio.run(receiver.Receiver(console, bool, Rest()).receive(request, part, ()))
    assert (blocks.left, heard, closed) == (0, [7], [True])
