"""Wrong requests of the storm dice and the fortune deck: refused in words."""

import pytest

from pingblock.common.declared import DECLARATIONS, SETTINGS, request
from pingware.shared.protocol import ProtocolError
from pingware.shared.schema import is_right


@pytest.mark.parametrize(
    ("do", "words", "wrong"),
    [
        ("storm_dice", "act", [{}]),
        ("storm_dice", "jail, storm or new_game", [{"act": "fly"}]),
        ("storm_dice", "a player, 1 to 7", [{"act": "jail", "player": n} for n in (0, 8)]),
        ("fortune", "undo, next, finish or shuffle", [{"act": "draw"}]),
        ("fortune", "times", [{"act": "undo", "times": 2}]),
    ],
)
def test_host_refuses_a_wrong_request_before_sending_it(do, words, wrong):
    for fields in wrong:
        with pytest.raises((ProtocolError, ValueError), match=words):
            request(DECLARATIONS, 1, do, **fields)


def test_nonsense_is_refused_as_a_fortune_setting():
    assert not is_right(SETTINGS["fortune_reshuffle"].rule, "yes")
    assert not is_right(SETTINGS["fortune_press"].rule, "cards")
