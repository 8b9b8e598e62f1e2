"""Log of a game: a header, then one JSON object on each line. A step counts only after its line is
on the disk.

If a process is killed in the middle of a line, the log has a damaged end. Opening the log drops
that end and reports it. That end cannot contain a finished step, because a step is answered only
after its line was written.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from io import FileIO
from pathlib import Path
from typing import Any, Protocol

from pingblock.common.file_lock import lock
from pingblock.common.input_file import parse_json, read_file
from pingblock.errors import BadInput
from pingblock.languages import _

FORMAT = 1
_MARK = "pingblock_table"
_START = b'{"pingblock_table": '
_BYTES_MOST = 100_000_000
_HEADER_MOST = 1 << 20  # in bytes, because options can contain a whole board file


@dataclass(frozen=True)
class Header:
    """Beginning of a log: everything that determines the first state."""

    game: str
    version: int  # version of the game's rules
    options: dict[str, object]
    players: list[str]
    seed: int  # seed of the virtual dice


class Recorder(Protocol):
    """Stores the records of a game in a file or in a list."""

    def append(self, record: dict[str, object], /) -> None:
        """Stores a record. Raises OSError if that fails."""


class TableLog:
    """A log that is open for writing. ``create`` and ``reopen`` return one."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self.file = file

    def append(self, record: dict[str, object]) -> None:
        """Writes a record. When this returns, the record is on the disk.

        Raises:
            OSError: the record could not be written. The log has not changed.
        """
        line = json.dumps(record, ensure_ascii=False).encode() + b"\n"
        before = self.file.seek(0, os.SEEK_END)
        try:
            while line:
                line = line[self.file.write(line) :]
            os.fsync(self.file.fileno())
        except OSError:
            self.file.truncate(before)
            raise

    def close(self) -> None:
        """Closes the file."""
        self.file.close()


@dataclass(frozen=True)
class Written:
    """Contents of a log. ``records[0]`` is on line 2."""

    header: Header
    records: list[dict[str, object]]
    dropped: str  # sentence about a damaged end, or ""
    good_bytes: int  # length in bytes without the damaged end
    size: int  # length in bytes when the file was read


def is_begun(path: Path) -> bool:
    """Returns whether a file exists and contains at least a whole header.

    If a process is killed at the beginning of a log, the file is smaller and has no step.
    """
    if path.exists() and not path.is_file():
        return True  # The reader of the log reports the error.
    try:
        with path.open("rb") as file:
            start = file.read(_HEADER_MOST)
    except FileNotFoundError:
        return False
    except OSError:
        return True  # The reader of the log reports the error.
    cut = b"\n" not in start and len(start) < _HEADER_MOST
    return not (cut and (start.startswith(_START) or _START.startswith(start)))


def create(path: Path, header: Header) -> TableLog:
    """Begins a log. Raises BadInput if the file exists or cannot be written."""
    try:
        anew = path.exists() and not is_begun(path)
        file = path.open("wb", buffering=0) if anew else path.open("xb", buffering=0)
        log = TableLog(path, file)
        _lock(path, log.file)
        log.append(first_record(header))
        _sync_folder(path.parent)
    except FileExistsError:
        raise BadInput(
            _("{path} already exists: resume it, or name another file.").format(path=path)
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    return log


def first_record(header: Header) -> dict[str, object]:
    """Returns the first record of a log."""
    return {_MARK: FORMAT, **asdict(header)}


def read(path: Path) -> Written:
    """Reads a log without changing the file.

    Raises:
        BadInput: the file is missing, is not a log, is damaged before its end, or has a newer
            format.
    """
    return parsed(read_file(path, _BYTES_MOST), str(path))


def parsed(data: bytes, path: str) -> Written:
    """Returns the contents of a log that was read as bytes.

    Args:
        data: the bytes of the whole log.
        path: name of the log in messages.

    Raises:
        BadInput: the file is not a log, is damaged before its end, or has a newer format.
    """
    *lines, tail = data.split(b"\n")
    found = [_record(line) for line in lines]
    header = _header(path, found[0] if found else None)
    dropped = f"{len(tail)} bytes without an end" if tail else ""
    good_bytes = len(data) - len(tail)
    if found[-1] is None and not tail:
        found.pop()
        good_bytes -= len(lines[-1]) + 1
        dropped = "not readable"
    if None in found:
        number = found.index(None) + 1
        say = _("{path}, line {number}: this line is damaged, but good lines follow it.")
        raise BadInput(say.format(path=path, number=number))
    if dropped:
        dropped = f"The last line of {path}, line {len(found) + 1}, was dropped: {dropped}."
    records = [record for record in found[1:] if record is not None]
    return Written(header, records, dropped, good_bytes, len(data))


def reopen(path: Path, written: Written) -> TableLog:
    """Opens a log to continue it, without its damaged end.

    Raises:
        BadInput: the log is read-only, it is in use, or it has changed since it was read.
    """
    try:
        file = path.open("r+b", buffering=0)
        with ExitStack() as wrong:
            wrong.callback(file.close)
            _lock(path, file)
            if os.fstat(file.fileno()).st_size != written.size:
                raise BadInput(
                    _("{path} has changed in the meantime: open it again.").format(path=path)
                )
            file.truncate(written.good_bytes)
            os.fsync(file.fileno())
            wrong.pop_all()
    except OSError as error:
        raise _unwritable(path, error) from None
    return TableLog(path, file)


def _unwritable(path: Path, error: OSError) -> BadInput:
    say = _("{path} cannot be written: {strerror}.")
    return BadInput(say.format(path=path, strerror=error.strerror))


def _lock(path: Path, file: FileIO) -> None:
    """Locks a log for this table, if the file system has locks."""
    try:
        lock(file.fileno())
    except (BlockingIOError, PermissionError):
        raise BadInput(
            _("{path} is open in another game: close that one first.").format(path=path)
        ) from None
    except OSError:
        return


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        found = parse_json(line)
    except BadInput:
        return None
    return found if isinstance(found, dict) else None


def _header(path: str, found: dict[str, Any] | None) -> Header:
    if found is None or type(found.get(_MARK)) is not int:
        say = _("{path} is not the log of a game: its first line is not the header of a log.")
        raise BadInput(say.format(path=path))
    if found[_MARK] > FORMAT:
        say = _(
            "{path} has format {found}, but this pingblock reads only up to {format}: update "
            "pingblock."
        )
        raise BadInput(say.format(path=path, found=found[_MARK], format=FORMAT))
    values = {each.name: found.get(each.name) for each in fields(Header)}
    right = (str, int, dict, list, int)
    for (name, value), kind in zip(values.items(), right, strict=True):
        if type(value) is not kind:
            say = _("{path}, line 1: the header's {name} is missing or wrong.")
            raise BadInput(say.format(path=path, name=name))
    if not all(type(name) is str for name in found["players"]):
        raise BadInput(
            _("{path}, line 1: the players in the header are not names.").format(path=path)
        )
    return Header(**{name: found[name] for name in values})


def _sync_folder(folder: Path) -> None:
    """Writes the name of a new file to the disk, except on Windows, which cannot open folders."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
