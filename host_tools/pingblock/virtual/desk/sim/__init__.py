"""The simulated RP2040: these files run inside the MicroPython unix port, not on CPython.

Before the firmware is imported, ``entry`` replaces the port's ``time``, ``machine``, ``rp2``,
``select``, ``os``, ``sys`` and ``micropython`` with those of this package.
"""
