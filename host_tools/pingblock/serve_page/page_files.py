"""The files of the page as a server sends them: type, entity tag and what a browser may do."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from pingblock.errors import Unavailable
from pingblock.make_page import policy
from pingblock.make_page.page import page_dir

# Those that the system's table, which a server may lack, could get wrong.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
# The two cross-origin headers make the page isolated: without that there is no shared memory, on
# which the engine `here` waits.
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

Maker = Callable[[], Mapping[str, bytes]]
Reply = tuple[HTTPStatus, dict[str, str], bytes]


class PageFiles:
    """Content of each path.

    Args:
        makers: make the files that are built: path beneath the page to content. Each stands
            under a pattern of the paths it may make, and is asked for one of those alone: what
            does not exist is answered at once.
        folder: of the page; None: the one of this package.
    """

    def __init__(self, makers: Mapping[str, Maker], folder: Path | None = None) -> None:
        self._makers = dict(makers)
        self._made: dict[str, bytes] = {}
        self._folder = (folder or page_dir()).resolve()

    def reply(self, path: str, host: str, tag: str | None = None) -> Reply:
        """Returns the answer to a GET.

        Args:
            path: as asked, its query cut off, escapes undone.
            host: by which the browser knows this server, such as ``127.0.0.1:8421``.
            tag: of what the browser has already (``If-None-Match``).
        """
        name = path.lstrip("/") or "index.html"
        headers = _HEADERS | {"Content-Security-Policy": policy.of_server(host)}
        content = self._content(name)
        if content is None:
            headers["Content-Type"] = "text/plain; charset=utf-8"
            return HTTPStatus.NOT_FOUND, headers, f"There is no {name} here.\n".encode()
        suffix = Path(name).suffix
        guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers["Content-Type"] = _TYPES.get(suffix, guessed)
        headers["ETag"] = f'"{sha256(content).hexdigest()[:16]}"'
        if tag == headers["ETag"]:
            return HTTPStatus.NOT_MODIFIED, headers, b""
        return HTTPStatus.OK, headers, content

    def _content(self, name: str) -> bytes | None:
        place = (self._folder / name).resolve()
        if place.is_relative_to(self._folder) and place.is_file():
            return place.read_bytes()
        for paths in [each for each in self._makers if re.fullmatch(each, name)]:
            with suppress(Unavailable):  # the page says what it lacks
                self._made |= self._makers.pop(paths)()
        return self._made.get(name)
