"""Leaving the firmware because the host asked for it: a restart, or the chip's boot loader."""

import asyncio

from pingware.app.power.flash_writer import FlashWriter

_ANSWER_MS = 250  # that the answer may take to reach the host


async def leave(device, activity, save, act):
    """Leaves once the answer is on its way and nothing sounds or moves; settings are kept.

    Args:
        device: ``app.boot.first_stage.FirstStage``.
        activity: ``app.power.activity.Activity``.
        save: callable; writes the settings.
        act: callable without arguments that does not come back.
    """
    await asyncio.sleep_ms(_ANSWER_MS)
    await FlashWriter(device.board, activity).do(save)
    device.close()
    act()
