"""The simulated RP2040. These files run in MicroPython's unix port, not in CPython.

Before the firmware is imported, ``entry`` replaces the port's ``time``, ``machine``, ``rp2``,
``select``, ``os``, ``sys`` and ``micropython`` with the modules in this package.
"""
