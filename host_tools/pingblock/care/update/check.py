"""Finds the newest version at a place that the user names (a file, a folder or a URL).

Only this place is contacted, and it is only read.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from pingblock.common import project
from pingblock.common.input_file import read_file
from pingblock.common.micropython import numbers
from pingblock.errors import BadInput, Unavailable

_TIMEOUT_S = 10.0
# maximum bytes of a list of files. The names in it are enough to find the version
_BYTES_MOST = 1_000_000
_NAME = re.compile(r"\bpingblock[-_](\d+\.\d+\.\d+)(?![\d.]*\d)")
_LIST = "SHA256SUMS"  # list of files in a release's folder
_HELP = (
    "Name a release's folder, one of its files such as SHA256SUMS, or the URL of one. "
    f"{project.where()}"
)


def newest(where: str) -> str:
    """Returns the newest version of Pingblock at a place, such as ``0.2.0``.

    Args:
        where: a file, a folder, or a URL that begins with ``https://`` or ``http://``.

    Raises:
        BadInput: the place does not exist, or names no version.
        Unavailable: the URL does not answer.
    """
    found = versions(_text_of(where))
    if not found:
        raise BadInput(f"{where} names no version of Pingblock. {_HELP}")
    return max(found, key=numbers)


def versions(text: str) -> set[str]:
    """Returns the versions in file names, or in the JSON of a package index."""
    found = set(_NAME.findall(text))
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        version = json.loads(text)["info"]["version"]
        if isinstance(version, str) and len(numbers(version)) == 3:
            found.add(version)
    return found


def is_newer(version: str, than: str) -> bool:
    """Returns whether a version such as ``0.10.0`` is newer than ``than``."""
    return numbers(version) > numbers(than)


def _text_of(where: str) -> str:
    if where.startswith(("https://", "http://")):
        told, name = _at(where), where.rpartition("/")[2]
        return name if versions(name) else told
    path = Path(where)
    if path.is_dir():
        listed = _content(path / _LIST) if (path / _LIST).is_file() else ""
        return listed if versions(listed) else "\n".join(each.name for each in path.iterdir())
    if versions(path.name) and path.is_file():
        return path.name
    return _content(path)


def _content(path: Path) -> str:
    return read_file(path, _BYTES_MOST).decode("utf-8", "replace")


def _at(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT_S) as answer:
            return str(answer.read(_BYTES_MOST).decode("utf-8", "replace"))
    except (OSError, urllib.error.URLError, ValueError) as fault:
        raise Unavailable(f"{url} does not answer: {fault}.") from None
