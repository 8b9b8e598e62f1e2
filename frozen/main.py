"""Start where MicroPython has the firmware frozen into it, in the place of ``root/main.py``.

As that does, it starts the watchdog, counts the starts that loaded nothing of ours, and takes the
slot that ``/slot`` names. There it may also name the firmware in here, ``/f``. Whatever is not as
usual, such as any start but power-on, is for ``start`` to decide, with ``factory``.
"""

import sys

import umachine

_FIRMWARE, _START = ".frozen/f", ".frozen/start"

starts = umachine.mem32[0x40058018]
umachine.mem32[0x40058018] = starts + 1
if starts < 3:
    umachine.WDT(0, 4000)
folder = _START
try:
    if starts < 1 and open("/factory").read() == "IDENTITY":
        slot = open("/slot").read()
        if slot == "/a":
            open("/a/manifest.txt")  # else it is the firmware in here, too
        folder = {"/a": "/a", "/b": "/b", "/f": _FIRMWARE}.get(slot, _START)
except OSError:
    pass
# Once it runs, the firmware mounts its own file system instead of this one.
sys.path[:0] = [folder, folder] if folder == _FIRMWARE else [folder]
__import__("app app safe last".split()[starts & 3]).run()
