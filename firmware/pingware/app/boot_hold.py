"""The block's button held while the power comes on: the mute's key for those without a computer.

A child cannot come by it in play: the power comes and goes with the cells, behind a screw. The
check button at power-on stays free.
"""

import asyncio
import time

HOLD_MS = 5000
_LOOK_MS = 20
MUTE = "mute"


async def follow(device):
    """Locks the mute, or unlocks it, once the button has been down for ``HOLD_MS``.

    Args:
        device: ``app.device.Block``; its button is down and was so at power-on.
    """
    since_ms = time.ticks_ms()
    while device.block.is_down():
        if time.ticks_diff(time.ticks_ms(), since_ms) >= HOLD_MS:
            _turn(device)
            return
        await asyncio.sleep_ms(_LOOK_MS)


def _turn(device):
    muted = not device.settings.mute_lock
    device.settings.change({"mute_lock": muted})
    device.report({"event": MUTE, "muted": muted})
    if muted:
        device.light("muted", 0)
    else:
        device.announce("ready")
