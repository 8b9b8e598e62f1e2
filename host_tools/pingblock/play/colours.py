"""Colours of the screen, and words for those of the light, for people who see no red or green."""

from __future__ import annotations

from colorsys import rgb_to_hls
from math import sqrt

from pingblock.virtual.parts.light import Colour

GROUND = "#10141f"
PANEL = "#3d4a66"
INK = "#e8e6df"
FAINT = "#8e99b0"
GOLD = "#f2c14e"
ALARM = "#ff9d5c"
WHO = {"you": "#8fd3ff", "block": GOLD, "ear": "#b9e3a6"}

DARK_BELOW = 12
DIM_BELOW = 110
GREY_BELOW = 0.12
# Upper ends of the hues in degrees.
HUES = (
    (10, "red"),
    (32, "orange"),
    (65, "yellow"),
    (95, "yellow-green"),
    (165, "green"),
    (200, "turquoise"),
    (260, "blue"),
    (306, "violet"),
    (345, "pink"),
    (361, "red"),
)


def to_eye(power: Colour) -> Colour:
    """Returns how bright an eye finds a light: the root of its power, each 0..255.

    Source: the firmware's gamma of 2 (pingware/drivers/light.py).
    """
    red, green, blue = (round(sqrt(channel / 255) * 255) for channel in power)
    return red, green, blue


def word(seen: Colour) -> str:
    """Returns the name of a colour as seen, such as "dim yellow" or "dark"."""
    brightest = max(seen)
    if brightest < DARK_BELOW:
        return "dark"
    dim = "dim " if brightest < DIM_BELOW else ""
    if (brightest - min(seen)) / brightest < GREY_BELOW:
        return f"{dim}white"
    hue_deg = rgb_to_hls(*(channel / 255 for channel in seen))[0] * 360
    return dim + next(name for below_deg, name in HUES if hue_deg < below_deg)
