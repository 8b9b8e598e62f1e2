"""Start of the base: runs the slot that ``native/slot_choice.c`` has chosen.

As ``root/main.py`` does, it starts the watchdog and counts the starts that loaded no firmware.
After power-on a confirmed slot starts at once. In all other cases ``start`` decides.
"""

import sys

import firmware_slots
import umachine

_FIRMWARE, _START = ".frozen/f", ".frozen/start"

starts = umachine.mem32[0x40058018]
umachine.mem32[0x40058018] = starts + 1
if starts < 3:
    umachine.WDT(0, 4000)
if starts or firmware_slots.running() < 0 or firmware_slots.on_trial():
    folder = _START
else:
    folder = _START if firmware_slots.failed() >= 0 else _FIRMWARE
# Once it runs, the firmware mounts its own file system instead of this one.
sys.path[:0] = [folder, folder] if folder == _FIRMWARE else [folder]
__import__("app app safe last".split()[starts & 3]).run()
