"""Links of the page that hold a session: seed, files and what hands did, after ``#session=``.

The text is JSON, deflated, in base64 for URLs; ``page/engines/session.js`` is the other end.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, urlsafe_b64decode
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pingblock.errors import BadInput
from pingblock.virtual.scenario import SCENARIO_BYTES_MOST, Action, parse
from pingware.shared.schema import either, is_right, one_of, whole

_VERSION = 1
_U32 = whole(0, 2**32 - 1)
_SEED = either(one_of(None), _U32)
# What a text that is not a link of ours can lead to; binascii's errors are ValueErrors.
_WRONG = (KeyError, TypeError, ValueError, AttributeError, RecursionError, zlib.error)


@dataclass(frozen=True)
class LinkedSession:
    """All that decides the outcomes and sounds of a session.

    Args:
        seed: of the draws and the parts' chance; None: the device's own chance.
        chance: what the device's own chance begins with.
        files: path on the device to content, besides the firmware.
        actions: what hands did, in order of time.
    """

    seed: int | None
    chance: int
    files: dict[str, bytes]
    actions: list[Action]


def is_link(text: str) -> bool:
    """Returns whether ``text`` is an address with a session in it, and no name of a file."""
    return "#" in text and "session=" in text.partition("#")[2]


def session_of(link: str) -> LinkedSession:
    """Returns the session that a link holds.

    Raises:
        BadInput: it holds none, or one that cannot be played.
    """
    try:
        text = parse_qs(urlsplit(link).fragment)["session"][0]
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        data = inflate.decompress(packed, SCENARIO_BYTES_MOST)
        return _session(json.loads(data), whole=inflate.eof)
    except _WRONG:
        raise _broken() from None


def _broken() -> BadInput:
    return BadInput("The link holds no session that can be read: copy the whole of it.")


def _session(value: dict[str, Any], whole: bool) -> LinkedSession:
    seed, chance = value["seed"], value["chance"]
    known = is_right(_SEED, seed) and is_right(_U32, chance)
    if not (whole and known and value["version"] == _VERSION):
        raise _broken()
    files = {name: b64decode(content) for name, content in value["files"].items()}
    lines = "".join(json.dumps(action) + "\n" for action in value["actions"])
    return LinkedSession(seed, chance, files, parse(lines.encode()))
