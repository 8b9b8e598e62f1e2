"""A published MicroPython image: a Pico before ``install``, for the engine ``chip``."""

from __future__ import annotations

import hashlib
import http.client
import os
import urllib.request
from pathlib import Path

from pingblock.common.cache import cache_dir, write_atomically
from pingblock.errors import BadInput, MissingFile, Unavailable

NAME = "RPI_PICO-20241129-v1.24.1.uf2"
SHA256 = "a41b7dbadfe4f399a10bd344002b365427ad033de993cf372c29c884b33a4cdf"
FOLDER_URL = "https://micropython.org/resources/firmware"
URL = f"{FOLDER_URL}/{NAME}"
DOWNLOAD_TIMEOUT_S = 10.0


def uf2_path() -> Path:
    """Returns the MicroPython image. Downloads it into the user's cache if needed.

    It looks in this order: the file in ``PINGBLOCK_UF2`` (any version, not checked), the user's
    cache folder, micropython.org. A file from the cache or from micropython.org must have the
    known hash.

    Raises:
        MissingFile: the file in ``PINGBLOCK_UF2`` does not exist.
        BadInput: the cached or downloaded file has a wrong hash.
        Unavailable: the image is missing and cannot be downloaded.
    """
    named = os.environ.get("PINGBLOCK_UF2")
    if named:
        if not Path(named).is_file():
            raise MissingFile(
                f"PINGBLOCK_UF2 names {named}, which is not a file: correct or unset it."
            )
        return Path(named)
    cached = cache_dir() / NAME
    here = cached.is_file()
    content = cached.read_bytes() if here else _downloaded()
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256:
        raise BadInput(
            f"{cached} has SHA-256 {found}, but {SHA256} was expected: delete it and try again."
        )
    if not here:
        write_atomically(cached, content)
    return cached


def _downloaded() -> bytes:
    try:
        with urllib.request.urlopen(URL, timeout=DOWNLOAD_TIMEOUT_S) as reply:
            content: bytes = reply.read()
            return content
    # HTTPException means that the download was cut.
    except (OSError, http.client.HTTPException) as fault:
        raise Unavailable(
            f"The MicroPython image is not on this machine and cannot be downloaded ({fault}). "
            f"Fix: {download_command()}"
        ) from fault


def download_command() -> str:
    """Returns the command that puts that image into the user's cache folder."""
    return f"curl -fL --create-dirs -o {cache_dir() / NAME} {URL}"
