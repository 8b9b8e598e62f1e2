"""Requests of a page: JSON objects with the field ``do``."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from secrets import randbits
from typing import Any

from pingblock.block.state import Pack
from pingblock.common.checked import checked
from pingblock.errors import BadInput, Unavailable
from pingblock.serve_page.hands import HANDS
from pingblock.serve_page.host import DeviceHost
from pingblock.serve_page.live_device import Opening
from pingblock.serve_page.room import Visitor
from pingblock.virtual.engines import NEEDS, SEALED, choose
from pingblock.virtual.session_link import checked_session
from pingware.shared.schema import whole
from pingware.shared.wording import shown

_SEED = whole(0, 2**32 - 1)
# Requests that a page without control can send, because it shows the values.
_LEARNS = re.compile(rb'\{"id":"[\w-]+","do":"(status|odds)"\}\*[0-9a-f]{8}\n')
_Request = dict[str, Any]


def pass_on(data: bytes, visitor: Visitor, host: DeviceHost) -> None:
    """Sends a page's bytes to the device, if the page has control or only requests a value."""
    if _LEARNS.fullmatch(data) or host.room.may(visitor):
        host.send(data, visitor)


async def obey(request: _Request, visitor: Visitor, host: DeviceHost) -> None:
    """Carries out a page's request. Ignores requests that need control if the page lacks it.

    Raises:
        BadInput, ValueError, KeyError, TypeError: the request is not valid.
    """
    what = _word(request["do"], (*_OF_ALL, *_OF_THE_HOLDER), "request")
    if what in _OF_ALL:
        _OF_ALL[what](request, visitor, host)
    elif host.room.may(visitor):
        await _OF_THE_HOLDER[what](request | {"by": visitor.name}, host)


async def _move(request: _Request, host: DeviceHost) -> None:
    name, down = _word(request["name"], HANDS, "hand"), bool(request["down"])
    host.order(lambda hands: hands.move(name, down, request["by"]))


async def _fit(request: _Request, host: DeviceHost) -> None:
    pack = Pack.of(request)
    host.order(lambda hands: hands.fit(pack.cell, pack.count))


async def _plug(request: _Request, host: DeviceHost) -> None:
    host.plug(bool(request["on"]))


async def _open(request: _Request, host: DeviceHost) -> None:
    replay = request.get("replay")
    session = None if replay is None else checked_session(replay)
    try:
        engine = _word(request["engine"], tuple(NEEDS), "engine")
        if session and engine not in SEALED:
            engine = choose(None, sealed=True).name
    except (BadInput, Unavailable) as lack:  # The page's address named the engine.
        host.room.tell([{"kind": "refused", "reason": str(lack)}])
        return
    if session is None:
        await host.open(Opening(engine, _seed_of(request), randbits(32)), keep=True)
        return
    opening = Opening(engine, session.seed, session.chance, session.files, session.actions, True)
    await host.open(opening, keep=False)


def _word(given: object, known: Sequence[str], thing: str) -> str:
    """Returns ``given`` if it is one of the known words.

    Raises:
        BadInput: ``given`` is not one of them, or is not text.
    """
    if isinstance(given, str) and given in known:
        return given
    raise BadInput(f"There is no {thing} {shown(given)}. There are: {', '.join(known)}.")


def _seed_of(fields: _Request) -> int | None:
    seed = fields.get("seed")
    return None if seed is None else checked("seed", _SEED, seed)


_OF_ALL: dict[str, Callable[[_Request, Visitor, DeviceHost], None]] = {
    "ask": lambda _request, visitor, host: host.room.ask(visitor),
    "answer": lambda request, visitor, host: host.room.answer(visitor, bool(request["yes"])),
}
_OF_THE_HOLDER: dict[str, Callable[[_Request, DeviceHost], Awaitable[None]]] = {
    "hand": _move,
    "cells": _fit,
    "plug": _plug,
    "open": _open,
}
