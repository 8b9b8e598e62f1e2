"""Connects Picos at the ports of this computer to the host's pages, over a WebSocket.

A page uses this if its browser cannot open serial ports, or if PINGBLOCK_PORT names a port.
"""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from pingblock.common.background import begin
from pingblock.common.stream import Stream
from pingblock.connection.discovery import PORT_VARIABLE, choose, picos
from pingblock.connection.transport import open_port
from pingblock.errors import BadInput, PingblockError
from pingblock.serve_page.messages import end, read_object, received

MOST_BYTES = 65_536  # maximum bytes in one message of a page
_NOT_OPENED, _UNPLUGGED = 4006, 4007  # close codes for a page, see server.py


def ports() -> dict[str, bool]:
    """Returns the names of the ports that a page can open, and whether the person named each."""
    found = dict.fromkeys((each.port for each in picos()), False)
    if os.environ.get(PORT_VARIABLE):
        # PINGBLOCK_PORT can be a serial number that several Picos have.
        with suppress(PingblockError):
            found[choose()] = True
    return found


async def connect(connection: ServerConnection) -> None:
    """Lists the ports for a page. Connects the page to one of them until one end has left.

    Raises:
        BadInput, KeyError: the request is not valid in this version.
        ConnectionClosed: the page has left.
    """
    listed = await asyncio.to_thread(ports)
    told = [{"port": port, "named": named} for port, named in listed.items()]
    await connection.send(json.dumps({"kind": "ports", "ports": told}))
    message = await received(connection, MOST_BYTES)
    if message is None:
        return
    port = read_object(message)["port"]
    if port not in listed:
        raise BadInput("This port is not in the list.")
    try:
        stream = await asyncio.to_thread(open_port, port)
    except PingblockError as fault:
        await end(connection, _NOT_OPENED, str(fault))
        return
    over = asyncio.Event()
    reading = begin(_read_all(stream, connection, over), "Reading a board")
    try:
        await connection.send(json.dumps({"kind": "opened"}))
        while (data := await received(connection, MOST_BYTES)) is not None:
            if not isinstance(data, bytes):
                raise BadInput("A message to a port must contain bytes.")
            await asyncio.to_thread(stream.write, data)
    except OSError:
        await end(connection, _UNPLUGGED, f"The board at {port} was unplugged.")
    finally:
        over.set()
        await reading  # The thread's read ends soon.
        with suppress(OSError):
            stream.close()


async def _read_all(stream: Stream, connection: ServerConnection, over: asyncio.Event) -> None:
    """Sends the Pico's output to the page until the Pico or the page has left."""
    with suppress(ConnectionClosed):
        try:
            while not over.is_set():
                if data := await asyncio.to_thread(_read, stream):
                    await connection.send(data)
        except OSError:
            await end(connection, _UNPLUGGED, "The board was unplugged.")


def _read(stream: Stream) -> bytes:
    return stream.read(max(1, stream.in_waiting))
