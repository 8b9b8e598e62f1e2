"""Colours of the screen, and words for those of the light, for people who see no red or green."""

from __future__ import annotations

from colorsys import rgb_to_hls
from math import sqrt

from pingblock.common.screen_colours import GOLD
from pingblock.languages import _, pgettext
from pingblock.languages.later import NC_
from pingblock.virtual.parts.light import Colour

# Who did or said what a line of the log tells.
WHO = {NC_("who", "you"): "#8fd3ff", NC_("who", "block"): GOLD, NC_("who", "ear"): "#b9e3a6"}

DARK_BELOW = 12
DIM_BELOW = 110
GREY_BELOW = 0.12
DARK, WHITE, DIM = NC_("light", "dark"), NC_("light", "white"), "dim "
# Upper ends of the hues in degrees.
HUES = (
    (10, NC_("light", "red")),
    (32, NC_("light", "orange")),
    (65, NC_("light", "yellow")),
    (95, NC_("light", "yellow-green")),
    (165, NC_("light", "green")),
    (200, NC_("light", "turquoise")),
    (260, NC_("light", "blue")),
    (306, NC_("light", "violet")),
    (345, NC_("light", "pink")),
    (361, NC_("light", "red")),
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
        return DARK
    dim = DIM if brightest < DIM_BELOW else ""
    if (brightest - min(seen)) / brightest < GREY_BELOW:
        return f"{dim}{WHITE}"
    hue_deg = rgb_to_hls(*(channel / 255 for channel in seen))[0] * 360
    return dim + next(name for below_deg, name in HUES if hue_deg < below_deg)


def told(name: str) -> str:
    """Returns a ``word`` in the language that is spoken."""
    if name.startswith(DIM):
        return _("dim {colour}").format(colour=told(name.removeprefix(DIM)))
    return pgettext("light", name)
