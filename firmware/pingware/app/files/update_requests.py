"""Requests about updates. The first one loads this module. See ``shared.slot_format``.

``put`` writes the firmware to the inactive slot. ``update`` returns the current state (``state``),
starts a trial of the new slot (``commit``) or confirms it (``confirm``).
"""

import asyncio
import sys

from pingware.app.power.flash_writer import FlashWriter
from pingware.shared import protocol
from pingware.storage import slot_state

PROVEN_S = 5  # seconds up and running, with the link open and no further fault
# After this time a pause between two sounds is enough, because after 30 s of steady play ``start``
# would reject good firmware. From ``_LAST_S`` on, it confirms during a sound, which can stutter
# once.
PATIENCE_S = 20
_LAST_S = 24
_TRIES = 25  # tries in a second, 20 ms apart, so together they outlast each tick of a game


class Trial:
    """The current trial. ``start`` ends it unless it is confirmed in time.

    Args:
        board, reports: the objects of ``app``.
        activity: ``app.boot.tasks.Activity``.
    """

    def __init__(self, board, reports, activity):
        self._board = board
        self._reports = reports
        self._activity = activity
        self._faults = reports.faults.total
        self._well_s = 0

    async def watch(self):
        """Confirms as soon as possible. Call it once a second."""
        self._well_s += 1
        if self._reports.faults.total != self._faults:
            self._faults = self._reports.faults.total
            self._well_s = 0
        if self._well_s < PROVEN_S:
            return
        for _ in range(_TRIES):
            if self.confirm() or self._well_s < PATIENCE_S:
                return
            await asyncio.sleep_ms(20)

    def confirm(self):
        """Confirms this firmware. Returns False if it must wait for the end of a sound."""
        return self._board.without_interrupts(self._confirm)

    def _confirm(self):
        """Confirms unless a sound plays or the servo moves, which a write would make stutter."""
        if self._activity.busy and self._well_s < PATIENCE_S:
            return False
        if self._activity.playing and self._well_s < _LAST_S:
            return False
        sys.modules.pop("start").confirm()
        return True


def is_on():
    """Returns whether this firmware is on trial (bool)."""
    return "start" in sys.modules


_STEP_MS = 20
_ANSWER_MS = 250  # time for the answer to reach the host


class UpdateHandlers:
    """Handlers of the requests about the firmware.

    Args:
        board, reports: the objects of ``app``.
        ends: ``boards.resets_rp2.Resets``.
        activity: ``app.boot.tasks.Activity``.
        leave: coroutine function that calls a callable, which does not return, once the device is
            quiet.
    """

    def __init__(self, board, ends, activity, reports, leave):
        self._board = board
        self._ends = ends
        self._activity = activity
        self._reports = reports
        self._leave = leave
        self._writer = FlashWriter(board, activity)
        self._leaving = None  # the task that leaves
        self.handlers = {"update": self._update, "bootsel": self._bootsel}
        self._steps = {
            "state": slot_state.answer,
            "commit": self._commit,
            "confirm": self._confirm,
        }

    def _update(self, request):
        return self._steps[request["what"]]()

    async def _commit(self):
        """Marks the other slot for a trial at the next start. No write of the update follows."""
        if slot_state.is_locked():
            raise protocol.ProtocolError("busy", "An update is already being tried.")
        if self._activity.moves:
            raise protocol.ProtocolError("busy", "The worms are moving: stop them first.")
        try:
            await self._writer.do(slot_state.commit)
        except ValueError as wrong:
            raise protocol.ProtocolError(getattr(wrong, "code", "no_other"), str(wrong)) from None
        self._leave_for(self._ends.restart)
        return {"restarts": True}

    async def _confirm(self):
        if not is_on():
            raise protocol.ProtocolError("no_trial", "No firmware is on trial.")
        tried = Trial(self._board, self._reports, self._activity)
        while is_on() and not tried.confirm():
            await asyncio.sleep_ms(_STEP_MS)
        return slot_state.answer()

    def _bootsel(self, _request):
        self._leave_for(self._ends.bootloader)
        return {"restarts": True}

    def _leave_for(self, act):
        self._leaving = asyncio.create_task(self._leave(act))


async def leave_firmware(device, activity, save, act):
    """Saves the settings and leaves, after the answer, once sound and servo have ended.

    Args:
        device: ``app.boot.boot.FirstStage``.
        activity: ``app.boot.tasks.Activity``.
        save: callable that writes the settings.
        act: callable without arguments that does not return.
    """
    await asyncio.sleep_ms(_ANSWER_MS)
    await FlashWriter(device.board, activity).do(save)
    device.close()
    act()
