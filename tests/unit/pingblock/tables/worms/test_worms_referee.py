"""Games of ``worms``: colours, hands, runs and the win."""

from collections import Counter

import pytest
from tests.rules.moves import AtPage, Game
from tests.rules.rows import rows
from tests.unit.pingblock.tables.worms.by_chance import GAME, NAMES, play_by_chance

from pingblock.errors import BadInput
from pingblock.tables.bots import play_out
from pingblock.tables.command import command
from pingblock.tables.table import Table, settle
from pingblock.tables.worms import asks, panel


@pytest.mark.parametrize("kind", [Game, AtPage])
@pytest.mark.parametrize("row", rows("worms_moves"))
def test_run_of_row_follows_its_rules(row, kind):
    kind(GAME, row.get("players", 2), **row.get("options", {})).play(row["play"])


def test_commands_with_a_colour_are_not_listed():
    game = Game(GAME)
    game.play(["first player=1", "run 1", *["pull 1 colour=red"] * 5, "pull 1"])
    assert [step.arg("colour") for step in GAME.legal(game.state)] == ["green", "blue", "yellow"]
    game.play(["worm colour=green", "back 1"])
    assert not [each for each in GAME.legal(game.state) if each.arg("colour")]


def test_seen_matching_worm_needs_one_tap_ww_12():
    """The worm was seen in another player's turn, and did not match that player's card."""
    game = Game(GAME)
    game.play(["first player=0", "run 0", "pull 0 colour=blue hole=4", "pull 0 colour=blue"])
    game.play(["time 0", "run 1"])
    quick = asks.quick(game.state, GAME.legal(game.state))
    seen = [step for step in quick if {"hole", "seen"} & dict(step.args).keys()]
    assert len(seen) == 2
    for step in seen:
        game.do(step.do, step.seat, **dict(step.args))
        assert [each.kind for each in game.events] == ["match_pulled", "worm_kept"]
    assert game.state.covered == (0, 2)


@pytest.mark.parametrize("row", rows("worms", "hand"))
def test_dealt_hands_of_row_have_equal_size(row):
    players = row["players"]
    table = Table(GAME, {"mixed": True}, NAMES[:players], seed=4)
    while table.state.dealing is not None:
        table.draw()
    assert [sum(each) for each in table.state.wanted] == [row["hand"]] * players
    assert sum(table.state.cards) == row["unused"]
    dealt = [sum(hands) for hands in zip(*table.state.wanted, table.state.cards, strict=True)]
    assert dealt == [5, 5, 5, 5]
    for hand in (5, 10):  # a hand that is larger than the number of cards is reduced
        mixed = {"mixed": True, "hand": hand}
        dealt_most = min(hand, row["hand"])
        assert Table(GAME, mixed, NAMES[:players]).state.hand == dealt_most


@pytest.mark.parametrize("row", rows("worms", "order"))
def test_lever_of_row_goes_round_to_the_left(row):
    game = Game(GAME, row["players"], together=row["together"])
    game.do("first", player=0)
    for player in row["order"]:
        seat = player - 1
        assert GAME.view(game.state)["seat"] == seat
        wrong = game.refused("run", (seat + 1) % row["players"]).rule
        assert wrong == ("WW-18" if row["together"] else "WW-A-12")
        game.play([f"run {seat}", f"time {seat}", {"kinds": ["run_ended", "turn_begun"]}])


def test_panel_shows_odds_of_all_who_grab_together_ww_17():
    game = Game(GAME, together=True)
    game.play(["first player=0", "run 0", "pull 1 hole=1", "worm colour=blue"])
    assert panel.hints(game.state)[0][1] == command("pull", 0, hole=2)
    game.play(["pull 0", "worm colour=blue", "back 0", "keep 1"])
    labels = [panel.label(game.state, command("pull", seat), NAMES) for seat in (0, 1)]
    assert labels == ["pull an unseen one: fits 28%", "pull an unseen one: fits 17%"]  # of 18


def test_wrong_colours_are_refused():
    with pytest.raises(BadInput, match="the same name"):
        Table(GAME, {"colours": ["red", "Red", "a", "b"]}, NAMES)


def test_random_games_keep_their_worms_and_end():
    refused = Counter()
    for seed in range(12):
        refused.update(play_by_chance(seed))
    assert min(refused[verb] for verb in ("run", "pull", "keep", "back", "time")) > 100


def test_plain_bot_wins_every_game_against_random_bot():
    options = settle(GAME.options, {})
    ends = [play_out(GAME, options, ["plain", "random"], seed) for seed in range(10)]
    assert all(each.result for each in ends)
    assert sum(each.result.winners == (0,) for each in ends) == 10
