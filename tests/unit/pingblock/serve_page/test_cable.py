"""Boards at the ports of this computer, for the host's pages."""

import json

import pytest
from tests.unit.pingblock.device_on_wire import Wire
from tests.unit.pingblock.serve_page.story import story
from tests.unit.pingblock.serve_page.test_server import HELLO, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pingblock.connection.discovery import PORT_VARIABLE, Found
from pingblock.errors import PortBusy
from pingblock.serve_page import cable
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.server import PageServer
from pingware.shared import protocol


class Cable(Wire):
    """A device that answers, whose port can be pulled."""

    def read(self, size=1, /):
        return super().read(max(size, 4096))


@pytest.fixture
def ports(monkeypatch):
    """Makes two Picos available, one of them in use, and the port that the person named."""
    wire = Cable()
    picos = [Found(port, "", "") for port in ("/dev/ttyACM0", "/dev/ttyACM1")]
    monkeypatch.setattr(cable, "picos", lambda: picos)
    monkeypatch.setenv(PORT_VARIABLE, "/dev/pts/7")

    def opened(port):
        if port == "/dev/ttyACM1":
            raise PortBusy("/dev/ttyACM1 is in use by a terminal: stop that first.")
        return wire

    monkeypatch.setattr(cable, "open_port", opened)
    return wire


async def entering(address):
    """Connects a page. Returns its connection, and the first list of the ports."""
    line = await connect(f"ws://{address}/board", origin=f"http://{address}")
    await line.send(json.dumps(HELLO))
    assert json.loads(await line.recv())["kind"] == "hello"
    return line, json.loads(await line.recv())


@story
async def test_page_reaches_a_board_until_it_is_unplugged(ports):
    async with serving() as (address, _):
        line, listed = await entering(address)
        assert listed["ports"] == [
            {"port": "/dev/ttyACM0", "named": False},
            {"port": "/dev/ttyACM1", "named": False},
            {"port": "/dev/pts/7", "named": True},
        ]
        await line.send(json.dumps({"port": "/dev/ttyACM0"}))
        assert json.loads(await line.recv()) == {"kind": "opened"}
        await line.send(protocol.encode({"id": "1", "do": "hello"}))
        heard = b""
        while b"\n" not in heard:
            heard += await line.recv()
        assert b'"product"' in heard
        ports.fails = OSError("gone")
        await line.wait_closed()
        assert (line.close_code, line.close_reason) == (4007, "The board was unplugged.")
    assert ports.closed == 1


@story
async def test_port_is_closed_when_the_page_leaves(ports):
    async with serving() as (address, _):
        line, _listed = await entering(address)
        await line.send(json.dumps({"port": "/dev/pts/7"}))
        await line.recv()
        await line.close()
    assert ports.closed == 1


@pytest.mark.parametrize(
    ("message", "code", "reason"),
    [
        ({"port": "/dev/ttyACM1"}, 4006, "/dev/ttyACM1 is in use by a terminal: stop that first."),
        ({"port": "/dev/sda"}, 4003, "This port is not in the list."),
        ({"port": ["/dev/ttyACM0"]}, 4003, ""),
        ({}, 4003, ""),
    ],
)
@story
async def test_page_gets_only_free_listed_ports(ports, message, code, reason):
    async with serving() as (address, _):
        line, _listed = await entering(address)
        await line.send(json.dumps(message))
        await line.wait_closed()
        assert line.close_code == code
        assert line.close_reason.startswith(reason)
    assert ports.closed == 0


@story
async def test_guest_reaches_no_board(ports):
    pages = PageServer(PageFiles({}), DeviceHost(), "right")
    server, number = await pages.open(0)
    async with server:
        address = (await pages.share(number))[len("http://") :].partition("/")[0]
        with pytest.raises(InvalidStatus) as answer:
            await connect(f"ws://{address}/board", origin=f"http://{address}")
        await pages.end()
    assert answer.value.response.status_code == 403
