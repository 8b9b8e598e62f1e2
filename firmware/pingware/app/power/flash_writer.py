"""Writer to the flash: only while nothing sounds or moves, and with interrupts held off.

The chip cannot run from a flash that it erases, 45 ms at a time. A press in that time waits for
its end and then sounds at once and undisturbed; what is left to write waits for the sound's end.
"""

import asyncio

from pingware.shared import protocol

_STEP_MS = 20
_SIGN_STEPS = 25  # every 0.5 s the device reports that it waits
_FAILED = "Writing to the flash failed (error %s): remove a file or try again."


class FlashWriter:
    """Changes the flash in silence.

    Args:
        board: ``boards.peripherals.Peripherals``.
        activity: ``app.boot.second_stage.Activity``.
        report_waits: callable of a request's id; for a sign of life to the host. None if no
            request goes on for so long.
        meanwhile: coroutine function, called again and again while a request waits; or None.
    """

    def __init__(self, board, activity, report_waits=None, meanwhile=None):
        self._board = board
        self._meanwhile = meanwhile
        self._activity = activity
        self._report_waits = report_waits
        self._act = _nothing

    async def do(self, act, id=None):
        """Calls ``act`` as soon as nothing sounds or moves; other tasks run before it.

        Args:
            act: callable without arguments.
            id: of the request that waits for it; None if nobody does.
        Raises:
            ProtocolError: flash; there is no room, or it is broken.
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
        """Calls ``act`` unless something sounds or moves. Returns whether it did (bool)."""
        if self._activity.busy:
            return False  # a collection of garbage with interrupts off would hold the mixer up
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


def _nothing():
    """Stands in for what is to be done to the flash."""
