"""Requests about files: ``put``, ``files`` and ``remove``. The first one loads this module."""

import asyncio
import os
import time

from pingware.app.files.receiver import Receiver, last_of
from pingware.app.power.flash_writer import FlashWriter
from pingware.shared import protocol, slot_format
from pingware.storage import file_policy, slot_state
from pingware.storage.partial_file import NAME, PartialFile, crc_steps

_LISTED = 16  # files in one answer, because a line has 1024 bytes
_FILE_KIND = 0x8000
# refused while a file arrives
_NOT_NOW = ("put", "files", "remove", "update", "bootsel", "sounds")
_FIRMWARE_SIZE = "The firmware has %d bytes: it must be whole pages of 256 bytes that fit a slot."
_BUSY = "The request %s must wait until the file is transferred."
_SEEN_AT_ONCE = 16  # names read before other tasks run
_NAMES_MOST = 80  # maximum number of names that are read, more than a folder can hold


class FileHandlers:
    """The requests about files.

    Args:
        board: ``boards.peripherals.Peripherals``.
        activity: ``app.boot.tasks.Activity``.
        console: ``link.console.Console``.
        stdin: stream that the console reads.
        wake_writer: callable that starts sending.
        answer: coroutine function that answers a request (dict).
    """

    def __init__(self, board, activity, console, stdin, wake_writer, answer):
        self._board = board
        self._stdin = stdin
        self._console = console
        self._answer = answer
        self._writer = FlashWriter(board, activity, self._report_waits, self._read_on)
        self._receiver = Receiver(console, wake_writer, self._writer)
        self.handlers = {"put": self._put, "files": self._files, "remove": self._remove}

    def _report_waits(self, id):
        self._receiver.report(id, waits=True)

    async def _read_on(self):
        """Answers requests while a transfer waits, because no chunk arrives then.

        Raises:
            KeyboardInterrupt: the host asked for the prompt.
        """
        for request in self._console.drain(time.ticks_ms()):
            if request["do"] in _NOT_NOW:
                busy = protocol.error(request.get("id"), "busy", _BUSY % request["do"])
                self._console.send(busy)
            else:
                # a separate task, because an answer on top of a transfer needs too much stack
                await asyncio.create_task(self._answer(request))

    async def _put(self, request):
        """Receives a file. It answers when the file is in place, and sends progress events."""
        size, path = request["size"], request["path"]
        if path == slot_format.PATH:
            part = _slot_for(size)
            kept = part.size()
        else:
            part = PartialFile(path)
            _refuse(file_policy.refusal(path))
            if not _is_file(path):
                _refuse(file_policy.too_many(len(await _names(file_policy.FOLDER))))
            kept = part.size()
            _refuse(file_policy.no_room(size, _free_bytes() + kept))
        if kept <= size and request.get("at", kept) == kept:
            part.go_on_at(kept)
        dupterm, alarm = self._board.upload_parts()
        await self._receiver.receive(request, part, (self._stdin, dupterm, alarm))
        return {"size": size}

    async def _files(self, request):
        """Returns the files of a folder in pages: those after the name ``after``."""
        folder = request["folder"]
        if folder not in file_policy.LISTED:
            raise protocol.ProtocolError("bad_path", "The folders are /sounds and /.")
        names = await _names(folder, request.get("after", ""))
        found = {}
        for name in names[:_LISTED]:
            path = folder.rstrip("/") + "/" + name
            found[name] = [os.stat(path)[6], await last_of(crc_steps(path))]
        return {"files": found, "more": len(names) > _LISTED}

    async def _remove(self, request):
        path = request["path"]
        _refuse(file_policy.refusal(path))
        there = _is_file(path)
        if there:
            await self._writer.do(lambda: os.remove(path))
        return {"removed": there}


def _slot_for(size):
    """Returns the inactive slot (``PartialSlot``) for firmware of ``size`` bytes."""
    from pingware.storage import partial_slot

    if slot_state.is_locked():
        raise protocol.ProtocolError("busy", "An update is already being tried.")
    if not partial_slot.is_size(size):
        raise protocol.ProtocolError("too_big", _FIRMWARE_SIZE % size)
    return partial_slot.PartialSlot(size)


def _refuse(reason):
    if reason:
        raise protocol.ProtocolError(reason[0], reason[1])


def _free_bytes():
    found = os.statvfs("/")
    return found[0] * found[3]


def _is_file(path):
    """Returns whether a file exists (bool)."""
    try:
        return os.stat(path)[0] & _FILE_KIND != 0
    except OSError:
        return False


async def _names(folder, after=""):
    """Returns the first names (sorted list of str) of a folder's files after a given name.

    It returns at most ``_NAMES_MOST``, because other programs can put many files there.
    """
    found: list[str] = []
    seen = 0
    try:
        for entry in os.ilistdir(folder):
            seen += 1
            if seen % _SEEN_AT_ONCE == 0:
                await asyncio.sleep_ms(0)
            if entry[1] == _FILE_KIND and entry[0] != NAME and entry[0] > after:
                found.append(entry[0])
                if len(found) > 2 * _NAMES_MOST:
                    found = sorted(found)[:_NAMES_MOST]
    except OSError:
        return []
    return sorted(found)[:_NAMES_MOST]
