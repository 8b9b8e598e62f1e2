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
    assert table.outcomes("sold", "unsold") == []
    table.wait(200)
    table.quiet()
    end = "sold" if bids else "unsold"
    assert [each["bid"] for each in table.outcomes("bid")] == [*range(1, bids + 1)]
    told = {"event": "outcome", "draw": bids + 1, "outcome": end, "bids": bids}
    assert table.outcomes("sold", "unsold") == [told]
    heard = [sound for _ in range(bids) for sound in (*["tick"] * 5, "bid")]
    assert table.heard() == ["auction", *heard, *["tick"] * 5, end]
    table.press()
    assert table.outcomes("roll")[-1]["dice"][0] in (2, 3), "the roll from before the seed"


def test_second_pull_ends_the_auction():
    table = DiceTable(1, 2, 3, 4)
    table.press()
    for _ in range(2):
        table.lever()
        table.quiet()
    assert table.outcomes("unsold")[0]["bids"] == 0
    table.lever()
    table.quiet()
    table.press()
    table.lever()
    assert table.outcomes("sold")[0]["bids"] == 1
    assert table.game.status()["draws"] == 2


def test_check_button_repeats_the_roll_except_during_an_auction():
    table = DiceTable(3, 3, 3, 4, dice_rules="wasteland")
    table.press()
    table.heard()
    table.check()
    assert table.heard() == ["dice", "bonus"]
    table.check(900)
    assert table.heard() == ["auction"]
    assert table.game.check(table.stage.now, 100) == "busy"
    table.press()
    table.check(900)
    assert table.heard() == ["bid", "sold"]
    table.check()
    assert table.heard() == ["dice", "bonus"]


def test_lever_before_the_first_roll_starts_a_roll_off_sm_07_sm_a_22():
    table = DiceTable(2, 6, 4, 6, 1, 5, dice_rules="celebration")
    table.lever()
    table.quiet()
    for _ in range(4):
        table.press()
    table.lever()
    table.quiet()
    assert table.outcomes("roll_off")[-1]["again"] == [2, 4]
    table.heard()
    for _ in range(2):
        table.press()
    assert table.outcomes("roll_off")[-1]["first"] == 4
    assert table.stage.played[-1] == ("first", 4)
    assert "jail_try" not in [each["outcome"] for each in table.outcomes()]


def test_roll_off_of_known_players_ends_automatically_and_earns_nothing():
    table = DiceTable(6, 6, 1, 1, dice_rules="wasteland")
    table.ask(roll_off=2)
    table.quiet()
    table.press()
    table.press()
    assert table.outcomes("roll_off")[-1]["first"] == 1
    assert "bonus" not in table.heard()


@pytest.mark.parametrize("minutes", [60, 75, 90])
def test_long_game_gets_three_warnings_and_an_end_fo_s4(minutes):
    table = DiceTable(1, 2, clock_min=minutes, rent_ticks=False)
    table.wait(2000)
    table.press()
    table.heard()
    found = {}
    for minute in range(1, minutes + 3):
        table.wait(60_000)
        for name in table.heard():
            found[minute] = name
    warnings = {minutes - left: "warning" for left in (15, 5, 1)}
    assert found == {**warnings, minutes: "clock_over"}
    assert [each["left_min"] for each in table.outcomes("clock")] == [15, 5, 1, 0]


def test_held_check_repeats_the_roll_and_twice_starts_the_auction():
    """SM-07, SM-22 without a lever: before the first roll, holding check starts the roll-off."""
    table = DiceTable(3, 5, 2, dice_rules="celebration", rent_ticks=False)
    table.check(900)
    table.press()
    table.press()
    table.check(900)
    assert [each.get("first") for each in table.outcomes("roll_off")][-1] == 2
    table.press()
    table.heard()
    table.check(900)
    assert table.heard() == ["die_1"], "said again"
    table.wait(5000)
    table.check(900)
    assert table.heard().count("die_1") == 1, "repeated, because it is too late for the auction"
    table.wait(1000)
    table.check(900)
    assert table.heard() == ["auction"]
    table.press()
    table.check(900)
    assert table.outcomes("sold")[0]["bids"] == 1
    assert table.heard() == ["bid", "sold"]


@pytest.mark.parametrize("faces", [(3, 3), (3, 4)])
def test_auction_opened_during_a_roll_is_heard_after_it(faces):
    table = DiceTable(*faces, dice_rules="wasteland")
    table.press(whole=False)
    table.lever()
    assert not table.press(), "the roll sounds"
    table.quiet()
    bonus = ["bonus"] if faces == (3, 3) else []
    assert table.heard() == ["dice", *bonus, "auction"]
    assert table.press()
    assert table.outcomes("bid")[0]["bid"] == 1


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
    assert table.outcomes("roll")[-1]["dice"] == [5, 6]


def test_bid_from_the_host_restarts_the_whole_auction_time():
    """If a bid is typed after 6.6 s, the auction does not end 3.4 s later (SM-22)."""
    table = DiceTable(1, 2, dice_rules="hideout", rent_ticks=False)
    table.ask(auction="bid")  # without an open auction it has no effect
    table.press()
    table.ask(auction="start")
    table.wait(6600)
    assert table.ask(auction="bid")["auction_ms"] == 10_000
    table.ask(auction="start")  # an auction is open, and keeps its bid
    table.wait(9900)
    assert table.outcomes("sold", "unsold") == []
    table.wait(200)
    assert [each["bids"] for each in table.outcomes("sold", "unsold")] == [1]
