"""Serial link: receives requests, sends answers and events. The codec parses and checks them."""

import asyncio
import gc
import time

from pingware.link.console import NO_MEMORY, Console
from pingware.services.task_ids import AT_WORK, READ, WRITE
from pingware.shared import device_options, events, protocol
from pingware.shared.requests import is_on_demand
from pingware.shared.settings import lift_both
from pingware.version import VERSION

_LEVELS = ("cap", "chime", "mute_lock")  # settings that the request ``volume`` can also change
_FAILED = "The device failed at this (%s): restart it, and if that does not help, update it."


def readable(stream):
    """Waits until input arrives, without reading it."""
    yield asyncio.core._io_queue.queue_read(stream)  # type: ignore[attr-defined]


def _writable(stream):
    """Waits without time limit until the host can take output, without writing."""
    yield asyncio.core._io_queue.queue_write(stream)  # type: ignore[attr-defined]


def _refusal_of(wrong):
    """Returns (code, sentence) for the exception of a request."""
    try:
        if isinstance(wrong, protocol.ProtocolError):
            return wrong.code, wrong.say
        if isinstance(wrong, ValueError):
            return "bad_value", str(wrong)
        if isinstance(wrong, OSError):
            return "flash", "A file cannot be read or written (error %s)." % wrong.args[0]
        if not isinstance(wrong, MemoryError):
            return "failed", _FAILED % type(wrong).__name__
    except MemoryError:
        pass
    return "no_memory", NO_MEMORY


def _largest():
    """Returns the largest free block of memory (int, bytes), at most an eighth too small.

    Call it after a garbage collection. It takes about 6 ms, and more with fragmented memory.
    """
    words = gc.mem_free() // 32 * 7  # the block is always smaller than the free memory
    gc.disable()  # so that a failed attempt does not start a collection
    try:
        while words:
            try:
                ([None] * words).clear()  # frees the memory at once
                break
            except MemoryError:
                words -= words // 8 + 1
    finally:
        gc.enable()
    return words * 4


class Link:
    """The serial link of one device, ``console``.

    Args:
        checkins: bytearray, in which its tasks check in, see ``services.task_ids``.
        device: ``app.boot.boot.FirstStage``.
        parts: ``app.boot.tasks.SecondStage``.
    """

    def __init__(self, checkins, device, parts):
        self._device = device
        self._parts = parts
        self._host = parts.host
        self._reports = parts.reports
        self._stdin, self._stdout, kbd_intr = device.board.console_parts()
        self.console = Console(
            self._stdin, self._stdout, device.settings.declarations, kbd_intr, parts.port
        )
        self.waits = self.console.waits
        self._checkins = checkins
        self._on_demand = None  # app.requests.on_demand.OnDemand, after the first such request
        self._loaded = {}  # requests that are loaded on demand: name to handler
        self._to_write = asyncio.Event()
        self._ended = ""  # name of the previous bad end, see app.care.crash
        self._handlers = {
            "hello": self._hello,
            "status": self._status,
            "volume": self._volume,  # loaded at the start, because muting must work at once
        }

    def open(self, ended):
        """Takes the port over and sends hello.

        Args:
            ended: str, name of the previous bad end (``app.care.crash``), or "".
        """
        self._ended = ended
        self.console.open()
        hello = {"event": events.HELLO}
        hello.update(self._hello(None))
        self._reports.report(hello)

    def close(self):
        """Returns the port to the prompt."""
        self.console.close()

    def wake_writer(self):
        """Wakes ``write``, which has output to send."""
        self._to_write.set()

    async def read(self):
        """Answers requests as they arrive."""
        while True:
            await readable(self._stdin)
            self._checkins[READ] = AT_WORK
            for request in self.console.drain(time.ticks_ms()):
                await self._answer(request)
            self._checkins[READ] = 1
            if self.console.outbox.flush():
                self._to_write.set()
            await asyncio.sleep_ms(0)  # lets other tasks run

    async def write(self):
        """Sends queued answers, then events. Only this task writes. Without a host events wait."""
        outbox = self.console.outbox
        while True:
            await self._to_write.wait()
            self._to_write.clear()
            self._checkins[WRITE] = 1
            while self._parts.port.opened() and (self._take_reports() or outbox.pending):
                self._checkins[WRITE] = 1
                if outbox.flush() or len(self._reports.queue):
                    await _writable(self._stdout)

    def _take_reports(self):
        """Hands the oldest event to the console if at most one line waits there.

        Returns:
            bool, whether it did. Without a host, events wait there and new ones replace the
            oldest.
        """
        queue = self._reports.queue
        if not len(queue) or self.console.outbox.pending > 1:
            return False
        self.console.send(queue.popleft())
        return True

    async def _answer(self, request):
        self._parts.sleep.idle.use(time.ticks_ms())
        id = request.get("id")
        try:
            reply = protocol.ok(id, await self._done(request))
        except Exception as wrong:  # a failing request must not end the game
            code, say = _refusal_of(wrong)
            reply = protocol.error(id, code, say)
        self.console.send(reply)

    async def _done(self, request):
        """Handles a request. Returns the answer's fields (dict). Raises ValueError."""
        do = request["do"]
        handler = self._handlers.get(do) if type(do) is str else None
        fields = handler(request) if handler else await self._done_on_demand(request)
        return fields if type(fields) is dict else await fields  # a slow request

    async def _done_on_demand(self, request):
        """Handles a request of a game or of a module that is loaded on demand to save memory.

        Returns:
            The answer's fields (dict), or a coroutine of them.

        Raises:
            ProtocolError: no_base or other_game, if no loaded part handles it.
        """
        do = request["do"]
        if type(do) is not str or do not in self._host.handlers:
            gc.collect()  # loaded code and settings stay, and must not split the free memory
            await asyncio.sleep_ms(0)
        handler = self._host.handler(do) if type(do) is str else None
        if handler:
            return handler(request)
        from pingware.app.requests import on_demand

        if not self._on_demand:
            port = (self.console, self._stdin, self.wake_writer, self._answer)
            self._on_demand = on_demand.OnDemand(self._device, self._parts, port, self._handlers)
        if is_on_demand(self._device.settings.declarations, do):
            self.console.checked(request)
        if do not in self._loaded:
            self._loaded.update(await self._on_demand.handlers(do))
        if do not in self._loaded:
            on_demand.refused(do)
        return self._loaded[do](request)

    def _hello(self, _request):
        return {
            "protocol": protocol.PROTOCOL_VERSION,
            "product": "pingblock",
            "version": VERSION,
            "game": self._device.settings.game,
            "board": self._device.board.NAME,
            "uid": self._device.board.uid(),
            "seeded": self._device.chance.seed is not None,
            "ended": self._ended,
        }

    def _status(self, request):
        device, settings = self._device, self._device.settings
        if settings.waiting:
            settings.declarations.catalog().load(settings)
        chosen = settings.part(device_options.DEVICE_SETTINGS)
        chosen.update(settings.part(self._host.settings))
        found = self._host.status()
        if request.get("memory"):  # it takes about 30 ms
            gc.collect()  # otherwise, garbage would not count as free memory
            found["ram_free"] = gc.mem_free()
            if not self._parts.activity.busy:
                found["ram_largest"] = _largest()
        found.update(
            {
                "settings": chosen,
                "problems": settings.problems[:2],  # more would not fit in a line
                "problem_count": len(settings.problems),
                "usb": self._parts.supply.on_usb,
                "battery": self._parts.supply.last_event,
                "faults": self._reports.faults.counts(),
                "underruns": device.sound.speaker.underruns,
                "lines_dropped": self.console.outbox.dropped,
                "lines_refused": self.console.refused,
                "seeded": device.chance.seed is not None,
                "playing": device.sound.speaker.playing or self._host.unsettled,
            }
        )
        return found

    def _volume(self, request):
        settings = self._device.settings
        changes = {name: request[name] for name in _LEVELS if name in request}
        changes["volume"] = request["level"]
        lift_both(changes)
        settings.change(changes)
        return {
            "volume": settings.volume,
            "cap": settings.cap,
            "heard": settings.loudness,
            "unsaved": settings.unsaved,
        }
