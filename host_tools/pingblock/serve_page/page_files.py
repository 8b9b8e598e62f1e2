"""The files of the page with the headers that a server sends: type, entity tag and permissions."""

from __future__ import annotations

import asyncio
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
from pingblock.serve_page.worker import Worker

# Types that can be missing or wrong in the system's list.
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
_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

Maker = Callable[[], Mapping[str, bytes]]
Reply = tuple[HTTPStatus, dict[str, str], bytes]

BUILD_S = 120.0


class PageFiles:
    """The content of each path of the page.

    Args:
        makers: functions that build files: path on the page to content. The key is a pattern of
            the paths that a function can build. It is only called for these paths, so that other
            paths are answered at once.
        folder: folder with the page's files. None uses the folder of this package.
    """

    def __init__(self, makers: Mapping[str, Maker], folder: Path | None = None) -> None:
        self._makers = dict(makers)
        self._made: dict[str, bytes] = {}
        self._folder = (folder or page_dir()).resolve()
        self._building = asyncio.Lock()

    async def prepare(self, path: str) -> None:
        """Builds the file for a GET of ``path`` in another process. Each file is built once.

        Raises:
            PingblockError: the file cannot be built now. The next call tries again.
        """
        name = _name(path)
        if not self._makers_of(name):
            return
        async with self._building:
            for paths in self._makers_of(name):
                worker = Worker()
                try:
                    self._made |= await worker.call(BUILD_S, self._makers[paths])
                    del self._makers[paths]
                except Unavailable:  # The page itself reports missing files.
                    del self._makers[paths]
                finally:
                    await worker.end()

    def _makers_of(self, name: str) -> list[str]:
        return [each for each in self._makers if re.fullmatch(each, name)]

    def reply(self, path: str, host: str, tag: str | None = None) -> Reply:
        """Returns the answer to a GET.

        Args:
            path: the requested path, unquoted and without a query.
            host: name of this server in the browser, such as ``127.0.0.1:8421``.
            tag: entity tag of the version that the browser has (``If-None-Match``).
        """
        name = _name(path)
        headers = _HEADERS | {"Content-Security-Policy": policy.of_server(host)}
        content = self._content(name)
        if content is None:
            headers["Content-Type"] = "text/plain; charset=utf-8"
            return (
                HTTPStatus.NOT_FOUND,
                headers,
                f"There is no {name} here.\n".encode(errors="replace"),
            )
        suffix = Path(name).suffix
        guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers["Content-Type"] = _TYPES.get(suffix, guessed)
        headers["ETag"] = f'"{sha256(content).hexdigest()[:16]}"'
        if tag == headers["ETag"]:
            return HTTPStatus.NOT_MODIFIED, headers, b""
        return HTTPStatus.OK, headers, content

    def _content(self, name: str) -> bytes | None:
        try:
            place = (self._folder / name).resolve()
            if place.is_relative_to(self._folder) and place.is_file():
                return place.read_bytes()
        except (OSError, ValueError):  # The name is too long, or contains a null character.
            return None
        for paths in self._makers_of(name):
            with suppress(Unavailable):  # The page itself reports missing files.
                self._made |= self._makers.pop(paths)()
        return self._made.get(name)


def _name(path: str) -> str:
    return path.lstrip("/") or "index.html"
