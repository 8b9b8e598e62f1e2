"""A server with guests, for tests of strangers' messages."""

import asyncio
import json
from contextlib import asynccontextmanager
from typing import NamedTuple

from websockets.asyncio.client import connect

from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.page_files import PageFiles
from pingblock.serve_page.server import PageServer


class Place(NamedTuple):
    """Entrance for pages: its server's address and the token that admits them."""

    address: str
    token: str


class Shared(NamedTuple):
    """A server with guests."""

    own: Place
    guests: Place
    host: DeviceHost
    pages: PageServer


@asynccontextmanager
async def sharing(tables=None, makers=None):
    """Yields a server on a free port, whose device a test itself speaks for."""
    host = DeviceHost()
    pages = PageServer(PageFiles(makers or {}), host, "right", tables)
    listening, number = await pages.open(0)
    async with listening:
        address, _, code = (await pages.share(number)).removeprefix("http://").partition("/#at=")
        try:
            yield Shared(Place(f"127.0.0.1:{number}", "right"), Place(address, code), host, pages)
        finally:
            await pages.end()


@asynccontextmanager
async def sitting(place, path="/table", name="a", **options):
    """A page at a table or, by another path, at the device."""
    options = {"origin": f"http://{place.address}", "max_queue": None, **options}
    async with connect(f"ws://{place.address}{path}", **options) as line:
        hello = {"do": "hello", "version": 1, "token": place.token, "name": name}
        await line.send(json.dumps(hello))
        yield line


async def told(line, kind):
    """Returns the next message of a kind."""
    while (message := json.loads(await line.recv()))["kind"] != kind:
        pass
    return message


async def asked(line, request):
    """Returns the answer to a request to the server. A string is sent unchanged."""
    text = request if isinstance(request, str) else json.dumps(request)
    await line.send(json.dumps({"id": 1, "line": text}))
    return (await told(line, "answer"))["answer"]


async def fetched(address, request):
    """Returns the status of the answer to the bytes of an HTTP request."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1]) if answer else 0
