"""Writes output files of the commands in one step, through a temporary file in the same folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pingblock.common.private import close_to_others, private_folder, replacing
from pingblock.errors import BadInput, PingblockError


def state_folder(name: str) -> Path:
    """Returns a folder below the user's state folder for Pingblock. It need not exist.

    Source: XDG Base Directory Specification (``XDG_STATE_HOME``, else ``~/.local/state``).
    """
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base, "pingblock", name)


def made_state_folder(name: str) -> Path:
    """Creates the folder of ``state_folder``. Other users cannot see its content.

    Raises:
        BadInput: the folder cannot be created.
    """
    place = state_folder(name)
    try:
        private_folder(place)
        close_to_others(place.parent)  # An earlier version let other users read this folder.
        close_to_others(place)
    except OSError as fault:
        raise BadInput(f"{place} cannot be created: {fault.strerror}.") from None
    return place


def check_places(paths: Iterable[Path | None], force: bool) -> None:
    """Checks, before any work, that a command can write all its files.

    Args:
        paths: paths of the new files, or None for a file that is not wanted.
        force: as in ``check_place``.

    Raises:
        BadInput: a file cannot be written, or two paths are the same.
    """
    seen: set[Path] = set()
    for path in filter(None, paths):
        check_place(path, force)
        if path.is_file() is path.exists() and path.resolve() in seen:
            raise BadInput(f"{path} is named twice: give each file another name.")
        seen.add(path.resolve())


def check_place(path: Path, force: bool) -> None:
    """Checks, before any work, that a file can be written.

    Args:
        path: path of the new file.
        force: whether an existing file can be replaced. A pipe or a device is never replaced.

    Raises:
        BadInput: there is no such folder, the path is a folder, or the file already exists.
    """
    if not path.parent.is_dir():
        raise BadInput(f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder.")
    if path.is_file() and not force:
        raise BadInput(f"{path} already exists.", "Add --force to replace it.")


def write_file(path: Path, content: bytes, private: bool = False) -> None:
    """Writes a file. For arguments and errors see ``written``."""
    with written(path, private) as place:
        place.write_bytes(content)


@contextlib.contextmanager
def written(path: Path, private: bool = False) -> Iterator[Path]:
    """Yields a temporary file to write to. At the end, moves it to ``path``.

    If that fails, ``path`` keeps its old content, and no temporary file remains. A
    link stays a link, but a private file replaces it, because the link can lead to a place that
    others can read. If ``path`` is not a regular file, such as ``/dev/stdout`` or a pipe, ``path``
    itself is yielded.

    Args:
        path: path of the file.
        private: whether other users must never be able to read it.

    Raises:
        PingblockError: the file cannot be written, for example because the disk is full.
    """
    try:
        if path.exists() and not path.is_file():
            yield path
        else:
            with replacing(path if private else path.resolve(), private) as scratch:
                yield scratch
    except OSError as error:
        raise PingblockError(f"{path} cannot be written: {error.strerror}.") from None
