"""Wrong requests of the storm dice and the fortune deck: refused in words."""

import pytest

from pingware.games.catalog import DECLARATIONS, SETTINGS
from pingware.shared.protocol import ProtocolError, request
from pingware.shared.schema import is_right


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("storm_dice", {}, "act"),
        ("storm_dice", {"act": "fly"}, "jail, storm or new_game"),
        ("storm_dice", {"act": "jail", "player": 0}, "a player, 1 to 7"),
        ("storm_dice", {"act": "jail", "player": 8}, "a player, 1 to 7"),
        ("fortune", {"act": "draw"}, "undo, next, finish or shuffle"),
        ("fortune", {"act": "undo", "times": 2}, "times"),
    ],
)
def test_the_host_refuses_a_wrong_request_before_it_is_sent(do, fields, words):
    with pytest.raises((ProtocolError, ValueError), match=words):
        request(DECLARATIONS, 1, do, **fields)


@pytest.mark.parametrize(
    ("name", "nonsense"), [("fortune_reshuffle", "yes"), ("fortune_press", "cards")]
)
def test_nonsense_is_no_setting(name, nonsense):
    assert not is_right(SETTINGS[name].rule, nonsense)
