"""Advice on what a person can do with a device that does not answer commands."""

# Unplugging the cable does not stop a device that has batteries.
HOLD_BOOTSEL = "take its cells out, if it has any, and hold BOOTSEL while plugging it in"
POWER_OFF = (
    "take its power away (pull the cable, and one of its cells if it has any) and give it back "
    "after 5 s"
)
