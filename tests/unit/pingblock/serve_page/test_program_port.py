"""Commands reach the user's device that a page shows, but not a device from a link."""

import asyncio
import socket
from urllib.parse import urlsplit

import pytest
from tests.unit.pingblock.serve_page.story import story

from pingblock.block.state import BlockState
from pingblock.connection.device import Device
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.live_device import Opening
from pingblock.serve_page.program_port import ProgramPort
from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.serial_tap import sealed


@pytest.fixture
def port():
    port = ProgramPort()
    yield port
    port.close()


class Seen(list):
    """A fake room that records the messages for pages."""

    def tell(self, messages):
        self += messages

    def begin(self, opened):
        self.clear()

    def of(self, kind):
        return [each for each in self if isinstance(each, dict) and each["kind"] == kind]


def shown(port):
    host = DeviceHost(BlockState(), port)
    host.room = Seen()
    return host


@story
async def test_effects_of_a_command_reach_the_page_and_the_store(port, tmp_path):
    host = shown(port)
    await host.open(Opening("wasm"), keep=True)

    def commands():
        with Device(port.url) as device:
            device.volume(3)
            outcome = device.press()
            device.put("/sounds/laugh.snd", bytes(300))
        with Device(port.url) as device:
            return outcome, device.volume().volume

    outcome, volume = await asyncio.to_thread(commands)
    assert (outcome.draw, volume) == (1, 3)
    assert host.room.of("light")
    assert host.room.of("amp")
    assert (await host.close()).files["/sounds/laugh.snd"] == bytes(300)


@story
async def test_page_and_command_can_ask_at_the_same_time(port):
    """A page's requests during a transfer wait, and are answered after it."""
    host = shown(port)
    await host.open(Opening("wasm"), keep=True)

    def put():
        with Device(port.url) as device:
            device.put("/sounds/laugh.snd", bytes(range(256)) * 40)
            return len(device.files("/sounds"))

    doing = asyncio.create_task(asyncio.to_thread(put))
    asked = 0
    while not doing.done():
        asked += 1
        host.send(sealed(f'{{"id":"p-{asked}","do":"status"}}'), "page")
        await asyncio.sleep(0.1)
    assert await doing == 1
    await host.close()
    said = b"".join(bytes(each[1:]) for each in host.room if isinstance(each, bytes))
    assert said.count(b'"id":"p-') > 0


@story
async def test_no_command_reaches_the_device_of_a_link(port):
    told = []
    host = shown(port)
    host._changed = lambda: told.append((host.engine, host.why_no_port))
    await host.open(Opening("wasm"), keep=True)
    await host.open(Opening("wasm", files={"/main.py": b""}, replay=True), keep=False)
    place = urlsplit(port.url)
    with socket.create_connection((place.hostname, place.port)) as caller:
        caller.sendall(f"{place.query.partition('=')[2]}\n".encode())
        while len(host.room.of("clock")) < 5:
            await asyncio.sleep(0.01)
        assert not port.is_used
        await host.open(Opening("wasm"), keep=True)
        while not port.is_used:
            await asyncio.sleep(0.01)
    host.plug(False)
    host.plug(True)
    assert told == [
        ("wasm", ""),
        ("wasm", "it plays a link now"),
        ("wasm", ""),
        ("wasm", "the cable of the block is out"),
        ("wasm", ""),
    ]
    await host.close()


@story
async def test_next_device_keeps_the_cells_of_the_block(port):
    host = shown(port)
    await host.open(Opening("wasm"), keep=True)
    host.order(lambda hands: hands.fit(Cell(1100, 1.2), 2))
    while not host.room.of("did"):
        await asyncio.sleep(0.01)
    await host.open(Opening("wasm"), keep=True)
    while not host.room.of("supply"):
        await asyncio.sleep(0.01)
    assert host.room.of("supply")[-1]["cells"] == {"openMv": 1100, "ohm": 1.2, "count": 2}
    did = [each["action"]["do"] for each in host.room.of("did")]
    assert did == ["battery"]
    assert (await host.close()).pack.count == 2
