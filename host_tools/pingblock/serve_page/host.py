"""Opens, closes and replaces the virtual device that the pages show."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from secrets import token_hex

from pingblock.block.state import BlockState
from pingblock.errors import PingblockError, Unavailable
from pingblock.serve_page.hands import Hands
from pingblock.serve_page.live_device import LiveDevice, Opening
from pingblock.serve_page.page_tap import Message
from pingblock.serve_page.program_port import ProgramPort
from pingblock.serve_page.room import Room, Visitor
from pingblock.virtual.engines import NEEDS


def usable() -> list[str]:
    """Returns the engines that can run on this computer."""
    found = []
    for name, need in NEEDS.items():
        try:
            need()
        except Unavailable:
            continue
        found.append(name)
    return found


class DeviceHost:
    """One device at a time, and the pages that show it.

    Args:
        block: state of the user's own block. None starts with a new block.
        port: the port for commands to the device, or None.
        changed: called when ``engine`` or ``why_no_port`` can have changed.
    """

    def __init__(
        self,
        block: BlockState | None = None,
        port: ProgramPort | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._port = port
        self._changed = changed
        self._plugged = True
        self.room = Room()
        self._block = block or BlockState()
        self._device: LiveDevice | None = None
        self._opening = Opening("")
        self._seed: int | None = None
        self._changing = asyncio.Lock()

    def order(self, act: Callable[[Hands], None]) -> None:
        """Queues an action on the device."""
        if self._device:
            self._device.order(act)

    def plug(self, on: bool) -> None:
        """Plugs the device's cable in, or unplugs it."""
        self.order(lambda hands: hands.plug(on))
        self._plugged = on
        self._changed()

    @property
    def engine(self) -> str:
        """Name of the current device's engine."""
        return self._opening.engine

    @property
    def why_no_port(self) -> str:
        """The reason why commands cannot reach the user's own block now, as a clause, or ""."""
        if self._opening.replay:
            return "it plays a link now"
        return "" if self._plugged else "the cable of the block is out"

    def send(self, data: bytes, visitor: Visitor) -> None:
        """Sends bytes of a page over the device's serial link."""
        if self._device:
            self._device.send(data, visitor)

    def enter(self, visitor: Visitor) -> None:
        """Adds a page: see ``Room.enter``."""
        self.room.enter(visitor)

    def leave(self, visitor: Visitor) -> None:
        """Removes a page, and ends the line that it was sending."""
        self.room.leave(visitor)
        if self._device:
            self._device.part(visitor)

    async def open(self, opening: Opening, keep: bool) -> None:
        """Replaces the current device. If the new one cannot run, the current one returns.

        Args:
            opening: which device to open.
            keep: whether to continue the user's own block. Without a seed, the last seed stays.
        """
        async with self._changing:
            block = await self.close()
            if keep:
                seed = self._seed if opening.seed is None else opening.seed
                opening = replace(opening, own=block, seed=seed)
            try:
                await self._begin(opening)
            except PingblockError as fault:
                if not self._opening.engine:
                    raise
                # The refusal is sent first, because a page takes the next ready device for the
                # requested one.
                self.room.tell([{"kind": "refused", "reason": str(fault)}])
                again = self._opening
                await self._begin(again if again.replay else replace(again, own=block))
            else:
                self._seed = opening.seed if keep else self._seed

    def forget_block(self) -> None:
        """Starts with a new block, because no device can hold the files of this block."""
        self._block = BlockState()

    async def block(self) -> BlockState:
        """Returns the current state of the user's own block."""
        if self._device and not self._changing.locked():
            self._block = self._device.block() or self._block
        return self._block

    async def close(self) -> BlockState:
        """Stops the device. Returns the state of the user's own block."""
        if self._device:
            device, self._device = self._device, None
            # If a link's device runs now, it is not the user's own block.
            ended = await asyncio.to_thread(device.end)
            self._block = ended or self._block
        return self._block

    async def _begin(self, opening: Opening) -> None:
        loop = asyncio.get_running_loop()

        def tell(messages: list[Message]) -> None:
            loop.call_soon_threadsafe(self.room.tell, messages)

        port = None if opening.replay else self._port
        device = await asyncio.to_thread(partial(LiveDevice, opening, tell, port=port))
        self._device, self._opening, self._plugged = device, opening, True
        self.room.begin(_opened(opening))
        ready = {"kind": "ready", "engine": opening.engine, "firmware": version("pingblock")}
        self.room.tell([{**ready, "keeps": True}])
        device.start()
        self._changed()


def _opened(opening: Opening) -> dict[str, object]:
    held = {**opening.own.files, **opening.files}
    files = {path: base64.b64encode(data).decode() for path, data in held.items()}
    begins: dict[str, object] = {
        "seed": opening.seed,
        "chance": opening.chance,
        "files": files,
        "actions": [],
    }
    named = {"device": token_hex(8), "engine": opening.engine, "engines": usable()}
    return {"kind": "opened", **named, **begins}
