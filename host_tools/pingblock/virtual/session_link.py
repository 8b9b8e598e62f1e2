"""Links to the page that contain a session: seed, files and actions, after ``#session=``.

The text is JSON, deflated, in base64 for URLs. ``page/engines/session.js`` is the other end.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, urlsafe_b64decode
from dataclasses import dataclass
from typing import Any

from pingblock.common import session_limits as limits
from pingblock.common.device_path import device_files, device_path
from pingblock.errors import BadInput
from pingblock.virtual.scenario import Action, parse
from pingware.shared.schema import either, is_right, one_of, whole

_VERSION = 1
# E-mail programs put characters around a link, and some write its # as %23.
_LINK = re.compile(r"(?:#|%23)(?:.*&)?session=([\w-]*)", re.ASCII)
_FIELDS = ("seed", "chance", "files", "actions")
_U32 = whole(0, 2**32 - 1)
_SEED = either(one_of(None), _U32)
# Errors that an invalid link can cause. The errors of binascii are ValueErrors.
_WRONG = (KeyError, TypeError, ValueError, AttributeError, RecursionError, zlib.error)


@dataclass(frozen=True)
class LinkedSession:
    """Everything that determines the outcomes and sounds of a session.

    Args:
        seed: seed for the draws and the random behaviour of the parts. None uses the device's own
            random source.
        chance: seed for the device's own random source.
        files: path on the device to content, in addition to the firmware.
        actions: actions of a person, in order of time.
    """

    seed: int | None
    chance: int
    files: dict[str, bytes]
    actions: list[Action]


def is_link(text: str) -> bool:
    """Returns whether ``text`` is an address with a session in it, rather than a file name."""
    return _LINK.search(text) is not None


def session_of(link: str) -> LinkedSession:
    """Returns the session in a link.

    Raises:
        BadInput: the link has no session, or one that cannot be played.
    """
    try:
        text = _LINK.search(link)[1]  # type: ignore[index]
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        data = inflate.decompress(packed, limits.TEXT_BYTES_MOST + 1)
        _check("bytes", len(data), limits.TEXT_BYTES_MOST)
        if not inflate.eof:
            raise _broken()
        return checked_session(json.loads(data))
    except _WRONG:
        raise _broken() from None


def checked_session(value: Any) -> LinkedSession:
    """Returns the session in a JSON value from the page.

    Raises:
        BadInput: the value is not a session, or it cannot be played.
    """
    try:
        seed, chance, files, actions = (value[name] for name in _FIELDS)
        if value.get("version", _VERSION) != _VERSION:
            raise _broken()
        if not (is_right(_SEED, seed) and is_right(_U32, chance) and isinstance(actions, list)):
            raise _broken()
        _check("actions", len(actions), limits.ACTIONS_MOST)
        lines = "".join(json.dumps(action) + "\n" for action in actions)
        return LinkedSession(seed, chance, _files(files), parse(lines.encode()))
    except _WRONG:
        raise _broken() from None


def _files(texts: dict[str, str]) -> dict[str, bytes]:
    _check("files", len(texts), limits.FILES_MOST)
    found: dict[str, bytes] = {}
    for path, text in texts.items():
        count = len(text.rstrip("=")) * 3 // 4
        _check(f"bytes in {device_path(path)}", count, limits.FILE_BYTES_MOST)
        found[path] = b64decode(text, validate=True)
    _check("bytes in its files", sum(map(len, found.values())), limits.FILES_BYTES_MOST)
    return device_files(found)


def _check(what: str, count: int, most: int) -> None:
    if count > most:
        raise BadInput(f"The session has more than {most} {what}: it cannot be played.")


def _broken() -> BadInput:
    return BadInput("The link contains no session that can be read: copy the whole link.")
