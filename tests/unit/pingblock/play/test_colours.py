import pytest

from pingblock.play.colours import to_eye, word
from pingblock.sounds.tables import shows
from pingware.drivers import light
from pingware.shared import light_frames


@pytest.mark.parametrize(
    ("show", "name"),
    [
        *(("coins", "yellow"), ("laugh", "red"), ("game_over", "blue"), ("fault", "violet")),
        *(("low_battery", "orange"), ("battery_good", "green"), ("battery_demo_cell", "pink")),
        ("battery_fair", "yellow-green"),
    ],
)
def test_the_shows_of_the_firmware_have_their_usual_names(show, name):
    assert word(light_frames.colour(shows()[show], 3, 1)) == name


def test_colours_that_are_dark_or_without_a_hue_have_names_too():
    rising = [word(light_frames.colour(shows()["power_up"], 0, ms)) for ms in (0, 150, 440)]
    assert rising == ["dark", "dim green", "green"]
    seen = [word((level,) * 3) for level in (0, 255, 60)]
    assert seen == ["dark", "white", "dim white"]


def test_the_eye_undoes_the_gamma_of_the_light_driver():
    for level in (0, 1, 30, 128, 170, 255):
        power = round(light.duty_u16(level) / 65535 * 255)
        assert abs(to_eye((power, power, power))[0] - level) <= 8
    assert to_eye((255, 0, 64)) == (255, 0, 128)
