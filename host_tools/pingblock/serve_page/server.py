"""Serves the page: its files over HTTP, and one device and one game over WebSockets."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from pingblock.common.background import begin, why
from pingblock.common.plain_text import say
from pingblock.errors import BadInput, PingblockError
from pingblock.languages import ENGLISH
from pingblock.languages.catalogues import languages
from pingblock.serve_page import cable
from pingblock.serve_page.budget import Budget, Budgets
from pingblock.serve_page.crowd import GUESTS, OWN, Crowd, PageConnection
from pingblock.serve_page.guests import Guests, network_address, new_code, qr_code
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.messages import end, read_object, received
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.page_tap import SERIAL
from pingblock.serve_page.requests import obey, pass_on
from pingblock.serve_page.room import MOST_BYTES as MOST_WAITING
from pingblock.serve_page.room import Visitor
from pingblock.serve_page.table_room import TableRoom

LOOPBACK = "127.0.0.1"
DEVICE, TABLE, BOARD = "/device", "/table", "/board"  # paths of the WebSockets
VERSION = 1  # version of the messages
HELLO_S, WRONG_S, CLOSE_S = 5.0, 1.0, 1.0
BEAT_S = 3.0  # If a page gets no beats for a while, it connects again: see served.js.
ASK_S = 60.0  # time limit for an HTTP request and its whole answer, on a slow network
# Maximum bytes of a message from a page, and from a guest's page, which sends one command.
MOST_BYTES, GUEST_BYTES = 1_000_000, 4000
MOST_FRAME = 131_072  # bytes of a guest's message that are read before it is refused
MOST_FRAMES = 2  # maximum frames that wait to be read
# Maximum connections that are accepted at once. Each takes 0.3 ms, during which the server does
# nothing else.
BACKLOG = 16
NAME_CHARS = 64
GUEST_WAITING = 2_000_000  # maximum bytes that wait for a guest: twice the state of a long game
# Limits of messages, at once and each second: a page of the host, and all guests at one address.
OWN_TALK, GUEST_TALK = (1000, 500), (60, 20)
FILES = (300, 50)  # files that a guest can load: at once, and each second
NONSENSE = (ValueError, LookupError, TypeError, BadInput)  # errors that an invalid message causes
# Close codes for the page. RFC 6455 7.4.2 leaves 4000 to 4999 to applications.
NOT_ADMITTED, OTHER_VERSION, MISTAKEN, TOO_SLOW, TOO_MANY = 4001, 4002, 4003, 4004, 4005


class PageServer:
    """Serves one device to all pages that know the token.

    Args:
        files: files of the page.
        host: the device's host.
        token: secret for the page's address, 1 or more characters.
        tables: the game of the server, and its pages. None makes a new one.
    """

    def __init__(
        self, files: PageFiles, host: DeviceHost, token: str, tables: TableRoom | None = None
    ) -> None:
        self._files = files
        self._host = host
        self._token = token
        self._tables = tables or TableRoom()
        self._names: tuple[str, ...] = ()
        self._guests = Guests()
        self._own_crowd, self._guests_crowd = Crowd(OWN), Crowd(GUESTS)
        self._talk, self._loads = Budgets(*GUEST_TALK), Budgets(*FILES)

    async def open(self, port: int) -> tuple[Server, int]:
        """Listens on a port of this computer (0 takes any free port). Returns its number.

        Raises:
            BadInput: the port cannot be used.
        """
        server = await self._listen(LOOPBACK, port, self._own_crowd, MOST_BYTES)
        number = _number(server)
        self._names = (f"{LOOPBACK}:{number}", f"localhost:{number}")
        return server, number

    async def share(self, port: int) -> str:
        """Lets guests on the local network join the game. Returns the URL for them.

        If another program uses this port on the network, takes any free port.

        Raises:
            BadInput: there is no network.
        """
        address = network_address()
        try:
            server = await self._listen(address, port, self._guests_crowd, MOST_FRAME)
        except BadInput:
            server = await self._listen(address, 0, self._guests_crowd, MOST_FRAME)
            port = _number(server)
        self._guests = Guests(f"{address}:{port}", new_code())
        url = f"http://{self._guests.name}/#at={self._guests.code}"
        self._tables.invite(url, qr_code(url))
        return url

    async def end(self) -> None:
        """Stops the referee. The callers of ``open`` must close the listeners."""
        await self._tables.end()

    async def _listen(self, address: str, port: int, crowd: Crowd, most: int) -> Server:
        try:
            return await serve(
                self._visit,
                address,
                port,
                process_request=self._answer,
                compression=None,
                max_size=most,
                max_queue=MOST_FRAMES,
                backlog=BACKLOG,
                open_timeout=ASK_S,
                close_timeout=CLOSE_S,
                create_connection=cast(Any, partial(PageConnection, crowd=crowd)),
            )
        except OSError as fault:
            why = os.strerror(fault.errno or 0)
            raise BadInput(
                f"TCP port {port} cannot be opened: {why}.", "--http 0 picks a free port."
            ) from None

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answers an HTTP request for a file. Returns None for a WebSocket."""
        guest = self._is_guest(connection)
        host = _header(request, "Host")
        # If the request names another server, it comes from a foreign page.
        if host not in ((self._guests.name,) if guest else self._names):
            return _text(
                HTTPStatus.MISDIRECTED_REQUEST, "The address does not have this server's name."
            )
        if guest:
            await asyncio.sleep(self._loads.of(getattr(connection, "address", "")).spend(1))
        path = _path(request)
        if not path:
            return _text(HTTPStatus.BAD_REQUEST, "This is not the path of a file.")
        if path not in (DEVICE, TABLE, BOARD):
            return await self._file(path, host, _header(request, "If-None-Match"))
        if _header(request, "Origin") != f"http://{host}" or (guest and path != TABLE):
            return _text(HTTPStatus.FORBIDDEN, "Only this server's own page may use this.")
        return None

    async def _file(self, path: str, host: str, tag: str) -> Response:
        try:
            await self._files.prepare(path)
        except PingblockError as fault:
            return _text(HTTPStatus.SERVICE_UNAVAILABLE, str(fault))
        return _response(*await asyncio.to_thread(self._files.reply, path, host, tag))

    async def _visit(self, connection: ServerConnection) -> None:
        assert isinstance(connection, PageConnection)
        try:
            visitor = await self._admit(connection)
            if visitor is None:
                return
            if not connection.crowd.admit(connection):
                await connection.close(TOO_MANY, "Too many pages are open here: close another.")
                return
            if _is_of(BOARD, connection):
                await _connect(connection)
            else:
                await self._stay(visitor, connection)
        except ConnectionClosed:
            return
        except Exception as error:
            say(f"A page's connection was ended: {why(error)}")
            connection.transport.abort()

    async def _stay(self, visitor: Visitor, connection: PageConnection) -> None:
        place = self._tables if _is_of(TABLE, connection) else self._host
        entered = place.enter(visitor)
        if entered is not None:
            await entered
        tasks = [
            begin(_send_all(visitor, connection), "Sending to a page"),
            begin(_end_if_slow(visitor, connection), "Watching a page"),
        ]
        if place is self._tables:
            tasks.append(begin(_beat(visitor), "Beats for a page"))
        try:
            await self._serve(visitor, connection)
        finally:
            for task in tasks:
                task.cancel()
            place.leave(visitor)

    async def _admit(self, connection: PageConnection) -> Visitor | None:
        """Returns the visitor, if the page sends a hello with the right token.

        Otherwise closes the connection.
        """
        guest = self._is_guest(connection)
        try:
            async with asyncio.timeout(HELLO_S):
                hello = read_object(await received(connection, GUEST_BYTES) or "")
            token, version, name = str(hello["token"]), int(hello["version"]), hello["name"]
            if type(name) is not str or not 0 < len(name) <= NAME_CHARS:
                raise BadInput("A page needs a name.")
        except TimeoutError:  # The computer can be busy, so a second attempt can help.
            await connection.close(TOO_SLOW, "This page took too long to say hello.")
            return None
        except (ValueError, KeyError, TypeError, BadInput):
            await connection.close(MISTAKEN, "Say hello first, with token, version and name.")
            return None
        wanted = self._guests.code if guest else self._token
        if not hmac.compare_digest(token.encode(), wanted.encode()):
            await asyncio.sleep(WRONG_S)  # This makes guessing a code take longer than an evening.
            await connection.close(NOT_ADMITTED, "The token in the address is not this server's.")
            return None
        if version != VERSION:
            await connection.close(OTHER_VERSION, "Page and server differ: load the page again.")
            return None
        await connection.send(json.dumps({"kind": "hello", "version": VERSION}))
        most = GUEST_WAITING if guest else MOST_WAITING
        return Visitor(name, connection.address, most, guest, _language(hello))

    def _is_guest(self, connection: ServerConnection) -> bool:
        """Returns whether a page uses the guests' address. A page could claim the opposite."""
        return getattr(connection, "crowd", None) is self._guests_crowd

    async def _serve(self, visitor: Visitor, connection: PageConnection) -> None:
        """Carries out a page's requests until it leaves or sends an invalid message."""
        guest = self._is_guest(connection)
        talk = self._talk.of(connection.address) if guest else Budget(*OWN_TALK)
        most = GUEST_BYTES if guest else MOST_BYTES
        try:
            while (message := await received(connection, most)) is not None:
                await self._obey(message, visitor, connection)
                await asyncio.sleep(talk.spend(1))
        except ConnectionClosed:
            raise
        except Exception as fault:
            if not isinstance(fault, NONSENSE):
                say(f"A page asked for what failed: {why(fault)}")
            await end(connection, MISTAKEN, _reason(fault))

    async def _obey(
        self, message: str | bytes, visitor: Visitor, connection: ServerConnection
    ) -> None:
        if isinstance(message, bytes):
            if message[:1] == bytes((SERIAL,)) and not _is_of(TABLE, connection):
                pass_on(message[1:], visitor, self._host)
        elif _is_of(TABLE, connection):
            await self._tables.ask(read_object(message), visitor)
        else:
            await obey(read_object(message), visitor, self._host)


def _reason(fault: Exception) -> str:
    """Returns a sentence that says why this server cannot do a request."""
    if isinstance(fault, BadInput):
        return str(fault)
    about = f"does not know {fault}" if isinstance(fault, KeyError) else f"cannot read it: {fault}"
    return f"This server {about}. Load the page again."


def _is_of(path: str, connection: ServerConnection) -> bool:
    return connection.request is not None and _path(connection.request) == path


async def _connect(connection: ServerConnection) -> None:
    """Connects a page to a Pico, until the page sends an invalid message."""
    try:
        await cable.connect(connection)
    except NONSENSE as fault:
        await end(connection, MISTAKEN, _reason(fault))


def _path(request: Request) -> str:
    """Returns the unquoted path of a request, or "" if it has no path."""
    try:
        return unquote(urlsplit(request.path).path)
    except ValueError:  # for example "//[", the beginning of an address in brackets
        return ""


async def _send_all(visitor: Visitor, connection: ServerConnection) -> None:
    with suppress(ConnectionClosed):
        while (data := await visitor.next()) is not None:
            await connection.send(data)


async def _beat(visitor: Visitor) -> None:
    """Sends a page a message every few seconds, so that it notices if the connection is lost."""
    while True:
        visitor.put("beat", '{"kind": "beat"}')
        await asyncio.sleep(BEAT_S)


async def _end_if_slow(visitor: Visitor, connection: ServerConnection) -> None:
    """Closes the connection of a slow page. A page that reads nothing gets no reason."""
    await visitor.lost.wait()
    with suppress(ConnectionClosed, TimeoutError):
        async with asyncio.timeout(CLOSE_S):
            await connection.close(TOO_SLOW, "This page read too slowly.")
    connection.transport.abort()


def _number(server: Server) -> int:
    return int(next(iter(server.sockets)).getsockname()[1])


def _header(request: Request, name: str) -> str:
    """Returns a header of a request, or "" if it is missing or repeated."""
    found = request.headers.get_all(name)
    return found[0] if len(found) == 1 else ""


def _text(status: HTTPStatus, say: str) -> Response:
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    return _response(status, headers, f"{say}\n".encode(errors="replace"))


def _response(status: HTTPStatus, headers: dict[str, str], body: bytes) -> Response:
    length = {"Content-Length": str(len(body)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(**{**headers, **length}), body)


def _language(hello: dict[str, Any]) -> str:
    """Returns the language that a page wants, or English if there is no such language."""
    language = hello.get("language")
    return language if language in languages() else ENGLISH.language
