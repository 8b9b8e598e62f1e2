"""Settings of all press games reach the host, even if another game is chosen."""

from pingblock.common.declared import declarations
from pingblock.connection.device import Device
from pingware.games import catalog
from pingware.shared.settings import Settings


def test_device_has_the_settings_of_every_game():
    expected = set(Settings(declarations()).all())
    expected |= {name for game in tuple(catalog.CATALOG.press_games()) for name in game.settings}
    with Device("virtual") as device:
        assert set(device.settings().values) >= expected
