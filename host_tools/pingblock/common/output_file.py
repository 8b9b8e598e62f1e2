"""Output files of the commands: written beside their place, then put there in one step."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pingblock.common.private import close_to_others, private_folder, replacing
from pingblock.errors import BadInput, PingblockError


def state_folder(name: str) -> Path:
    """Returns a folder below the user's state folder for Pingblock, which need not be there.

    Source: XDG Base Directory Specification (``XDG_STATE_HOME``, else ``~/.local/state``).
    """
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base, "pingblock", name)


def made_state_folder(name: str) -> Path:
    """Makes what ``state_folder`` returns, so that no other user can look into it.

    Raises:
        BadInput: it cannot be made.
    """
    place = state_folder(name)
    try:
        private_folder(place)
        close_to_others(place.parent)  # an earlier version left it open
        close_to_others(place)
    except OSError as fault:
        raise BadInput(f"{place} cannot be made: {fault.strerror}.") from None
    return place


def check_places(paths: Iterable[Path | None], force: bool) -> None:
    """Makes sure, before any work, that all files of a command can go to their places.

    Args:
        paths: of the files to be; None for one that nobody asked for.
        force: as of ``check_place``.

    Raises:
        BadInput: one of them cannot go there, or two are the same.
    """
    seen: set[Path] = set()
    for path in filter(None, paths):
        check_place(path, force)
        if path.is_file() is path.exists() and path.resolve() in seen:
            raise BadInput(f"{path} is named twice: give each file another name.")
        seen.add(path.resolve())


def check_place(path: Path, force: bool) -> None:
    """Makes sure, before any work, that a file can go there.

    Args:
        path: of the file to be.
        force: whether a file that is there may be replaced; a pipe or a device is never replaced.

    Raises:
        BadInput: there is no such folder, the path is a folder, or a file is there already.
    """
    if not path.parent.is_dir():
        raise BadInput(f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder.")
    if path.is_file() and not force:
        raise BadInput(f"{path} exists already.", "Add --force to replace it.")


def write_file(path: Path, content: bytes, private: bool = False) -> None:
    """Writes a file; arguments and errors are those of ``written``."""
    with written(path, private) as place:
        place.write_bytes(content)


@contextlib.contextmanager
def written(path: Path, private: bool = False) -> Iterator[Path]:
    """Yields a file to write to in the place of ``path``, where it is put when it is complete.

    If that fails, what was at ``path`` before is still there, and nothing else. A link stays
    one, and what is no file, such as ``/dev/stdout`` or a pipe, is yielded as it is.

    Args:
        path: of the file.
        private: whether no other user may ever read it.

    Raises:
        PingblockError: it cannot be written, for example because the disk is full.
    """
    try:
        if path.exists() and not path.is_file():
            yield path
        else:
            with replacing(path.resolve(), private) as scratch:
                yield scratch
    except OSError as error:
        raise PingblockError(f"{path} cannot be written: {error.strerror}.") from None
