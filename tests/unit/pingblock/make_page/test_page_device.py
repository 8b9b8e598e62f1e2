"""The page's data about a Pico on the cable."""

import json

from pingblock.make_page.page_device import PLACE, device_data


def test_settings_name_their_game():
    settings = json.loads(device_data()[PLACE])["settings"]
    of = [(each["name"], each["of"]) for each in settings]
    assert {("volume", ""), ("weights", "block"), ("clock_min", "dice")} <= set(of)
