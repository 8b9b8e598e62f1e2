"""Version of Pingblock, for the device, the commands and the wheel."""

VERSION = "1.0.0"
