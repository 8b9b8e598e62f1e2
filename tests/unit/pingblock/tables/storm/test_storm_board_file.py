"""Board files of ``storm``: faults with their lines, and values for a game."""

import pytest
from tests.unit.pingblock.tables.storm.playing import Storm, board

from pingblock.errors import BadInput
from pingblock.tables.chance import SeededChance
from pingblock.tables.storm.board_file import read_board, shipped_text


def test_shipped_board_has_cards_and_locations_of_box():
    found = read_board(shipped_text(), "board")
    assert len(found.chest) == 16
    assert sum(space.kind == "location" for space in found.spaces) == 16
    assert all(
        (found.partner[at] >= 0) == (s.kind == "location") for at, s in enumerate(found.spaces)
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("format = 1", "format = 1\nspeed = 2", "line 2: 'speed' is not known here."),
        ('spec = "FN"', "", "line 1: 'spec' is missing."),
        ("cost = 1", "cost = 16", "line 11: 'cost' is 16: it must be an integer from 0 to 15."),
        ("storm_cost = 2", "storm_cost = 0", "line 12: 'storm_cost' must not be below 'cost'."),
        ('set = "0"', 'set = "1"', "The colour '1' needs two locations."),
        ('kind = "parking"', 'kind = "trap"', "Its corners must be, in order, go, jail, parking"),
        ('kind = "trap"', 'kind = "swamp"', "'kind' is \"swamp\": it must be go, jail,"),
        (
            'name = "test"',
            f'name = "test"\nstorm_cards = {[40] * 15}',
            "must be numbers of spaces, 0 to 31.",
        ),
        ('name = "test"', 'name = "test"\nstorm_cards = [1, 2]', "or be empty. It names 2."),
        (
            "[[space]]\n",
            "[[chest]]\nname = 'a'\ncount = 16\n[[chest]]\nname = 'b'\n[[space]]\n",
            "16 cards",
        ),
        ("format = 1", "format = ", "this is not TOML"),
        ("format = 1", "format = 1\nchest = 3", "'chest' must be tables, [[chest]]."),
    ],
)
def test_board_file_error_names_file_and_reason(old, new, fault):
    with pytest.raises(BadInput) as wrong:
        read_board(board().replace(old, new, 1), "my.toml")
    assert fault in str(wrong.value)
    assert str(wrong.value).startswith("my.toml")


def test_board_with_fewer_than_eight_spaces_is_refused():
    head = board().split("[[space]]")[:4]
    with pytest.raises(BadInput, match="8 to 80 spaces, not 3"):
        read_board("[[space]]".join(head), "my.toml")


def test_small_board_has_more_storm_cards_than_spaces():
    kinds = ("go", "trap", "jail", "trap", "parking", "chest", "go_to_jail", "campfire")
    spaces = "".join(f'[[space]]\nkind = "{kind}"\nname = "{kind}"\n' for kind in kinds)
    text = f'format = 1\nname = "small"\nspec = "FN"\n{spaces}'
    storm = Storm(board=text)
    for card in range(15):  # FN-01
        storm.set(due=("storm",))
        assert storm.state.storm_left == 15 - card
        drawn = storm.game.draw(storm.state, SeededChance(card))
        storm.do("storm", **dict(drawn.args))
    assert storm.state.stormed == (True,) * 8
