"""A button held while the power comes on: keys for those without a computer.

The block's mutes, or unmutes: a child cannot come by it in play, as the power comes and goes with
the cells, behind a screw. It cannot lift a mute lock, which was set over the link: then the lamp
shows that. The check button's leads to safe mode once it is let go.
"""

import asyncio
import time

HOLD_MS = 5000
STUCK_MS = 15_000  # a button that is down for longer is no wish
_LOOK_MS = 20
MUTE = "mute"


async def follow(stage, buttons):
    """Mutes or unmutes once the block has been down for ``HOLD_MS``.

    Args:
        stage: ``app.play.stage.Stage`` of the device itself.
        buttons: ``app.play.buttons.Buttons``; the block's is down and was so at power-on.
    """
    since_ms = time.ticks_ms()
    while buttons.block_down:
        if time.ticks_diff(time.ticks_ms(), since_ms) >= HOLD_MS:
            _turn(stage)
            return
        await asyncio.sleep_ms(_LOOK_MS)


async def follow_check(stage, buttons):
    """Leads to safe mode if the check button is let go after ``HOLD_MS`` to ``STUCK_MS``.

    Args:
        stage, buttons: as of ``follow``; the check button is down.
    """
    since_ms, held_ms = time.ticks_ms(), 0
    while buttons.check_down:
        before_ms, held_ms = held_ms, time.ticks_diff(time.ticks_ms(), since_ms)
        if before_ms < HOLD_MS <= held_ms:
            stage.light("muted", 0)  # let go now
        if held_ms > STUCK_MS:
            return
        await asyncio.sleep_ms(_LOOK_MS)
    if held_ms >= HOLD_MS:
        from pingware.boards import resets_rp2

        resets_rp2.Resets().safe_mode()


def _turn(stage):
    if stage.settings.mute_lock:
        stage.light("locked", 0)
        return
    muted = not stage.settings.button_mute
    stage.settings.change({"button_mute": muted})
    stage.report({"event": MUTE, "muted": muted})
    if muted:
        stage.light("muted", 0)
    else:
        stage.announce("ready", 0, "ready")
