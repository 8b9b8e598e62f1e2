"""Serial link: requests in, answers and events out. Parsing and checking are the codec's work."""

import asyncio
import gc
import time

from pingware.games import registry
from pingware.link.console import Console
from pingware.shared import device_options, events, protocol

VERSION = "0.1.0"
_PROBLEMS_SHOWN = 2  # all of them would not fit a line
_NO_BASE = "This board has no apple base."
_OTHER_GAME = "The request %s is for the game %s: choose it first."
_NO_MEMORY = "No memory is left for this: restart the device and ask again."
_BAD_FLASH = "A file cannot be read or written (error %s)."
_LEVELS = ("cap", "chime", "mute_lock")  # settings that the request volume may change as well


def _readable(stream):
    """Waits until there is something to read, without reading it."""
    yield asyncio.core._io_queue.queue_read(stream)  # type: ignore[attr-defined]


def _writable(stream):
    """Waits until the host has room, however long that takes, without writing."""
    yield asyncio.core._io_queue.queue_write(stream)  # type: ignore[attr-defined]


def _largest():
    """Returns the largest free block of memory (int, bytes), up to an eighth too small.

    Call it after a collection. It takes about 6 ms, more where the memory is in small pieces.
    """
    words = gc.mem_free() // 32 * 7  # it never is all that is free
    gc.disable()  # too large a block costs no collection
    try:
        while words:
            try:
                ([None] * words).clear()  # gives its memory back at once
                break
            except MemoryError:
                words -= words // 8 + 1
    finally:
        gc.enable()
    return words * 4


class Link:
    """The serial link of one device.

    Args:
        device: ``app.press_parts.PressParts``.
        stage: ``app.stage.Stage`` of the device itself.
        host, reports: of ``app``.
        supply, sleep, activity: of ``app.power``.
        own_sounds: callable; returns ``app.owner.own_sounds.OwnSounds``.
    """

    def __init__(self, device, stage, host, reports, supply, sleep, activity, own_sounds):
        self._device = device
        self._host = host
        self._reports = reports
        self._supply = supply
        self._sleep = sleep
        self._activity = activity
        self._stdin, self._stdout, kbd_intr = device.board.console_parts()
        self._console = Console(self._stdin, self._stdout, kbd_intr)
        self._lever = None  # once the apple base is up
        self._seldom = None  # app.seldom.Seldom, once there was such a request
        self._for_seldom = (
            device,
            stage,
            host,
            reports,
            supply,
            sleep,
            activity,
            own_sounds,
        )
        self._to_write = asyncio.Event()
        self._actions = {
            "help": self._help,
            "hello": self._hello,
            "status": self._status,
            "press": self._press,
            "replay": self._replay,
            "game": self._game,
            "volume": self._volume,
            "battery": self._battery,
            "seed": self._seed,
        }

    def add(self, actions):
        """Takes more requests: name to a function of the request (dict)."""
        self._actions.update(actions)

    def attend(self, lever):
        """Takes ``app.lever.lever_tasks.LeverTasks``: the apple base is up."""
        self._lever = lever

    def open(self):
        """Takes the port over and says hello."""
        self._console.open()
        hello = {"event": events.HELLO}
        hello.update(self._hello(None))
        self._reports.report(hello)

    def close(self):
        """Gives the port back to the prompt."""
        self._console.close()

    def wake_writer(self):
        """Has the writer look: there is something to send."""
        self._to_write.set()

    async def read(self):
        """Answers requests as they come."""
        while True:
            await _readable(self._stdin)
            for request in self._console.drain(time.ticks_ms()):
                await self._answer(request)
            if self._console.flush():
                self._to_write.set()
            await asyncio.sleep_ms(0)  # others run meanwhile

    async def write(self):
        """The one task that writes: queued answers, then events; without a host events wait."""
        while True:
            await self._to_write.wait()
            self._to_write.clear()
            while self._take_reports() or self._console.pending:
                if self._console.flush() or len(self._reports):
                    await _writable(self._stdout)

    def _take_reports(self):
        """Hands the oldest event to the console once that is idle, so that it drops none.

        Returns:
            bool, whether it did. Without a host events wait here, the oldest giving way.
        """
        reports = self._reports
        if not len(reports) or self._console.pending or not self._supply.host_reads:
            return False
        self._console.send(reports.get())
        return True

    async def _answer(self, request):
        self._sleep.used(time.ticks_ms())
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
        action = self._actions.get(do) or self._host.action(do) or await self._load(do)
        if action is None:
            code, say = self._refusal(do)
            raise protocol.ProtocolError(code, say)
        fields = action(request)
        return fields if type(fields) is dict else await fields  # it takes its time

    def _refusal(self, do):
        """Returns why no loaded part does a request: (code, sentence)."""
        from pingware.games import others

        game = others.find(do)
        return ("other_game", _OTHER_GAME % (do, game)) if game else ("no_base", _NO_BASE)

    async def _load(self, do):
        """Loads what does a request that is made seldom; it would fill memory for nothing.

        Returns:
            A function of the request; None if this board cannot do it.
        """
        gc.collect()  # what is loaded now stays: not in the middle of the free memory
        await asyncio.sleep_ms(0)
        from pingware.app import seldom

        port = (self._console, self._stdin, self.wake_writer)
        self._seldom = self._seldom or seldom.Seldom(*self._for_seldom, self._lever, port)
        self.add(await self._seldom.actions(do))
        return self._actions.get(do)

    def _help(self, _request):
        from pingware.app import seldom

        known = set(self._actions) | set(seldom.REQUESTS)
        known |= self._host.requests()
        return {"requests": sorted(known), "words": list(protocol.WORDS)}

    def _hello(self, _request):
        return {
            "protocol": protocol.PROTOCOL_VERSION,
            "product": "pingblock",
            "version": VERSION,
            "game": self._device.settings.game,
            "board": self._device.board.NAME,
            "uid": self._device.board.uid(),
            "seeded": self._device.chance.seed is not None,
        }

    def _status(self, _request):
        device, settings = self._device, self._device.settings
        if settings.waiting:
            from pingware.games import others

            others.load(settings)
        chosen = settings.part(device_options.SETTINGS)
        chosen.update(settings.part(self._host.settings))
        found = self._host.status()
        silent = not self._activity.busy
        if silent:
            gc.collect()  # else what is free would say nothing
        free = gc.mem_free()
        if silent:
            found["ram_largest"] = _largest()
        found.update(
            {
                "settings": chosen,
                "problems": settings.problems[:_PROBLEMS_SHOWN],
                "problem_count": len(settings.problems),
                "usb": self._supply.on_usb,
                "battery": self._supply.last_event(),
                "faults": self._reports.faults.counts(),
                "underruns": device.sound.speaker.underruns,
                "lines_dropped": self._console.dropped,
                "lines_refused": self._console.refused,
                "ram_free": free,
                "seeded": device.chance.seed is not None,
            }
        )
        return found

    def _press(self, _request):
        return {"accepted": self._device.key.press()}

    def _replay(self, _request):
        return {"replay": self._host.replay(time.ticks_ms())}

    def _game(self, request):
        """Chooses a press game, and returns which there are."""
        name = request.get("name")
        if name:
            if name not in registry.NAMES:
                from pingware.games import others

                others.declared(name)  # raises ValueError
            self._device.settings.change({"game": name})
        return {"game": self._device.settings.game, "games": list(registry.NAMES)}

    def _volume(self, request):
        settings = self._device.settings
        changes = {name: request[name] for name in _LEVELS if name in request}
        changes["volume"] = request["level"]
        settings.change(changes)
        return {"volume": settings.volume, "cap": settings.cap, "heard": settings.loudness}

    def _battery(self, request):
        if "cells" in request:
            self._device.settings.change({"cells": request["cells"]})
        self._supply.ask(aloud=False)
        return {"testing": True}

    def _seed(self, request):
        self._host.reseed(request["seed"])
        return {"seeded": request["seed"] is not None}
