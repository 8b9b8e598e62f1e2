"""Starts the base: runs the slot that ``native/slot_choice.c`` has chosen.

It restarts the watchdog, and counts the starts that loaded no firmware in a word that only the
loss of power clears. After power-on a confirmed slot starts at once. In all other cases ``start``
decides. If ``start`` itself fails, safe mode runs. If that fails too, the prompt stays.
"""

import sys

import firmware_slots as slots
import umachine

starts = umachine.mem32[0x40058018] & 3
umachine.mem32[0x40058018] = starts + 1
if starts < 3:
    umachine.WDT(0, 4000)  # type: ignore[call-arg]  # the stubs lack its form of the rp2 port
    restarted = starts or umachine.mem32[0x40058008]  # reason of the reset: 0 only at power-on
    in_doubt = restarted or slots.running() < 0 or slots.on_trial() or slots.failed() >= 0
    sys.path[:0] = [".frozen/start" if in_doubt else ".frozen/f"]
    __import__("safe" if starts == 2 else "app").run()
