"""Host of the device that a page sees: opens it, closes it, and puts another in its place."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from secrets import token_hex
from typing import Any

from pingblock.errors import PingblockError, Unavailable
from pingblock.serve_page.hands import Hands
from pingblock.serve_page.live_device import LiveDevice, Opening
from pingblock.serve_page.page_tap import Message
from pingblock.serve_page.room import Room
from pingblock.virtual.engines import NEEDS


def usable() -> list[str]:
    """Returns the engines that run on this computer."""
    found = []
    for name, need in NEEDS.items():
        try:
            need()
        except Unavailable:
            continue
        found.append(name)
    return found


class DeviceHost:
    """One device at a time, and the room of the pages that look at it.

    Args:
        files: what the owner had put on the device that ran before, path to content.
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        self.room = Room()
        self._files = files
        self._device: LiveDevice | None = None
        self._opening = Opening("")
        self._seed: int | None = None
        self._changing = asyncio.Lock()

    def order(self, act: Callable[[Hands], None]) -> None:
        """Has hands do something at the device now."""
        if self._device:
            self._device.order(act)

    def send(self, data: bytes) -> None:
        """Sends bytes over the device's serial link."""
        if self._device:
            self._device.send(data)

    async def open(self, opening: Opening, keep: bool) -> None:
        """Puts a device in the place of the present one; where it does not run, that comes back.

        Args:
            opening: what it begins with.
            keep: whether it gets the owner's files of the present one, and without a seed of its
                own the one that was asked for last.
        """
        async with self._changing:
            files = await self.close()
            if keep:
                seed = self._seed if opening.seed is None else opening.seed
                opening = replace(opening, files=files, seed=seed)
            try:
                await self._begin(opening)
            except PingblockError as fault:
                if not self._opening.engine:
                    raise
                again = self._opening
                await self._begin(again if again.replay else replace(again, files=files))
                self.room.tell([{"kind": "refused", "reason": str(fault)}])
            else:
                self._seed = opening.seed if keep else self._seed

    def forget_files(self) -> None:
        """Forgets the owner's files, which no device can hold."""
        self._files = {}

    async def files(self) -> dict[str, bytes]:
        """Returns the owner's files as they are now."""
        if self._device and not self._changing.locked() and not self._opening.replay:
            self._files = await asyncio.to_thread(self._device.files) or self._files
        return self._files

    async def close(self) -> dict[str, bytes]:
        """Ends the device; returns the owner's files."""
        if self._device:
            device, self._device = self._device, None
            found = await asyncio.to_thread(device.end)
            # The files of a link are not the owner's: his own come back after it.
            self._files = (not self._opening.replay and found) or self._files
        return self._files

    async def _begin(self, opening: Opening) -> None:
        loop = asyncio.get_running_loop()

        def tell(messages: list[Message]) -> None:
            loop.call_soon_threadsafe(self.room.tell, messages)

        device = await asyncio.to_thread(LiveDevice, opening, tell)
        self._device, self._opening = device, opening
        self.room.begin(_opened(opening))
        ready = {"kind": "ready", "engine": opening.engine, "firmware": version("pingblock")}
        self.room.tell([{**ready, "keeps": True}])
        device.start()


def _opened(opening: Opening) -> dict[str, Any]:
    files = {path: base64.b64encode(data).decode() for path, data in opening.files.items()}
    begins: dict[str, Any] = {
        "seed": opening.seed,
        "chance": opening.chance,
        "files": files,
        "actions": [],
    }
    named = {"device": token_hex(8), "engine": opening.engine, "engines": usable()}
    return {"kind": "opened", **named, **begins}
