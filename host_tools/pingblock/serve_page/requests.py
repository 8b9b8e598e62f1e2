"""Requests of a page: one JSON object each, with ``do``."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Awaitable, Callable
from secrets import randbits
from typing import Any

from pingblock.common.checked import checked, number
from pingblock.errors import BadInput
from pingblock.serve_page.hands import HANDS
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.live_device import Opening
from pingblock.serve_page.room import Visitor
from pingblock.virtual.parts.battery import Cell
from pingblock.virtual.scenario import parse
from pingware.shared.schema import whole

_SEED = whole(0, 2**32 - 1)
_CELLS = {"openMv": number(0, 2000, "mV"), "ohm": number(0, 1000, "ohm"), "count": whole(1, 4)}
# A watching page may learn what it shows.
_LEARNS = re.compile(rb'\{"id":"\w+","do":"(status|odds)"\}\*[0-9a-f]{8}\n')
_Request = dict[str, Any]


def pass_on(data: bytes, visitor: Visitor, host: DeviceHost) -> None:
    """Sends serial bytes of a page to the device, if it has control or only wants to learn."""
    if _LEARNS.fullmatch(data) or host.room.may(visitor):
        host.send(data)


async def obey(request: _Request, visitor: Visitor, host: DeviceHost) -> None:
    """Does what a page asks for; what only who has control may do is left undone otherwise.

    Raises:
        BadInput, ValueError, KeyError, TypeError: no page of this version asks for that.
    """
    if request["do"] in _OF_ALL:
        _OF_ALL[request["do"]](request, visitor, host)
    elif host.room.may(visitor):
        await _OF_THE_HOLDER[request["do"]](request | {"by": visitor.name}, host)


def _answer(request: _Request, visitor: Visitor, host: DeviceHost) -> None:
    host.room.answer(visitor, bool(request["yes"]))


async def _move(request: _Request, host: DeviceHost) -> None:
    name, down = request["name"], bool(request["down"])
    if name not in HANDS:
        raise BadInput(f"There is no hand '{name}'.")
    host.order(lambda hands: hands.move(name, down, request["by"]))


async def _fit(request: _Request, host: DeviceHost) -> None:
    open_mv, ohm, count = (checked(name, rule, request[name]) for name, rule in _CELLS.items())
    host.order(lambda hands: hands.fit(Cell(open_mv, ohm), count))


async def _plug(request: _Request, host: DeviceHost) -> None:
    on = bool(request["on"])
    host.order(lambda hands: hands.plug(on))


async def _open(request: _Request, host: DeviceHost) -> None:
    replay = request.get("replay")
    engine = str(request["engine"])
    if replay is None:
        await host.open(Opening(engine, _seed_of(request), randbits(32)), keep=True)
        return
    seed, chance = _seed_of(replay), checked("chance", _SEED, replay["chance"])
    files = {
        str(path): base64.b64decode(data, validate=True)
        for path, data in dict(replay["files"]).items()
    }
    lines = "\n".join(json.dumps(action) for action in replay["actions"])
    script = parse(lines.encode())
    await host.open(Opening(engine, seed, chance, files, script), keep=False)


def _seed_of(fields: _Request) -> int | None:
    seed = fields.get("seed")
    return None if seed is None else checked("seed", _SEED, seed)


_OF_ALL: dict[str, Callable[[_Request, Visitor, DeviceHost], None]] = {
    "ask": lambda _request, visitor, host: host.room.ask(visitor),
    "answer": _answer,
}
_OF_THE_HOLDER: dict[str, Callable[[_Request, DeviceHost], Awaitable[None]]] = {
    "hand": _move,
    "cells": _fit,
    "plug": _plug,
    "open": _open,
}
