"""Random games of ``fortune``: a legal step always exists, illegal ones fail, and games end."""

import itertools
from collections import Counter

import pytest
from tests.unit.pingblock.tables.fortune.by_chance import play_by_chance

from pingblock.tables.bots import play_out
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.fortune import dice as d
from pingblock.tables.fortune import turn
from pingblock.tables.fortune.bots import plain
from pingblock.tables.fortune.cards import CARDS
from pingblock.tables.fortune.options import DEFAULTS, OPTIONS, rules_of
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.table import settle

GAME = FortuneGame()
SWITCHES = {"reshuffle": True, "nine_wins": True, "skull_alone": True, "storm_sets": False}
OPTION_SETS = [{}, {"deck": "pk35"}, {**SWITCHES, "truce_on_island": True, "floor_at_0": True}]


@pytest.mark.parametrize(("players", "options"), list(zip((2, 3, 4), OPTION_SETS, strict=True)))
def test_random_game_stays_legal_to_its_end(players, options):
    counts = sum((play_by_chance(options, players, seed) for seed in range(3)), Counter())
    assert counts["refused"] > 300
    assert counts["taken"] > 300


def states_of_turns():
    """Yields a turn of every kind that awaits a decision, for some dice."""
    for faces in itertools.combinations_with_replacement("GSX", 8):
        dice = d.parse("".join(faces))
        for card in CARDS:
            now, over = turn.after_roll(DEFAULTS, turn.begin(card), dice)
            if not over:
                yield now
                yield now._replace(rolls=2)
                yield now._replace(spell=False)
            if not over and card == "chest":
                yield now._replace(chest=dice & d.of(G=15), placed=True)


@pytest.mark.parametrize("alone", [False, True])
def test_listed_commands_are_exactly_those_not_refused(alone):
    rules = rules_of({n: o.default for n, o in OPTIONS.items()} | {"skull_alone": alone})
    seen = Counter()
    for now in states_of_turns():
        if d.skulls(now.dice) >= 3 and not now.island and not now.spell and now.card != "zombie":
            continue  # such a turn is over
        listed = set(turn.legal(rules, now, 0))
        every = [turn.decision("stop", 0)]
        for some in d.selections(now.dice, 0):
            every += [turn.decision("place", 0, some)]
            every += [turn.decision("roll", 0, some)] if some else []
        right = {step for step in every if turn.why_not(rules, now, step) is None}
        assert listed == right, now
        assert listed, now
        seen.update(step.do for step in listed)
    assert min(seen[verb] for verb in ("roll", "stop", "place")) > 50


def test_plain_bot_beats_random_bot():
    options = settle(GAME.options, {})
    wins = Counter()
    for seed in range(30):
        bots = ["plain", "random"] if seed % 2 else ["random", "plain"]
        result = play_out(GAME, options, bots, seed).result
        wins.update(bots[seat] for seat in result.winners)
    assert wins["plain"] > 25


@pytest.mark.parametrize(
    ("card", "dice", "rolls"),
    [
        ("gold", "S4M2P1X1", "M2P1"),
        ("truce", "S3M3G2", "S3"),
        ("sea3", "S1M2P2G2X1", "M2P2"),
        ("monkey", "M2P2S2G1X1", "S2"),
        ("zombie", "S2G3M2X1", "G3M2"),
    ],
)
def test_plain_bot_keeps_dice_that_suit_its_card(card, dice, rolls):
    now = turn.Turn(card, d.parse(dice), hand=0, rolls=1)
    assert plain(DEFAULTS, now) == (("roll", (d.parse(rolls),)),)


def test_bot_game_ends_without_result_at_command_limit(monkeypatch):
    monkeypatch.setattr("pingblock.tables.bots.MOST_COMMANDS", 10)
    played = play_out(GAME, settle(GAME.options, {}), ["random"] * 2, 1)
    assert (played.commands, played.result) == (10, None)


def test_every_event_has_a_sentence():
    kinds = set()
    for seed in range(80):
        state = GAME.start(settle(GAME.options, {"finish": 1000}), ["Ann", "Ben"])
        dice, whims = SeededChance(seed), SeededChance(seed, BOTS)
        for number in itertools.count():
            if GAME.result(state):
                break
            step = GAME.draw(state, dice.at(number)) or GAME.bots["random"](
                state, state.seat, whims
            )
            state, events = GAME.apply(state, step)
            for event in events:
                said = GAME.say(event, ["Ann", "Ben"])
                assert said.endswith((".", "!"))
                assert "{" not in said
                assert not (event.kind.startswith("opponents") and "-" in said)
                kinds.add(event.kind)
    assert kinds == {
        *("first_chosen", "card_drawn", "rolled", "reroll_chosen", "dice_placed"),
        *("island_reached", "disqualified", "scored", "opponents_lost", "opponents_gained"),
        *("final_round_begun", "final_round_called_off", "won"),
    }
