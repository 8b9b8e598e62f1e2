"""Host tools, virtual device and tests' benches for the Pingblock firmware.

``from pingblock import Device`` talks to a device; all errors are ``pingblock.errors``.
"""

from pingblock.device import Device as Device
