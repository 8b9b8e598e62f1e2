"""Requests about updates. The first one loads this module. See ``shared.slot_format``.

``put`` writes the firmware to the inactive slot. ``update`` returns the present state (``state``),
starts a trial of the new slot (``commit``) or confirms it (``confirm``).
"""

import asyncio

from pingware.app.files import trial
from pingware.app.power.flash_writer import FlashWriter
from pingware.shared import protocol
from pingware.storage import slot_state

_STEP_MS = 20
_ANSWER_MS = 250  # time for the answer to reach the host


class UpdateHandlers:
    """Handlers of the requests about the firmware.

    Args:
        board, reports: of ``app``.
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
        """Marks the other slot for a trial at the next start, the last write of an update."""
        if slot_state.is_locked():
            raise protocol.ProtocolError("busy", "An update is being tried already.")
        if self._activity.moves:
            raise protocol.ProtocolError("busy", "The worms move: stop them first.")
        try:
            await self._writer.do(slot_state.commit)
        except ValueError as wrong:
            raise protocol.ProtocolError(getattr(wrong, "code", "no_other"), str(wrong)) from None
        self._leave_for(self._ends.restart)
        return {"restarts": True}

    async def _confirm(self):
        if not trial.is_on():
            raise protocol.ProtocolError("no_trial", "No firmware is on trial.")
        tried = trial.Trial(self._board, self._reports, self._activity)
        while trial.is_on() and not tried.confirm():
            await asyncio.sleep_ms(_STEP_MS)
        return slot_state.answer()

    def _bootsel(self, _request):
        self._leave_for(self._ends.bootloader)
        return {"restarts": True}

    def _leave_for(self, act):
        self._leaving = asyncio.create_task(self._leave(act))


async def leave_firmware(device, activity, save, act):
    """Leaves after the answer was sent and no sound or servo is active. Settings are saved.

    Args:
        device: ``app.boot.first_stage.FirstStage``.
        activity: ``app.boot.tasks.Activity``.
        save: callable that writes the settings.
        act: callable without arguments that does not return.
    """
    await asyncio.sleep_ms(_ANSWER_MS)
    await FlashWriter(device.board, activity).do(save)
    device.close()
    act()
