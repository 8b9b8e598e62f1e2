"""Games of ``worms``: colours, hands, runs and the win."""

from collections import Counter

import pytest
from tests.rules.moves import AtPage, Game
from tests.rules.rows import rows
from tests.unit.pingblock.tables.worms.by_chance import GAME, NAMES, play_by_chance

from pingblock.errors import BadInput
from pingblock.tables.bots import play_out
from pingblock.tables.command import Refusal, command
from pingblock.tables.table import Table, settle
from pingblock.tables.worms import asks, panel


class Apple:
    """Plays at a table of worms."""

    def __init__(self, players=2, **options):
        self.table = Table(GAME, options, NAMES[:players])

    def do(self, verb, seat=None, **args):
        events = self.table.do(command(verb, seat, **args))
        self.said = [GAME.say(each, self.table.players) for each in events]
        return [each.kind for each in events]

    def refuses(self, verb, seat=None, **args):
        with pytest.raises(Refusal) as refused:
            self.do(verb, seat, **args)
        assert refused.value.in_words()[-1] in ".?"
        return refused.value.rule

    def pulls(self, seat, colour, **where):
        self.do("pull", seat, **where)
        return self.do("worm", colour=colour)

    def begins(self, player=0):
        self.do("first", player=player)
        self.do("run", player)

    @property
    def view(self):
        return GAME.view(self.table.state)


@pytest.mark.parametrize("kind", [Game, AtPage])
@pytest.mark.parametrize("row", rows("worms_moves"))
def test_run_of_row_follows_its_rules(row, kind):
    kind(GAME, **row.get("options", {})).play(row["play"])


def test_commands_with_a_colour_are_not_listed():
    game = Game(GAME)
    game.play(["first player=1", "run 1", *["pull 1 colour=red"] * 5, "pull 1"])
    assert [step.arg("colour") for step in GAME.legal(game.state)] == ["green", "blue", "yellow"]
    game.play(["worm colour=green", "back 1"])
    assert not [each for each in GAME.legal(game.state) if each.arg("colour")]


def test_seen_matching_worm_needs_one_tap_ww_12():
    """The worm was seen in another player's turn, and did not match that player's card."""
    apple = Apple()
    apple.begins()
    apple.do("pull", 0, colour="blue", hole=4)
    apple.do("pull", 0, colour="blue")
    apple.do("time", 0)
    apple.do("run", 1)
    seen = [
        step
        for step in asks.quick(apple.table.state, GAME.legal(apple.table.state))
        if {"hole", "seen"} & dict(step.args).keys()
    ]
    assert len(seen) == 2
    for step in seen:
        assert [each.kind for each in apple.table.do(step)] == ["match_pulled", "worm_kept"]
    assert apple.table.state.covered == (0, 2)


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


def test_third_green_is_a_miss_if_hand_wants_two_ww_19():
    apple = Apple(players=4, mixed=True)
    assert apple.refuses("first", player=0) == "WW-19"
    hands = [
        ["green", "green", "blue", "blue", "blue"],
        ["green", "green", "green", "blue", "blue"],
        ["red"] * 5,
        ["yellow"] * 5,
    ]
    for round_of_cards in zip(*hands, strict=True):
        for colour in round_of_cards:
            apple.do("deal", colour=colour)
    assert apple.view["players"][0]["wanted"] == {"green": 2, "blue": 3, "red": 0, "yellow": 0}
    apple.begins()
    for kind in ("match_pulled", "match_pulled", "miss_pulled"):
        assert apple.pulls(0, "green") == [kind]
        apple.do("keep" if kind == "match_pulled" else "back", 0)


@pytest.mark.parametrize("row", rows("worms", "order"))
def test_lever_of_row_goes_round_to_the_left(row):
    apple = Apple(row["players"], together=row["together"])
    apple.do("first", player=0)
    for player in row["order"]:
        seat = player - 1
        assert apple.view["seat"] == seat
        wrong = apple.refuses("run", (seat + 1) % row["players"])
        assert wrong == ("WW-18" if row["together"] else "WW-A-12")
        apple.do("run", seat)
        assert apple.do("time", seat) == ["run_ended", "turn_begun"]


def test_all_players_hold_one_worm_each_when_grabbing_together_ww_17():
    apple = Apple(players=2, together=True)
    apple.begins()
    assert apple.pulls(1, "blue", hole=1) == ["match_pulled"]
    assert panel.hints(apple.table.state)[0][1] == command("pull", 0, hole=2)
    assert apple.pulls(0, "blue") == ["miss_pulled"]
    assert apple.view["held"] == ["blue", "blue"]
    apple.do("back", 0)
    apple.do("keep", 1)
    assert [each["covered"] for each in apple.view["players"]] == [0, 1]
    labels = [panel.label(apple.table.state, command("pull", seat), NAMES) for seat in (0, 1)]
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


def test_endless_game_is_broken_off_with_reason():
    apple = Apple(runs_most=10)
    apple.do("first", player=0)
    for number in range(10):
        apple.do("run", number % 2)
        if number == 1:
            apple.pulls(1, "blue")
            apple.do("keep", 1)
        kinds = apple.do("time", number % 2)
    assert kinds == ["run_ended", "broken_off"]
    result = GAME.result(apple.table.state)
    assert (result.winners, "The game was ended after 10 runs" in result.reason) == ((1,), True)
