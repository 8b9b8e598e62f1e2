"""The link's two tasks, and what each request does. Parsing and checking are the codec's work."""

import asyncio
import gc
import time

from pingware.games.block import odds, options
from pingware.link.console import Console
from pingware.shared import battery, device_options, events, protocol

VERSION = "0.1.0"
_PROBLEMS_TOLD = 2  # all of them would not fit a line
_NO_BASE = "This board has no apple base."
_NO_MEMORY = "No memory is left for this: restart the device and ask again."
_BAD_FLASH = "A file cannot be read or written (error %s)."
_LEVELS = ("cap", "chime", "mute_lock")  # settings that the request volume may change as well
_MORE_MS = 2  # between two looks at the input: others run meanwhile


def _readable(stream):
    """Waits until there is something to read, without reading it."""
    yield asyncio.core._io_queue.queue_read(stream)  # type: ignore[attr-defined]


def _writable(stream):
    """Waits until the host has room, however long that takes, without writing."""
    yield asyncio.core._io_queue.queue_write(stream)  # type: ignore[attr-defined]


class Link:
    """The serial link of one device."""

    def __init__(self, device, supply):
        self._device = device
        self._supply = supply
        self._stdin, self._stdout, kbd_intr = device.board.console_parts()
        self._console = Console(self._stdin, self._stdout, kbd_intr)
        self._to_write = asyncio.Event()
        self.base = None  # app.base_link.BaseLink, if the board carries a base
        self._actions = {
            "help": self._help,
            "hello": self._hello,
            "status": self._status,
            "press": self._press,
            "replay": self._replay,
            "volume": self._volume,
            "profile": self._profile,
            "battery": self._battery,
            "seed": self._seed,
        }

    def add(self, actions):
        """Takes requests of another part: name to a function of the request (dict)."""
        self._actions.update(actions)

    def open(self):
        """Takes the port over and says hello."""
        self._console.open()
        hello = {"event": events.HELLO}
        hello.update(self._hello(None))
        self._device.report(hello)

    def close(self):
        """Gives the port back to the prompt."""
        self._console.close()

    def wake_writer(self):
        """There is something to send."""
        self._to_write.set()

    async def read(self):
        """Answers requests as they come."""
        while True:
            await _readable(self._stdin)
            for request in self._console.drain(time.ticks_ms()):
                await self._answer(request)
            self._to_write.set()
            await asyncio.sleep_ms(_MORE_MS)

    async def write(self):
        """The one task that writes: queued answers, then events; without a host events wait."""
        while True:
            await self._to_write.wait()
            self._to_write.clear()
            while self._take_reports() or self._console.pending:
                await _writable(self._stdout)
                self._console.flush()

    def _take_reports(self):
        """Hands the oldest event to the console once that is idle, so that it drops none.

        Returns:
            bool, whether it did. Without a host events wait here, the oldest giving way.
        """
        reports = self._device.reports
        if not len(reports) or self._console.pending or not self._supply.host_reads:
            return False
        self._console.send(reports.get())
        return True

    async def _answer(self, request):
        self._supply.used(time.ticks_ms())
        id = request.get("id")
        try:
            reply = protocol.ok(id, await self._done(request))
        except protocol.ProtocolError as wrong:
            reply = protocol.error(id, wrong.code, wrong.say)
        except ValueError as wrong:
            reply = protocol.error(id, "bad_value", str(wrong))
        except MemoryError:
            reply = protocol.error(id, "no_memory", _NO_MEMORY)
        except OSError as wrong:  # one damaged file must not end the game
            reply = protocol.error(id, "flash", _BAD_FLASH % wrong.args[0])
        self._console.send(reply)

    async def _done(self, request):
        """Does what is asked. Returns the answer's fields (dict). Raises ValueError."""
        do = request["do"]
        action = self._actions.get(do) or await self._load(do)
        if action is None:
            raise protocol.ProtocolError("no_base", _NO_BASE)
        fields = action(request)
        return fields if type(fields) is dict else await fields  # it takes its time

    async def _load(self, do):
        """Loads the part that does a request asked seldom; it would fill memory for nothing.

        Returns:
            The part's function of the request; None if this board has no such part.
        """
        gc.collect()  # what is loaded now stays: not in the middle of the free memory
        await asyncio.sleep_ms(0)
        from pingware.app import late_parts

        port = self._console, self._stdin, self.wake_writer
        self.add(await late_parts.actions(do, self._device, self._supply, self.base, port))
        return self._actions.get(do)

    def _help(self, _request):
        from pingware.app import late_parts

        known = set(self._actions) | set(late_parts.REQUESTS)
        return {"requests": sorted(known), "words": list(protocol.WORDS)}

    def _hello(self, _request):
        return {
            "protocol": protocol.PROTOCOL_VERSION,
            "product": "pingblock",
            "version": VERSION,
            "board": self._device.board.NAME,
            "uid": self._device.board.uid(),
            "seeded": self._device.seed is not None,
        }

    def _status(self, _request):
        device, game = self._device, self._device.game
        chosen = device.settings.part(device_options.SETTINGS)
        chosen.update(device.settings.part(options.SETTINGS))
        return {
            "draws": game.draws,
            "counts": game.counts,
            "settings": chosen,
            "problems": device.settings.problems[:_PROBLEMS_TOLD],
            "problem_count": len(device.settings.problems),
            "usb": self._supply.on_usb,
            "battery": self._supply.last and battery.event(self._supply.last),
            "faults": device.faults.counts(),
            "underruns": device.speaker.underruns,
            "lines_dropped": self._console.dropped,
            "lines_refused": self._console.refused,
            "ram_free": gc.mem_free(),
            "seeded": device.seed is not None,
        }

    def _press(self, _request):
        return {"accepted": self._device.press()}

    def _replay(self, _request):
        return {"replay": self._device.replay(time.ticks_ms())}

    def _volume(self, request):
        settings = self._device.settings
        changes = {name: request[name] for name in _LEVELS if name in request}
        changes["volume"] = request["level"]
        settings.change(changes)
        return {"volume": settings.volume, "cap": settings.cap, "heard": settings.loudness}

    def _profile(self, request):
        settings, name = self._device.settings, request["name"]
        settings.change({"profile": name, "weights": request.get("weights", settings.weights)})
        return {"profile": name, "weights": list(odds.weights_of(name, settings.weights))}

    def _battery(self, request):
        if "cells" in request:
            self._device.settings.change({"cells": request["cells"]})
        self._supply.ask(aloud=False)
        return {"testing": True}

    def _seed(self, request):
        self._device.reseed(request["seed"])
        return {"seeded": request["seed"] is not None}
