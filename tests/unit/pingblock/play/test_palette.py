"""The 256 colours of older terminals, beside the way that rich picks them by itself."""

import numpy as np
import pytest
from rich.color import Color, ColorSystem

from pingblock.common import screen_colours
from pingblock.play.palette import nearest
from pingblock.play.picture import Look, paint


def shown_as(number):
    return tuple(Color.from_ansi(number).get_truecolor())


def by_rich(pixel):
    return tuple(Color.from_rgb(*pixel).downgrade(ColorSystem.EIGHT_BIT).get_truecolor())


def tint(pixel):
    """Returns the distance of a colour from grey, by its channels."""
    return np.subtract(pixel, np.mean(pixel))


def test_a_colour_of_the_palette_is_its_own_nearest():
    for number in (*range(16, 232, 5), *range(232, 256)):
        assert shown_as(nearest(*shown_as(number))) == shown_as(number)


@pytest.mark.parametrize("seen", [(0, 0, 0), (255, 170, 0), (90, 0, 200), (0, 200, 30)])
def test_the_picture_keeps_its_tints_better_than_by_rich(seen):
    pixels = {tuple(pixel) for row in paint(34, 26, Look(seen)).tolist() for pixel in row}

    def off(pick):
        return sum(np.abs(tint(pick(each)) - tint(each)).sum() for each in pixels) / len(pixels)

    assert off(lambda pixel: shown_as(nearest(*pixel))) < 0.9 * off(by_rich)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        *((screen_colours.GROUND, (18, 18, 18)), (screen_colours.PANEL, (95, 95, 135))),
        *((screen_colours.GOLD, (255, 215, 95)), (screen_colours.ALARM, (255, 175, 95))),
        (screen_colours.INK, (228, 228, 228)),
    ],
)
def test_the_screens_colours_keep_their_names(wanted, expected):
    pixel = tuple(int(wanted[at : at + 2], 16) for at in (1, 3, 5))
    assert shown_as(nearest(*pixel)) == expected
