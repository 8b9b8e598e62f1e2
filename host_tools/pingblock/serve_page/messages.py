"""Reads the messages of pages, and checks all properties that other code relies on."""

from __future__ import annotations

import math
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosedOK

from pingblock.common.input_file import parse_json
from pingblock.errors import BadInput
from pingware.shared.wording import shown

DEPTH_MOST = 20  # maximum depth of nested objects and lists
REASON_BYTES = 120  # maximum bytes of a close reason. The protocol allows 123.
PIECES_MOST = 1000  # Maximum pieces of one message. A browser sends pieces of 64 kB or more.


def read_object(text: str | bytes) -> dict[str, Any]:
    """Returns the JSON object that a page has sent.

    Raises:
        BadInput: the text is not JSON, not an object, nested deeper than 20 levels, or contains an
            infinite number or half of a character (a lone surrogate).
    """
    value = parse_json(text)
    if not isinstance(value, dict):
        raise BadInput(f"A request must be a JSON object, not {shown(value)}.")
    level: list[Any] = [value]
    for _depth in range(DEPTH_MOST):
        inside: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inside += [*each, *each.values()]
            elif isinstance(each, list):
                inside += each
            else:
                _check(each)
        if not inside:
            return value
        level = inside
    raise BadInput(f"A request is nested deeper than {DEPTH_MOST} levels.")


def _check(value: Any) -> None:
    """Raises BadInput for an infinite number, or for a text that UTF-8 cannot encode."""
    if isinstance(value, float) and not math.isfinite(value):
        raise BadInput("A number in the request is too large or is not finite.")
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as wrong:
            half = ascii(wrong.object[wrong.start])[1:-1]
            raise BadInput(f"{half} is half of a character (a lone surrogate).") from None


async def received(connection: ServerConnection, most: int) -> str | bytes | None:
    """Returns the next message of a page, or None if the page has closed the connection.

    Args:
        connection: connection to the page.
        most: maximum number of characters or bytes.

    Raises:
        BadInput: the message is longer, or has more than 1000 pieces.
        ConnectionClosed: the connection was lost.
    """
    pieces: list[Any] = []
    length = 0
    try:
        async for piece in connection.recv_streaming():
            pieces.append(piece)
            length += len(piece)
            if length > most or len(pieces) > PIECES_MOST:
                raise BadInput(f"A message can have up to {most} characters.")
    except ConnectionClosedOK:
        return None
    whole: str | bytes = type(pieces[0])().join(pieces)
    return whole


async def end(connection: ServerConnection, code: int, why: str) -> None:
    """Closes a connection with a reason. A reason that is too long is cut."""
    reason = why.encode(errors="replace")[:REASON_BYTES].decode(errors="ignore")
    await connection.close(code, reason)
