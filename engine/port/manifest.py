"""MicroPython's own Python code that is frozen into the module."""

include("$(MPY_DIR)/extmod/asyncio")
