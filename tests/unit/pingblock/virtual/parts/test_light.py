import pytest

from pingblock.virtual.parts.light import FULL_MA, LightModel


@pytest.fixture
def light():
    return LightModel()


@pytest.mark.parametrize(
    ("duty", "level"), [(-0.1, 0), (0.0, 0), (0.5, 128), (1.0, 255), (1.5, 255)]
)
def test_duty_becomes_a_level_of_0_to_255(light, duty, level):
    light.channel(0.0, 1, duty)
    assert light.colour == (0, level, 0)


@pytest.mark.parametrize(
    ("told", "changes"),
    [
        (
            [(1000.0, 0, 1.0), (1100.0, 1, 1.0), (1250.0, 2, 1.0)],
            [(1000.0, (255, 255, 255))],
        ),
        (
            [(1000.0, 0, 1.0), (9000.0, 0, 0.0)],
            [(1000.0, (255, 0, 0)), (9000.0, (0, 0, 0))],
        ),
        ([(1000.0, 0, 1.0), (9000.0, 0, 1.0)], [(1000.0, (255, 0, 0))]),
        ([(1000.0, 0, 1.0), (1100.0, 0, 0.0)], []),
    ],
    ids=["channels set one after the other", "later", "the same again", "flicker"],
)
def test_only_visible_colours_are_recorded_as_changes(light, told, changes):
    for each in told:
        light.channel(*each)
    assert light.changes == changes


def test_light_current_adds_channels_until_off(light):
    light.channel(0.0, 0, 1.0)
    light.channel(0.0, 2, 1.0)
    assert light.current_ma == pytest.approx(2 * FULL_MA)
    light.off(9000.0)
    light.off(9999.0)
    assert light.changes[1:] == [(9000.0, (0, 0, 0))]
    assert light.current_ma == 0.0
