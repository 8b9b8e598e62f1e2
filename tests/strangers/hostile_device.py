"""A hostile device on the cable: a serial port, as a socket, that any command can open."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import repeat

from pingblock.virtual.serial_tap import sealed
from pingware.shared import protocol

HELLO = {"product": "pingblock", "protocol": 1, "version": "9.9.9", "board": "../../x", "uid": "0"}
# Returns a device's answers to a request: endless ones, or a single one. A new device is a new
# entry.
Says = Callable[[dict[str, object]], Iterator[bytes]]
DEVICES: dict[str, Says] = {
    "line_without_an_end": lambda request: repeat(b"x" * 65_536),
    "events_without_an_end": lambda request: repeat(sealed('{"event":"press","ms":1}') * 1000),
    "deep": lambda request: iter([b"[" * 60_000 + b"\n"]),
    "number": lambda request: iter([sealed(f'{{"id":{request["id"]},"ok":{"9" * 50_000}}}')]),
    "infinite": lambda request: iter([_answer(request, {**HELLO, "protocol": float("inf")})]),
    "names": lambda request: iter(
        [_answer(request, {**HELLO, "files": {"../" * 9 + "dead": [1, 1]}, "more": True})]
    ),
    "types": lambda request: iter([_answer(request, {name: [] for name in HELLO})]),
    "escapes": lambda request: iter([_answer(request, {**HELLO, "version": "\x1b[2J" * 9999})]),
    "silent": lambda request: iter([]),
}


def _answer(request: dict[str, object], fields: dict[str, object]) -> bytes:
    return sealed(json.dumps({"id": request.get("id", 0), "ok": fields}))


@contextmanager
def plugged_in(says: Says) -> Iterator[str]:
    """Yields the port of such a device. Several programs can use it one after another."""
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_serve, args=(server, says), daemon=True).start()
    yield f"socket://127.0.0.1:{server.getsockname()[1]}"
    server.close()


def _serve(server: socket.socket, says: Says) -> None:
    with suppress(OSError):
        while True:
            visit, _ = server.accept()
            with visit, suppress(OSError):
                _talk(visit, says)


def _talk(visit: socket.socket, says: Says) -> None:
    with visit.makefile("rb") as requests:
        for line in requests:
            try:
                request = protocol.decode(line.strip())
            except protocol.ProtocolError:
                continue
            for part in says(request):
                visit.sendall(part)
