"""Leaving the firmware because the host asked for it: a restart, or the chip's boot loader."""

import asyncio

from pingware.app.at_rest import AtRest

_ANSWER_MS = 250  # that the answer may take to reach the host


async def leave(device, supply, act):
    """Goes once the answer is on its way and nothing sounds or moves; settings are kept.

    Args:
        device: ``app.device.Block``.
        supply: ``app.supply.Supply``.
        act: callable without arguments that does not come back.
    """
    await asyncio.sleep_ms(_ANSWER_MS)
    await AtRest(device, supply).do(supply.save)
    device.close()
    act()
