"""The block's button held while the power comes on: the mute's key for those without a computer.

A child cannot come by it in play: the power comes and goes with the cells, behind a screw. The
check button at power-on stays free.
"""

import asyncio
import time

HOLD_MS = 5000
_LOOK_MS = 20
MUTE = "mute"


async def follow(stage, buttons):
    """Locks the mute, or unlocks it, once the button has been down for ``HOLD_MS``.

    Args:
        stage: ``app.stage.Stage`` of the device itself.
        buttons: ``app.buttons.Buttons``; the block's is down and was so at power-on.
    """
    since_ms = time.ticks_ms()
    while buttons.block_down:
        if time.ticks_diff(time.ticks_ms(), since_ms) >= HOLD_MS:
            _turn(stage)
            return
        await asyncio.sleep_ms(_LOOK_MS)


def _turn(stage):
    muted = not stage.settings.mute_lock
    stage.settings.change({"mute_lock": muted})
    stage.report({"event": MUTE, "muted": muted})
    if muted:
        stage.light("muted", 0)
    else:
        stage.announce("ready", 0, "ready")
