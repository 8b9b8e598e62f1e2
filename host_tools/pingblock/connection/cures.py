"""Advice on what a person can do with a device that does not answer commands."""

# Unplugging the cable does not stop a device that has batteries.
HOLD_BOOTSEL = "remove its batteries, if it has any, and hold BOOTSEL while you plug it in"
POWER_OFF = (
    "disconnect its power (unplug the cable, and remove one battery if it has any) and connect "
    "it again after 5 s"
)
