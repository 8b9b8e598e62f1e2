import pytest

from pingblock.virtual.parts.light import FULL_MA, LightModel


@pytest.fixture
def light():
    return LightModel()


def test_duty_becomes_a_level_of_0_to_255(light):
    light.channel(0.0, 1, 0.5)
    assert light.colour == (0, 128, 0)


@pytest.mark.parametrize(("duty", "level"), [(-0.1, 0), (0.0, 0), (1.0, 255), (1.5, 255)])
def test_duty_is_kept_within_its_range(light, duty, level):
    light.channel(0.0, 0, duty)
    assert light.colour[0] == level


def test_three_channels_set_one_after_the_other_are_one_change(light):
    for index, at_us in enumerate((1000.0, 1100.0, 1250.0)):
        light.channel(at_us, index, 1.0)
    assert light.changes == [(1000.0, (255, 255, 255))]


def test_later_change_is_another_one(light):
    light.channel(1000.0, 0, 1.0)
    light.channel(9000.0, 0, 0.0)
    assert light.changes == [(1000.0, (255, 0, 0)), (9000.0, (0, 0, 0))]


def test_same_duty_again_is_no_change(light):
    light.channel(1000.0, 0, 1.0)
    light.channel(9000.0, 0, 1.0)
    assert len(light.changes) == 1


def test_flicker_too_short_to_see_leaves_no_change(light):
    light.channel(1000.0, 0, 1.0)
    light.channel(1100.0, 0, 0.0)
    assert light.changes == []


def test_off_darkens_all_channels(light):
    light.channel(1000.0, 0, 1.0)
    light.off(9000.0)
    light.off(9999.0)
    assert light.changes[1:] == [(9000.0, (0, 0, 0))]
    assert light.current_ma == 0.0


def test_current_adds_up_over_the_channels(light):
    light.channel(0.0, 0, 1.0)
    light.channel(0.0, 2, 1.0)
    assert light.current_ma == pytest.approx(2 * FULL_MA)
