"""The rule for paths on the device. All engines and all file transfers use it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pingblock.errors import BadInput

NAME_BYTES_MOST = 255  # LFS_NAME_MAX of MicroPython's file system
PATH_BYTES_MOST = 512  # MICROPY_ALLOC_PATH_MAX
# Python and JavaScript (with the flag u) must interpret this pattern in the same way, because the
# page gets it with the limits. A backslash and a colon would lead out of the folder on some
# computers, and a lone surrogate has no bytes.
PATTERN = r"(?:/(?!\.{1,2}(?:/|$))[^/\\:\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]+)+"
WORDS = (
    "a path begins with /, and each name in it has 1 to 255 bytes, is not '.' or '..', and holds"
    " no backslash, colon or control character"
)
# The files that the owner put on a device. Programs are elsewhere, so these files are never run.
OWNERS = r"/pins|/(?:settings|battery)\.[ab]|/sounds/[a-z0-9_-][a-z0-9_.-]{0,31}"
_PATH, _OWNERS = re.compile(PATTERN), re.compile(OWNERS)
_SHOWN_MOST = 60  # characters of a wrong path that an error shows


def is_device_path(path: object) -> bool:
    """Returns whether a value is a path that a file on the device can have."""
    return (
        isinstance(path, str)
        and len(path) <= PATH_BYTES_MOST
        and _PATH.fullmatch(path) is not None
        and len(path.encode()) <= PATH_BYTES_MOST
        and all(len(name.encode()) <= NAME_BYTES_MOST for name in path.split("/"))
    )


def is_owners(path: str) -> bool:
    """Returns whether a device's file is the owner's: pins, settings, battery tests or a sound."""
    return _OWNERS.fullmatch(path) is not None


def device_path(path: object) -> str:
    """Returns a valid path on the device, such as ``/sounds/laugh.snd``.

    Raises:
        BadInput: no file on the device can have this path.
    """
    if not is_device_path(path):
        shown = ascii(path)
        shown = shown if len(shown) <= _SHOWN_MOST else f"{shown[:_SHOWN_MOST]}..."
        raise BadInput(f"{shown} is not a path on the device: {WORDS}.")
    return str(path)


def device_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns files that one device can hold, by path. Each path begins with a slash.

    Args:
        files: contents by path. The firmware's own builds leave out the first slash.

    Raises:
        BadInput: a path is not valid on the device, or is both a file and a folder.
    """
    found = {device_path(f"/{path.removeprefix('/')}"): data for path, data in files.items()}
    _check_folders(found)
    return found


def _check_folders(paths: Iterable[str]) -> None:
    folders: dict[str, str] = {}
    for path in paths:
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in folders:
            folders[folder] = path
    for path in paths:
        if path in folders:
            raise BadInput(f"{path} cannot be a file: {folders[path]} needs it as a folder.")
