"""Colours of the screen on terminals with 256 of them: to an eye the nearest ones."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Background
from textual.filter import LineFilter

FIRST = 16  # the first 16 colours are the terminal's own
_LEVELS = (0, 95, 135, 175, 215, 255)  # of xterm's cube of 6 x 6 x 6 colours
_GREYS = range(8, 239, 10)
# A wrong tint is worse than a wrong brightness: the box stays blue, and its shadows stay grey.
_WEIGHTS = (1.0, 6.0, 6.0)
# From linear light to Oklab, in which distances are as an eye finds them.
# Source: B. Ottosson, "A perceptual color space for image processing", 2020.
_TO_CONES = np.array(
    [
        (0.4122214708, 0.2119034982, 0.0883024619),
        (0.5363325363, 0.6806995451, 0.2817188376),
        (0.0514459929, 0.1073969566, 0.6299787005),
    ]
)
_TO_LAB = np.array(
    [
        (0.2104542553, 1.9779984951, 0.0259040371),
        (0.7936177850, -2.4285922050, 0.7827717662),
        (-0.0040720468, 0.4505937099, -0.8086757660),
    ]
)


class Palette256(LineFilter):
    """Draws every colour as one of the 256."""

    def apply(self, segments: list[Segment], background: Background) -> list[Segment]:
        """Returns the segments in colours of the palette."""
        return [Segment(text, style and _drawn(style), odd) for text, style, odd in segments]


@lru_cache(4096)
def nearest(red: int, green: int, blue: int) -> int:
    """Returns the number, 16 to 255, of the colour nearest to one of 0..255 each."""
    away = (_lab(np.array([red, green, blue])) - _labs()) ** 2 @ _WEIGHTS
    return FIRST + int(np.argmin(away))


@lru_cache(4096)
def _drawn(style: Style) -> Style:
    return style + Style.from_color(_of_palette(style.color), _of_palette(style.bgcolor))


def _of_palette(colour: Color | None) -> Color | None:
    if colour is None or colour.triplet is None:  # the terminal's own
        return colour
    return Color.from_ansi(nearest(*colour.triplet))


def _lab(rgb: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    share = rgb / 255
    linear = np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92)
    return np.asarray(np.cbrt(linear @ _TO_CONES) @ _TO_LAB)


@lru_cache(1)
def _labs() -> npt.NDArray[np.float64]:
    cube = [(red, green, blue) for red in _LEVELS for green in _LEVELS for blue in _LEVELS]
    return _lab(np.array(cube + [(level, level, level) for level in _GREYS]))
