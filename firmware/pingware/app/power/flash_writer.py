"""Writes to flash only while no sound plays and the servo rests, with interrupts off.

The chip cannot run code from flash while it erases, 45 ms at a time. A press in that time waits
for the end of the erase. Its sound then plays undisturbed, and the remaining writes wait for the
sound's end.
"""

import asyncio
from typing import Any

from pingware.shared import protocol

_STEP_MS = 20
_SIGN_STEPS = 25  # every 0.5 s the device reports that it waits
_FAILED = "Writing to the flash failed (error %s): remove a file or try again."


class FlashWriter:
    """Changes the flash in silence.

    Args:
        board: ``boards.peripherals.Peripherals``.
        activity: ``app.boot.tasks.Activity``.
        report_waits: callable that takes a request's id and sends a sign of life to the host. None
            if no request takes this long.
        meanwhile: coroutine function, called repeatedly while a request waits, or None.
    """

    def __init__(self, board, activity, report_waits=None, meanwhile=None):
        self._board = board
        self._meanwhile = meanwhile
        self._activity = activity
        self._report_waits = report_waits
        self._act: "Any" = None

    async def do(self, act, id=None):
        """Calls ``act`` as soon as no sound plays and the servo rests. Other tasks run before it.

        Args:
            act: callable without arguments.
            id: id of the request that waits for it, or None.
        Raises:
            ProtocolError: flash, if it is full or broken.
        """
        steps = 0
        await asyncio.sleep_ms(0)
        while not self.did(act):
            await asyncio.sleep_ms(_STEP_MS)
            steps += 1
            if id is not None and self._meanwhile:
                await self._meanwhile()
            if id is not None and steps % _SIGN_STEPS == 0:
                self._report_waits(id)

    def did(self, act):
        """Calls ``act`` if no sound plays and the servo rests. Returns whether it did (bool)."""
        if self._activity.busy:
            return False  # a garbage collection with interrupts off would delay the mixer
        self._act = act
        return self._board.without_interrupts(self._unless_busy)

    def _unless_busy(self):
        if self._activity.busy:
            return False
        try:
            self._act()
        except OSError as wrong:
            raise protocol.ProtocolError("flash", _FAILED % wrong.args[0]) from None
        return True
