"""Frozen modules: those of MicroPython on a Pico, and our start.

Read by MicroPython's tools; ``tools/slot_base.py`` writes the folder of compiled modules.
"""

include("$(PORT_DIR)/boards/manifest.py")
freeze_mpy("$(FIRMWARE)")
