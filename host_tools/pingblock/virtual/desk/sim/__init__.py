"""The simulated RP2040: these files run inside the MicroPython unix port, not on CPython.

``entry`` puts ``time``, ``machine``, ``rp2``, ``select``, ``os``, ``sys`` and ``micropython`` of
this package in place of the port's own before the firmware is imported.
"""
