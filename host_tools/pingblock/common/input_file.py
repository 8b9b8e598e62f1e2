"""Reads input files of the commands, up to a limit, and only if reading cannot block."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

from pingblock.errors import BadInput

# Files that a shell passes by a name. Reading one only waits for the program that writes it.
_HANDED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


def read_file(path: Path, bytes_most: int) -> bytes:
    """Returns the content of a file.

    Raises:
        BadInput: the file cannot be read, is not a regular file (a folder, a device, a pipe that
            may never get data), or is longer than ``bytes_most``.
    """
    try:
        if not (stat.S_ISREG(path.stat().st_mode) or str(path).startswith(_HANDED)):
            raise BadInput(f"{path} cannot be read: it is {_kind(path)}, not a file.")
        with path.open("rb") as file:
            data = file.read(bytes_most + 1)
    except (OSError, ValueError) as error:  # A null character in the name raises ValueError.
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{path} cannot be read: {why}.") from None
    if len(data) > bytes_most:
        raise BadInput(f"{path} is too long: at most {_size(bytes_most)} can be read.")
    return data


def read_text(path: Path, bytes_most: int) -> str:
    """Returns the text of a file. Raises BadInput as ``read_file`` does, or if it is not UTF-8."""
    try:
        return read_file(path, bytes_most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} cannot be read: it is not UTF-8 text. Save it as UTF-8.") from None


def parse_json(text: str | bytes) -> Any:
    """Returns the value of a JSON text.

    Raises:
        BadInput: the text is not JSON, is nested too deeply, or has a number with thousands of
            digits.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as wrong:
        where = f"line {wrong.lineno}, column {wrong.colno}"
        raise BadInput(f"It is not JSON: {wrong.msg} ({where}).") from None
    except RecursionError:
        raise BadInput("This JSON cannot be read: it is nested too deep.") from None
    except UnicodeDecodeError:
        raise BadInput("It is not JSON: it is not UTF-8 text.") from None
    except ValueError:  # Python converts at most 4300 digits.
        raise BadInput("It is not JSON: a number has thousands of digits.") from None


def _kind(path: Path) -> str:
    if path.is_dir():
        return "a folder"
    return "a pipe" if path.is_fifo() else "a device"


def _size(count: int) -> str:
    for unit, factor in (("MB", 1_000_000), ("kB", 1000)):
        if count >= factor:
            return f"{count / factor:.0f} {unit}"
    return f"{count} bytes"
