"""Clocks of the dice: auction, roll-off and the long game."""

import pytest
from tests.rules.rows import rows
from tests.unit.firmware.games.dice.dice_table import DiceTable


@pytest.mark.parametrize("row", rows("auction"))
def test_auction_of_row_ends_ten_seconds_after_its_last_bid(row):
    table = DiceTable(1, 2, 3, 4, dice_rules=row["rules"], rent_ticks=False)
    table.press()
    table.heard()
    table.lever()
    bids = sum(len(bid) == 2 for bid in row["bids"])
    for _ in range(bids):
        table.wait(9000)
        assert table.press()
    table.wait(9900)
    assert table.told("sold", "unsold") == []
    table.wait(200)
    table.quiet()
    end = "sold" if bids else "unsold"
    assert [each["bid"] for each in table.told("bid")] == [*range(1, bids + 1)]
    told = {"event": "outcome", "draw": bids + 1, "outcome": end, "bids": bids}
    assert table.told("sold", "unsold") == [told]
    heard = [sound for _ in range(bids) for sound in (*["tick"] * 5, "bid")]
    assert table.heard().split() == ["auction", *heard, *["tick"] * 5, end]
    table.press()
    assert table.told("roll")[-1]["dice"][0] in (2, 3), "the roll that was drawn before it"


@pytest.mark.parametrize("minutes", [60, 75, 90])
def test_long_game_gets_three_warnings_and_an_end_fo_s4(minutes):
    table = DiceTable(1, 2, clock_min=minutes, rent_ticks=False)
    table.wait(2000)
    table.press()
    table.heard()
    found = {}
    for minute in range(1, minutes + 3):
        table.wait(60_000)
        for name in table.heard().split():
            found[minute] = name
    warnings = {minutes - left: "warning" for left in (15, 5, 1)}
    assert found == {**warnings, minutes: "clock_over"}
    assert [each["left_min"] for each in table.told("clock")] == [15, 5, 1, 0]


def test_new_seed_during_an_auction_applies_to_the_next_roll():
    table = DiceTable(1, 2)
    table.press()
    table.lever()
    table.quiet()
    table.stage.faces = (5, 6)
    table.game.reseed()
    table.lever()
    table.quiet()
    table.press()
    assert table.told("roll")[-1]["dice"] == [5, 6]
