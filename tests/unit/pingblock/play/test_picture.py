import numpy as np
import pytest

from pingblock.play.picture import GROUND, Look, paint


@pytest.mark.parametrize(("width", "height"), [(34, 26), (52, 60), (1, 2), (200, 10)])
def test_it_can_be_painted_at_any_size(width, height):
    image = paint(width, height, Look((255, 170, 0), True, True))
    assert (image.shape, image.dtype) == ((height, width, 3), np.uint8)


@pytest.mark.parametrize("colour", [(255, 0, 0), (0, 255, 40), (0, 60, 255)])
def test_the_mark_takes_the_colour_of_the_light_which_spills_onto_what_is_around(colour):
    dark, lit = paint(52, 60, Look()), paint(52, 60, Look(colour))
    assert [tuple(dark[corner]) for corner in ((0, 0), (-1, -1))] == [GROUND] * 2
    assert list(colour) in lit.reshape(-1, 3).tolist()
    assert list(colour) not in dark.reshape(-1, 3).tolist()
    assert np.mean(np.any(dark != lit, axis=2)) > 0.2


def test_a_pressed_cap_is_lower():
    up, down = paint(52, 60, Look()), paint(52, 60, Look(block_down=True))
    first_row = [int(np.argmax(np.any(image != GROUND, axis=(1, 2)))) for image in (up, down)]
    assert first_row[1] > first_row[0] + 2


def test_a_pressed_check_button_goes_in():
    out, in_ = paint(52, 60, Look()), paint(52, 60, Look(check_down=True))
    right_edge = [int(np.flatnonzero(np.any(i != GROUND, axis=(0, 2)))[-1]) for i in (out, in_)]
    assert right_edge[1] < right_edge[0]
