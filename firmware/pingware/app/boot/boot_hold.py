"""Actions of a button that is held while the power comes on, for people without a computer.

The block button mutes or unmutes. A child cannot do this during play because the power switches
with the cells, which are behind a screw. The button cannot remove a mute lock, which can only be
set over the link. The lamp then shows the lock. The check button starts safe mode when it is
released.
"""

import asyncio
import time

HOLD_MS = 5000
STUCK_MS = 15_000  # a button that is down for longer is stuck
_LOOK_MS = 20
MUTE = "mute"


async def follow(stage, buttons):
    """Mutes or unmutes once the block has been down for ``HOLD_MS``.

    Args:
        stage: ``app.play.stage.Stage`` of the device.
        buttons: ``app.play.buttons.Buttons``. The block button has been down since power-on.
    """
    since_ms = time.ticks_ms()
    while buttons.block_down:
        if time.ticks_diff(time.ticks_ms(), since_ms) >= HOLD_MS:
            _turn(stage)
            return
        await asyncio.sleep_ms(_LOOK_MS)


async def follow_check(stage, buttons):
    """Starts safe mode if the check button is released after ``HOLD_MS`` to ``STUCK_MS``.

    Args:
        stage, buttons: see ``follow``. The check button is down.
    """
    since_ms, held_ms = time.ticks_ms(), 0
    while buttons.check_down:
        before_ms, held_ms = held_ms, time.ticks_diff(time.ticks_ms(), since_ms)
        if before_ms < HOLD_MS <= held_ms:
            stage.light("muted", 0)  # the user can release it now
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
