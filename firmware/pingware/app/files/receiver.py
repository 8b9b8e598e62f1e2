"""Receives one file from the host chunk by chunk and writes it to flash."""

import asyncio
import gc
import time

from pingware.link.chunks import Chunks, Stray
from pingware.shared import protocol, strict_json

_LOOK_MS = 2
_OTHERS_MS = 20  # the longest wait of other tasks, except during a flash write
_IDLE_MS = 2000  # If no chunk arrives for this long, the host is gone.
# Garbage is collected between two chunks, because it could otherwise start within one. Asking for
# the free memory takes 6 ms, so the number of bytes is an estimate.
_TIDY_BYTES = 56_000
_PUT_BYTES, _CHUNK_GARBAGE_BYTES = 16_000, 1600
_BAD_CRC = "The file does not have the CRC of the request: nothing is changed."


class Receiver:
    """Receives files one after the other.

    Args:
        console: ``link.console.Console``.
        wake_writer: callable that starts sending.
        writer: ``app.power.flash_writer.FlashWriter``.
    """

    def __init__(self, console, wake_writer, writer):
        self._console = console
        self._wake_writer = wake_writer
        self._writer = writer
        self._garbage_bytes = _TIDY_BYTES  # garbage from loading the modules

    def report(self, id, **fields):
        """Sends an event with the progress of the request with this id."""
        self._console.send(protocol.event("put", id=id, **fields))
        self._flush()

    def _send(self, body):
        """Sends the JSON of an event (bytes). Encoding them here would take 4 ms."""
        self._console.send_json(body)
        self._flush()

    def _flush(self):
        if self._console.outbox.flush():
            self._wake_writer()

    async def receive(self, request, part, port_parts):
        """Receives a file and moves it to its place.

        Args:
            request: ``put``.
            part: ``storage.partial_file.PartialFile`` whose ``at`` is the place to continue.
            port_parts: arguments of ``link.chunks.Chunks``.
        Raises:
            ProtocolError: ended, broken, late, flash or bad_crc. The old file is unchanged.
        """
        id = request["id"]
        await self._tidy()
        self._garbage_bytes = _PUT_BYTES  # the link has collected garbage before each request
        chunks, leaves = Chunks(*port_parts), False
        crc = await last_of(part.read()) if part.at else 0
        try:
            await self._writer.do(part.open, id)
            head = b'{"event":"put","id":' + strict_json.dumps(id) + b',"at":'
            self._send(head + b'%d,"crc32":%d,"block":%d}' % (part.at, crc, chunks.size))
            await self._receive_chunks(request, part, chunks, crc, head)
        except Stray as stray:
            self._console.push(stray.byte, time.ticks_ms())
            raise protocol.ProtocolError("ended", str(stray)) from None
        except MemoryError:
            await self._drain(chunks)
            raise
        except KeyboardInterrupt:
            leaves = True  # the host sends unwritten bytes again
            raise
        except ValueError as wrong:
            await self._drain(chunks)
            raise protocol.ProtocolError(getattr(wrong, "code", "broken"), str(wrong)) from None
        finally:
            if not leaves:
                await self._writer.do(part.close)
        await self._finish(request, part)

    async def _receive_chunks(self, request, part, chunks, crc, head):
        size, id = request["size"], request["id"]
        begun, others_ms = False, time.ticks_ms()
        while part.at < size:
            # The report is sent last, because reading bytes that had to wait takes 50 % more
            # time.
            if begun:
                self._send(head + b"%d}" % part.at)
            begun = True
            if not chunks.is_coming(_LOOK_MS):
                await _chunk_of(chunks)
            data, crc = chunks.read_next(min(chunks.size, size - part.at), crc)
            part.add(data)
            while part.data or part.is_due:
                if part.erases:  # erasing takes long
                    await asyncio.sleep_ms(0)
                    others_ms = time.ticks_ms()
                if not self._writer.did(part.write):
                    await self._writer.do(part.write, id)
            if time.ticks_diff(time.ticks_ms(), others_ms) > _OTHERS_MS:
                await asyncio.sleep_ms(0)
                others_ms = time.ticks_ms()
            self._garbage_bytes += _CHUNK_GARBAGE_BYTES
            if self._garbage_bytes > _TIDY_BYTES:
                await self._tidy()

    async def _drain(self, chunks):
        """Reads and drops bytes that still arrive, so that they are not read as requests."""
        for _ in chunks.rounds():
            if not chunks.throw_away():
                break
            await asyncio.sleep_ms(0)
        self._console.heard(time.ticks_ms())

    async def _tidy(self):
        if self._garbage_bytes > _TIDY_BYTES:
            gc.collect()
            self._garbage_bytes = 0
            await asyncio.sleep_ms(0)

    async def _finish(self, request, part):
        """Reads the written file back and moves it to its place if it is right."""
        if await last_of(part.read()) != request["crc32"]:
            await self._writer.do(part.give_up)
            raise protocol.ProtocolError("bad_crc", _BAD_CRC)
        await self._writer.do(part.replace_file, request["id"])
        await asyncio.sleep_ms(0)


async def _chunk_of(chunks):
    """Waits for a chunk."""
    since_ms = time.ticks_ms()
    while not chunks.is_coming(_LOOK_MS):
        if time.ticks_diff(time.ticks_ms(), since_ms) > _IDLE_MS:
            raise protocol.ProtocolError("late", "No block came for 2 s.")
        await asyncio.sleep_ms(_LOOK_MS)


async def last_of(steps):
    """Returns the last of ``steps`` (int, 0 without steps). Other tasks run in between."""
    last, since_ms = 0, None
    for step in steps:
        last = step
        if since_ms is None or time.ticks_diff(time.ticks_ms(), since_ms) > _OTHERS_MS:
            await asyncio.sleep_ms(0)
            since_ms = time.ticks_ms()
    return last
