"""Advice about actions by hand, for a device that does not answer commands."""

# Pulling the cable does not stop a device that has cells.
HOLD_BOOTSEL = "take its cells out, if it has any, and hold BOOTSEL while plugging it in"
POWER_OFF = (
    "take its power away (pull the cable, and one of its cells if it has any) and give it back "
    "after 5 s"
)
