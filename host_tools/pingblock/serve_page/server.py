"""Server of the page: its files over HTTP, one device and one table over WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from pingblock.common.input_file import parse_json
from pingblock.errors import BadInput
from pingblock.serve_page.guests import Guests, network_address, new_code
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.page_tap import SERIAL
from pingblock.serve_page.requests import obey, pass_on
from pingblock.serve_page.room import Visitor
from pingblock.serve_page.table_room import GUEST, TableRoom

LOOPBACK = "127.0.0.1"
DEVICE, TABLE = "/device", "/table"  # paths of the WebSockets
VERSION = 1  # of the messages
HELLO_S, WRONG_S = 5.0, 1.0
MOST_BYTES = 1_000_000  # of one message from a page
# Why a connection was ended, for the page (RFC 6455 7.4.2: 4000 to 4999 are ours).
NOT_ADMITTED, OTHER_VERSION, MISTAKEN, TOO_SLOW = 4001, 4002, 4003, 4004


class PageServer:
    """Serves one device to all pages that know the token.

    Args:
        files: of the page.
        host: of the device.
        token: 1 or more characters.
    """

    def __init__(self, files: PageFiles, host: DeviceHost, token: str) -> None:
        self._files = files
        self._host = host
        self._token = token
        self._tables = TableRoom()
        self._names: tuple[str, ...] = ()
        self._guests = Guests()

    async def open(self, port: int) -> tuple[Server, int]:
        """Begins to listen on a port of this computer, 0 for a free one; returns its number.

        Raises:
            BadInput: the port cannot be had.
        """
        server = await self._listen(LOOPBACK, port)
        number = int(next(iter(server.sockets)).getsockname()[1])
        self._names = (f"{LOOPBACK}:{number}", f"localhost:{number}")
        return server, number

    async def share(self, port: int) -> str:
        """Lets guests on the local network sit at the table; returns the URL for them.

        Raises:
            BadInput: there is no network, or the port cannot be had there.
        """
        address = network_address()
        await self._listen(address, port)
        self._guests = Guests(f"{address}:{port}", new_code())
        return f"http://{self._guests.name}/#at={self._guests.code}"

    async def _listen(self, address: str, port: int) -> Server:
        try:
            return await serve(
                self._visit,
                address,
                port,
                process_request=self._answer,
                compression=None,
                max_size=MOST_BYTES,
                close_timeout=1,
            )
        except OSError as fault:
            why = os.strerror(fault.errno or 0)
            raise BadInput(
                f"TCP port {port} cannot be opened: {why}.", "--http 0 takes a free one."
            ) from None

    def _answer(self, _connection: ServerConnection, request: Request) -> Response | None:
        """Answers a request for a file; lets one for the device or the table pass (None)."""
        host = request.headers.get("Host", "")
        guest = self._is_guest(request)
        # By another name for this computer a page elsewhere asks.
        if host not in self._names and not guest:
            return _response(HTTPStatus.MISDIRECTED_REQUEST, {}, b"Not this server's name.\n")
        path = unquote(urlsplit(request.path).path)
        if path not in (DEVICE, TABLE):
            tag = request.headers.get("If-None-Match")
            return _response(*self._files.reply(path, host, tag))
        if request.headers.get("Origin") != f"http://{host}" or (guest and path == DEVICE):
            return _response(HTTPStatus.FORBIDDEN, {}, b"Only for this server's own page.\n")
        return None

    async def _visit(self, connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            visitor = await self._admit(connection)
            if visitor is None:
                return
            room = self._tables if _is_of_table(connection) else self._host.room
            room.enter(visitor)
            sending = asyncio.create_task(_send_all(visitor, connection))
            try:
                await self._serve(visitor, connection)
            finally:
                sending.cancel()
                room.leave(visitor)

    async def _admit(self, connection: ServerConnection) -> Visitor | None:
        """Returns who has come once it has said hello with the right token; else ends it."""
        try:
            hello = parse_json(await asyncio.wait_for(connection.recv(), HELLO_S))
            token, version = str(hello["token"]), int(hello["version"])
            name = str(hello["name"])
        except (TimeoutError, ValueError, KeyError, TypeError, BadInput):
            await connection.close(MISTAKEN, "Say hello first, with token, version and name.")
            return None
        if not self._knows(token, connection):
            await asyncio.sleep(WRONG_S)  # nobody guesses a code in an evening
            await connection.close(NOT_ADMITTED, "The token in the address is not this server's.")
            return None
        if version != VERSION:
            await connection.close(OTHER_VERSION, "Page and server differ: load the page anew.")
            return None
        await connection.send(json.dumps({"kind": "hello", "version": VERSION}))
        return Visitor(GUEST if self._is_guest(connection.request) else name)

    def _knows(self, token: str, connection: ServerConnection) -> bool:
        """Returns whether a page has said the token, or a guest the code."""
        wanted = self._guests.code if self._is_guest(connection.request) else self._token
        return hmac.compare_digest(token.encode(), wanted.encode())

    def _is_guest(self, request: Request | None) -> bool:
        name = self._guests.name
        return bool(name) and request is not None and request.headers.get("Host") == name

    async def _serve(self, visitor: Visitor, connection: ServerConnection) -> None:
        """Does what a page asks for until it has left, or has asked for nonsense."""
        async for message in connection:
            try:
                if isinstance(message, str) and _is_of_table(connection):
                    self._tables.ask(parse_json(message), visitor)
                elif isinstance(message, str):
                    await obey(parse_json(message), visitor, self._host)
                elif message[:1] == bytes((SERIAL,)):
                    pass_on(message[1:], visitor, self._host)
            except (ValueError, KeyError, TypeError, BadInput) as fault:
                why = f"{type(fault).__name__}: {fault}"
                await connection.close(MISTAKEN, why.encode()[:120].decode(errors="ignore"))
                return


def _is_of_table(connection: ServerConnection) -> bool:
    return connection.request is not None and connection.request.path == TABLE


async def _send_all(visitor: Visitor, connection: ServerConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (data := await visitor.next()) is not None:
            await connection.send(data)
        await connection.close(TOO_SLOW, "This page read too slowly.")


def _response(status: HTTPStatus, headers: dict[str, str], body: bytes) -> Response:
    length = {"Content-Length": str(len(body)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(**{**headers, **length}), body)
