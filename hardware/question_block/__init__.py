"""The Question Block: Pico, buttons, amplifier, light and cells in a cube of 70 mm."""
