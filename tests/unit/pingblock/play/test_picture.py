from __future__ import annotations

import numpy as np
import pytest

from pingblock.play.picture import GROUND, Look, paint

SIZES = [(34, 26), (52, 60), (1, 2), (200, 10)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_it_can_be_painted_at_any_size(width, height):
    image = paint(width, height, Look((255, 170, 0), True, True))
    assert image.shape == (height, width, 3)
    assert image.dtype == np.uint8


def test_the_corners_of_a_dark_block_are_ground():
    image = paint(52, 60, Look())
    assert tuple(image[0, 0]) == GROUND
    assert tuple(image[-1, -1]) == GROUND


@pytest.mark.parametrize("colour", [(255, 0, 0), (0, 255, 40), (0, 60, 255)])
def test_the_mark_takes_the_colour_of_the_light(colour):
    image = paint(52, 60, Look(colour)).reshape(-1, 3).tolist()
    assert list(colour) in image
    assert list(colour) not in paint(52, 60, Look()).reshape(-1, 3).tolist()


def test_light_spills_onto_what_is_around():
    dark, lit = paint(52, 60, Look()), paint(52, 60, Look((255, 170, 0)))
    changed = np.mean(np.any(dark != lit, axis=2))
    assert changed > 0.2


def test_a_pressed_cap_is_lower():
    up, down = paint(52, 60, Look()), paint(52, 60, Look(block_down=True))
    first_row = [int(np.argmax(np.any(image != GROUND, axis=(1, 2)))) for image in (up, down)]
    assert first_row[1] > first_row[0] + 2


def test_a_pressed_check_button_goes_in():
    out, in_ = paint(52, 60, Look()), paint(52, 60, Look(check_down=True))
    right_edge = [int(np.flatnonzero(np.any(i != GROUND, axis=(0, 2)))[-1]) for i in (out, in_)]
    assert right_edge[1] < right_edge[0]
