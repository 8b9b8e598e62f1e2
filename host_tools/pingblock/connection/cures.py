"""Cures by hand, for a device that no command reaches."""

# With cells in, a device runs on when only its cable is pulled.
HOLD_BOOTSEL = "take its cells out, if it has any, and hold BOOTSEL while plugging it in"
POWER_OFF = (
    "take its power away (pull the cable, and one of its cells if it has any) and give it back "
    "after 5 s"
)
