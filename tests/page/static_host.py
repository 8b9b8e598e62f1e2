"""Serves `make page` as a static host: files of one folder over HTTP, with or without headers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


class _Handler(SimpleHTTPRequestHandler):
    # A page loads about 100 files. With a connection for each, that takes 0.08 s of CPU more.
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, *words, headers: dict[str, str], **more) -> None:
        self._added = headers
        super().__init__(*words, **more)

    def end_headers(self) -> None:
        for name, value in self._added.items():
            self.send_header(name, value)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        """Also accepts a whole address, which a browser sends to a proxy."""
        return super().translate_path(urlsplit(path).path)

    def log_message(self, *words: object) -> None:
        """Does not log."""


@contextmanager
def hosted(folder: Path, headers: dict[str, str] | None = None) -> Iterator[str]:
    """Serves ``folder``. Yields its URL, which ends with a slash.

    Args:
        folder: the files.
        headers: added to each answer. ``python -m http.server`` does not add any.
    """
    handler = partial(_Handler, directory=str(folder), headers=headers or {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
