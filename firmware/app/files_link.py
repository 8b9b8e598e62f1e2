"""Files over the link: ``put``, ``files`` and ``remove``; loaded with the first such request.

Flash is written only while nothing sounds or moves, and with interrupts held off, as the chip
cannot run from a flash that it erases, 45 ms at a time. A press in that time waits for its end and
then sounds at once and undisturbed; the rest of the file waits for the end of the sound.
"""

import asyncio
import gc
import os
import time

from link import protocol, strict_json
from link.block_format import BLOCK_BYTES
from link.blocks import Blocks, Stray
from storage import places, slots
from storage.part import NAME, Part, crc_steps

_LOOK_MS = 2
_OTHERS_MS = 20  # so long the other tasks may wait; more only for the flash
_IDLE_MS = 2000  # without a block: the host is gone
_REST_STEP_MS = 20
_SIGN_STEPS = 25  # every 0.5 s the host is told that the device waits for the end of a sound
# Memory is tidied up between two blocks, else it would be within one: after so many bytes of
# garbage, by estimate, as to ask for it takes 6 ms.
_TIDY_BYTES = 48_000
_PUT_BYTES, _BLOCK_GARBAGE_BYTES = 16_000, 1600
_LISTED = 16  # files in one answer: a line has 1024 bytes
_FILE_KIND = 0x8000
_NO_FLASH = "Writing to the flash failed (error %s): remove a file or try again."
_BAD_CRC = "The file does not have the CRC that was told: nothing is changed."


class FilesLink:
    """The requests about files.

    Args:
        device: ``app.device.Device``.
        supply: ``app.supply.Supply``.
        console: ``link.console.Console``.
        stdin: what the console reads.
        wake_writer: callable; there is something to send.
    """

    def __init__(self, device, supply, console, stdin, wake_writer):
        self._device = device
        self._supply = supply
        self._console = console
        self._stdin = stdin
        self._wake_writer = wake_writer
        self._act = _nothing
        self._garbage_bytes = _TIDY_BYTES  # of loading, to begin with
        self.actions = {"put": self._put, "files": self._files, "remove": self._remove}

    # put

    async def _put(self, request):
        """Receives a file. Answered once it is in its place; events tell how far it has come."""
        part = Part(request["path"])
        self._check(request["path"])
        await self._tidy(_PUT_BYTES)
        crc = await self._begin(part, request)
        blocks = Blocks(self._stdin, *self._device.board.stand_in_parts())
        try:
            await self._at_rest(part.make_folder, request["id"])
            await self._at_rest(part.open, request["id"])
            self._tell(request["id"], at=part.at, crc32=crc, block=BLOCK_BYTES)
            await self._receive(request, part, blocks, crc)
        except Stray as stray:
            self._console.push(stray.byte, time.ticks_ms())
            raise protocol.ProtocolError("ended", str(stray)) from None
        except ValueError as wrong:
            await _drain(blocks)
            self._console.heard(time.ticks_ms())
            raise protocol.ProtocolError(getattr(wrong, "code", "broken"), str(wrong)) from None
        finally:
            await self._at_rest(part.close)
        return await self._finish(request, part)

    async def _begin(self, part, request):
        """Decides where to go on. Returns the CRC-32 of what is there from an earlier time."""
        size, kept = request["size"], part.size()
        goes_on = 0 < kept <= size and request.get("at", kept) == kept
        _refuse(places.no_room(size, _free_bytes() + kept))
        part.at = kept if goes_on else 0
        return await _crc(part.read()) if goes_on else 0

    async def _receive(self, request, part, blocks, crc):
        size, count = request["size"], 0
        head = b'{"event":"put","id":' + strict_json.dumps(request["id"]) + b',"at":'
        while part.at < size:
            # Told last of all: bytes that come while nobody reads them cost half as much again.
            if count:
                self._console.send_json(head + b"%d}" % part.at)
                self._flush()
            if not blocks.is_coming(_LOOK_MS):
                await self._await_block(blocks)
            part.data, crc = blocks.take(min(BLOCK_BYTES, size - part.at), crc)
            count += 1
            await self._write(part, request["id"])
            await self._tidy(_BLOCK_GARBAGE_BYTES)

    async def _tidy(self, more_bytes):
        self._garbage_bytes += more_bytes
        if self._garbage_bytes > _TIDY_BYTES:
            gc.collect()
            self._garbage_bytes = 0
            await asyncio.sleep_ms(0)

    async def _await_block(self, blocks):
        since_ms = time.ticks_ms()
        while not blocks.is_coming(_LOOK_MS):
            if time.ticks_diff(time.ticks_ms(), since_ms) > _IDLE_MS:
                raise protocol.ProtocolError("late", "No block came for 2 s.")
            await asyncio.sleep_ms(_LOOK_MS)

    async def _write(self, part, id):
        """Writes a block, step by step; others run before those that take long."""
        while part.data or part.is_due:
            if part.erases:
                await asyncio.sleep_ms(0)
            if not self._did(part.write):
                await self._at_rest(part.write, id)
        await asyncio.sleep_ms(0)

    async def _finish(self, request, part):
        """Reads back what is on the flash, and puts it in its place if that is right."""
        if await _crc(part.read()) != request["crc32"]:
            await self._at_rest(part.give_up)
            raise protocol.ProtocolError("bad_crc", _BAD_CRC)
        await self._at_rest(part.take_place, request["id"])
        await asyncio.sleep_ms(0)
        return {"size": request["size"]}

    # the others

    async def _files(self, request):
        """Tells the files of a folder, by pages: those behind the name ``after``."""
        folder = request["folder"]
        if folder not in places.LISTED:
            raise protocol.ProtocolError("bad_path", "The folders are /sounds, /a, /b and /.")
        names = [name for name in _names(folder) if name > request.get("after", "")]
        found = {}
        for name in names[:_LISTED]:
            path = folder.rstrip("/") + "/" + name
            found[name] = [os.stat(path)[6], await _crc(crc_steps(path))]
        return {"files": found, "more": len(names) > _LISTED}

    async def _remove(self, request):
        path = request["path"]
        self._check(path)
        folder, _, name = path.rpartition("/")
        there = name in _names(folder)
        if there:
            await self._at_rest(lambda: os.remove(path))
        return {"removed": there}

    # how

    def _check(self, path):
        _refuse(places.refusal(path, slots.locked(slots.read())))

    async def _at_rest(self, act, id=None):
        """Does something to the flash as soon as nothing sounds or moves; others run around it.

        Args:
            act: callable without arguments; interrupts are held off while it runs.
            id: of the request, for a sign of life if it takes long.
        """
        steps = 0
        await asyncio.sleep_ms(0)
        while not self._did(act):
            await asyncio.sleep_ms(_REST_STEP_MS)
            steps += 1
            if id is not None and steps % _SIGN_STEPS == 0:
                self._tell(id, waits=True)

    def _did(self, act):
        """Does ``act`` unless something sounds or moves. Returns whether it did (bool)."""
        self._act = act
        return self._device.board.without_interrupts(self._unless_busy)

    def _unless_busy(self):
        if self._device.speaker.playing or self._supply.moves:
            return False
        try:
            self._act()
        except OSError as wrong:
            raise protocol.ProtocolError("flash", _NO_FLASH % wrong.args[0]) from None
        return True

    def _tell(self, id, **fields):
        self._console.send(protocol.event("put", id=id, **fields))
        self._flush()

    def _flush(self):
        if self._console.flush():
            self._wake_writer()


def _nothing():
    """Stands in for what is to be done to the flash."""


def _refuse(refusal):
    if refusal:
        raise protocol.ProtocolError(refusal[0], refusal[1])


def _free_bytes():
    found = os.statvfs("/")
    return found[0] * found[3]


def _names(folder):
    """Returns the names (list of str, sorted) of the files in a folder, also of none."""
    try:
        found = [entry[0] for entry in os.ilistdir(folder) if entry[1] == _FILE_KIND]
    except OSError:
        return []
    return sorted([name for name in found if name != NAME])


async def _crc(steps):
    """Returns the last of ``steps`` (int, 0 if there is none), letting others run in between."""
    crc, since_ms = 0, None
    for told in steps:
        crc = told
        if since_ms is None or time.ticks_diff(time.ticks_ms(), since_ms) > _OTHERS_MS:
            await asyncio.sleep_ms(0)
            since_ms = time.ticks_ms()
    return crc


async def _drain(blocks):
    """Reads what is still on its way into nothing, so that it is not taken for a request."""
    for _ in blocks.rounds():
        if not blocks.throw_away():
            return
        await asyncio.sleep_ms(0)
