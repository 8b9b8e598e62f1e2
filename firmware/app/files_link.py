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
from link.blocks import BLOCK_BYTES, Blocks, Stray
from storage import places, slots
from storage.part import NAME, Part, crc_steps

_LOOK_MS = 2
_IDLE_MS = 2000  # without a block: the host is gone
_REST_STEP_MS = 20
_SIGN_STEPS = 50  # once a second the host is told that the device waits for the end of a sound
_TIDY_BLOCKS = 32  # between two tidyings of memory, which would else come within a write
_LISTED = 16  # files in one answer: a line has 1024 bytes
_FILE_KIND = 0x8000


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
        self.actions = {"put": self._put, "files": self._files, "remove": self._remove}

    # put

    async def _put(self, request):
        """Receives a file. Answered once it is in its place; events tell how far it has come."""
        size, part = request["size"], Part(request["path"])
        self._check(request["path"])
        kept = part.size()
        at, crc = await self._begin(part, kept, request)
        _refuse(places.no_room(size - at, _free_bytes() + kept - at))
        blocks = Blocks(self._stdin, *self._device.board.stand_in_parts())
        try:
            await self._at_rest(part.make_folder)
            await self._at_rest(lambda: part.open(at))
            self._tell(request["id"], at=at, crc32=crc, block=BLOCK_BYTES)
            await self._receive(request, part, blocks, crc)
        except Stray as stray:
            self._console.push(stray.byte, time.ticks_ms())
            raise protocol.ProtocolError("ended", str(stray)) from None
        except ValueError as wrong:
            await _drain(blocks)
            raise protocol.ProtocolError(getattr(wrong, "code", "broken"), str(wrong)) from None
        finally:
            await self._at_rest(part.close)
        await self._finish(request, part)
        return {"size": size}

    async def _begin(self, part, kept, request):
        """Returns where to go on, and the CRC-32 of what is there from an earlier time."""
        if not 0 < kept <= request["size"] or request.get("at", kept) != kept:
            return 0, 0
        return kept, await _crc(part.read())

    async def _receive(self, request, part, blocks, crc):
        size, count, told_at = request["size"], 0, part.at
        head = b'{"event":"put","id":' + strict_json.dumps(request["id"]) + b',"at":'
        while told_at < size:
            await self._await_block(blocks)
            data, crc = blocks.take(min(BLOCK_BYTES, size - told_at), crc)
            told_at += len(data)
            if told_at < size:  # the next is on its way while this is written
                self._console.send_json(head + b"%d}" % told_at)
                self._flush()
            await self._write(part, data, request["id"])
            count += 1
            if count % _TIDY_BLOCKS == 0:
                gc.collect()
            await asyncio.sleep_ms(0)

    async def _await_block(self, blocks):
        since_ms = time.ticks_ms()
        while not blocks.is_coming(_LOOK_MS):
            if time.ticks_diff(time.ticks_ms(), since_ms) > _IDLE_MS:
                raise protocol.ProtocolError("late", "No block came for 2 s.")
            await asyncio.sleep_ms(_LOOK_MS)

    async def _write(self, part, data, id):
        """Writes a block, and makes it last where that costs no second erasing."""
        cut = part.keep_at - part.at
        if cut > len(data):
            await self._at_rest(lambda: part.write(data), id)
            return
        await self._at_rest(lambda: part.write(data[:cut]), id)
        await self._at_rest(part.keep, id)
        await self._at_rest(lambda: part.write(data[cut:]), id)

    async def _finish(self, request, part):
        """Reads back what is on the flash, and puts it in its place if that is right."""
        if await _crc(part.read()) != request["crc32"]:
            await self._at_rest(part.give_up)
            raise protocol.ProtocolError(
                "bad_crc", "The file's CRC does not fit: nothing is changed."
            )
        await self._at_rest(part.take_place, request["id"])

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
        """Does something to the flash as soon as nothing sounds or moves.

        Args:
            act: callable without arguments; interrupts are held off while it runs.
            id: of the request, for a sign of life if it takes long.
        """
        done = False
        steps = 0

        def unless_busy():
            nonlocal done
            if not (self._device.speaker.playing or self._supply.moves):
                done = True
                act()

        while True:
            try:
                self._device.board.without_interrupts(unless_busy)
            except OSError as wrong:
                raise protocol.ProtocolError("flash", "Flash: error %s." % wrong.args[0]) from None
            if done:
                return
            await asyncio.sleep_ms(_REST_STEP_MS)
            steps += 1
            if id is not None and steps % _SIGN_STEPS == 0:
                self._tell(id, waits=True)

    def _tell(self, id, **fields):
        self._console.send(protocol.event("put", id=id, **fields))
        self._flush()

    def _flush(self):
        if self._console.flush():
            self._wake_writer()


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
    crc = 0
    for step in steps:
        crc = step
        await asyncio.sleep_ms(0)
    return crc


async def _drain(blocks):
    """Reads what is still on its way into nothing, so that it is not taken for a request."""
    for _ in blocks.rounds():
        if not blocks.throw_away():
            return
        await asyncio.sleep_ms(0)
