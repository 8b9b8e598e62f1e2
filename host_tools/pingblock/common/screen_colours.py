"""Colours of the screens at the terminal."""

GROUND = "#10141f"
PANEL = "#3d4a66"
INK = "#e8e6df"
FAINT = "#8e99b0"
GOLD = "#f2c14e"
