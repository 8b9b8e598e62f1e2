"""Advice about actions by hand, for a device that does not answer commands."""

# Pulling the cable does not stop a device that has cells.
HOLD_BOOTSEL = "remove its batteries, if it has any, and hold BOOTSEL while you plug it in"
POWER_OFF = (
    "disconnect its power (unplug the cable, and remove one battery if it has any) and connect "
    "it again after 5 s"
)
