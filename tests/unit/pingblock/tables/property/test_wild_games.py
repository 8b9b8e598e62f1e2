"""Random games with wild commands: property stays complete, games end, logs replay the same."""

import json
import pickle
from dataclasses import FrozenInstanceError

import pytest
from tests.unit.pingblock.tables.at_table import refused_offers
from tests.unit.pingblock.tables.property.playing import Playing
from tests.unit.pingblock.tables.property.wild_games import play

from pingblock.tables.amend import verbs_of
from pingblock.tables.bots import play_out
from pingblock.tables.chance import SeededChance
from pingblock.tables.command import as_dict, from_dict
from pingblock.tables.property.deals import REFUSED_MOST
from pingblock.tables.property.game import PropertyGame
from pingblock.tables.property.tasks import MortgageFee
from pingblock.tables.property.words import SENTENCES
from pingblock.tables.table import Table

GAMES = 12
EDITIONS = ("celebration", "hideout", "wasteland", "wasteland_speed")


def test_money_and_deeds_are_kept_in_every_state():
    """Together the games use every verb and bring about every kind of event."""
    kinds: set[str] = set()
    verbs: set[str] = set()
    for name in EDITIONS:
        tables = [play(name, seed, kinds, seed % 2 == 0) for seed in range(GAMES)]
        verbs |= {step.do for table in tables for step in table.steps}
        assert any(len(table.state.alive) < len(table.players) for table in tables)
    assert verbs == set(verbs_of(PropertyGame("celebration")))
    assert kinds == set(SENTENCES)


@pytest.mark.parametrize("name", EDITIONS)
def test_commands_as_json_lead_to_same_state(name):
    table = play(name, 1000)
    again = Table(table.game, table.options, table.players, table.seed)
    for step in table.steps:
        again.do(from_dict(json.loads(json.dumps(as_dict(step)))))
    assert again.state == table.state
    again.undo(len(table.steps))
    assert again.state.result is None
    assert again.steps == []


def test_mortgage_fee_of_passed_on_deed_is_paid_without_lifting():
    """FO-28: debts and deals can come between a mortgaged deed and its fee."""
    playing = Playing("wasteland", 3)
    [space] = playing.own(1, "Orange 3")
    playing.set(mortgaged={space: True}, todo=(MortgageFee(0, space),))
    assert playing.refused("lift", 0, space=space).rule == "FO-27"
    assert playing.refused("lift", 1, space=space).rule == "FO-28"
    assert [step.do for step in playing.game.legal(playing.state) if step.seat == 0] == ["keep"]
    assert playing.do("keep", 0).cash == (1500 - 10, 1500, 1500)  # a tenth of 100
    assert playing.state.mortgaged[space]


def test_game_state_is_immutable():
    playing = Playing("wasteland")
    before = playing.state
    kept = pickle.dumps(before)
    after = playing.dice(1, 2)
    assert pickle.loads(kept) == before != after
    with pytest.raises(FrozenInstanceError):
        after.turn = 1


def test_same_seed_gives_same_game():
    game = PropertyGame("wasteland")
    options = {each.name: each.default for each in game.options.values()} | {"turns": 100}
    for bot in ("random", "plain"):
        first, second = (play_out(game, options, [bot] * 3, 7) for _ in range(2))
        assert first == second
        assert first.result is not None


def test_plain_bot_beats_random_bots():
    """By chance, it would win a quarter of its games."""
    game = PropertyGame("wasteland_speed")
    options = {each.name: each.default for each in game.options.values()}
    won = 0
    for seed in range(20):
        seat = seed % 4
        bots = ["plain" if each == seat else "random" for each in range(4)]
        result = play_out(game, options, bots, seed).result
        won += seat in result.winners
    assert won >= 13


@pytest.mark.parametrize(
    ("cash", "owned", "answer"),
    [(1, 1, "refuse"), (200, 1, "refuse"), (401, 1, "accept"), (1400, 3, "refuse")],
)
def test_plain_bot_sells_single_deed_above_twice_its_price(cash, owned, answer):
    playing = Playing("wasteland")
    playing.own(1, *("Orange 3", "Orange 2", "Orange 1")[:owned])
    playing.do("offer", 0, to=1, give_cash=cash, take_deeds=[19])
    assert playing.game.bots["plain"](playing.state, 1, SeededChance(1)).do == answer


@pytest.mark.parametrize("bot", ["plain", "random"])
def test_bots_repeat_refused_offer_only_after_deed_changed_owner(bot):
    """A player refuses every deal, which is allowed."""
    options = {"turns": 200, "cards": "none"}
    tables = [Table(PropertyGame("wasteland"), options, "ABC", seed) for seed in range(3)]
    assert sum(refused_offers(table, bot, REFUSED_MOST) for table in tables) > 3
