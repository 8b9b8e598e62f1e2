"""Frozen modules: those of MicroPython on a Pico, and our start.

MicroPython's tools read this file. ``tools/slot_base.py`` writes the folder of compiled modules.
"""

include("$(PORT_DIR)/boards/manifest.py")
freeze_mpy("$(FIRMWARE)")
