"""Forms of commands: each verb of each game is filled in, and its command is well-formed."""

from random import Random

import pytest
from tests.unit.pingblock.tables.at_table import table_of
from tests.unit.pingblock.tables.form_filling import by_chance, cannot_say
from tests.unit.pingblock.tables.test_tables_in_languages import ENGLISH

from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables.amend import amends_of
from pingblock.tables.arguments import label
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import malformed
from pingblock.tables.forms import asked_of, filled
from pingblock.tables.games import game_of
from pingblock.tables.prompts import Prompts
from pingblock.tables.registry import TABLES

NAMES = ("Ann", "Ben", "Cleo")
STEPS, EACH = 350, 15  # steps of a game, and steps between two tests of its forms


def states(name, seed, steps=STEPS):
    """Yields a table after each step of random bots."""
    table, whims = table_of(name, *NAMES, seed=seed), SeededChance(seed, BOTS)
    for _step in range(steps):
        yield table
        if table.game.result(table.state):
            return
        if not table.draw():
            seat = table.game.to_act(table.state)[0]
            table.do(decide(table.game, "random", table.state, seat, whims))


def answered(prompts, table, do, seat, random):
    """Fills in a form. Returns the parts that a right command lacks."""
    form = prompts.asked(do, seat, table.state)
    step = filled(form, by_chance(form, random))
    return malformed(table.verbs, step, len(table.players))


@pytest.mark.parametrize("name", TABLES)
def test_form_of_each_verb_can_express_each_legal_command(name):
    random, seen = Random(3), set()
    for number, table in enumerate(states(name, 0)):
        legal = [step for step in table.game.legal(table.state) if step.args]
        fresh = {step.do: step.seat for step in legal if step.do not in seen}
        if number % EACH and not fresh:
            continue
        prompts = Prompts(table.game, table.players, table.state)
        quick = [step for menu in prompts.menus(table.state) for step in menu.quick]
        assert all(table.why_not(step) is None for step in quick), quick
        for step in random.sample(legal, min(8, len(legal))) + quick:
            form = prompts.asked(step.do, step.seat, table.state)
            given = {name: list(v) if isinstance(v, tuple) else v for name, v in step.args}
            assert not cannot_say(form, given), (step, form)
            made = filled(form, given)
            assert all(value is False for _n, value in {*step.args} - {*made.args}), step
            assert {*made.args} <= {*step.args}
        for do, seat in fresh.items():
            assert not answered(prompts, table, do, seat, random), do
        seen |= fresh.keys()
    for do, verb in table.game.verbs.items():  # also verbs that do not occur in a short game
        if verb.args and do not in seen:
            assert not answered(prompts, table, do, 0 if verb.seated else None, random), do
    assert len(seen) >= 2


@pytest.mark.parametrize("name", TABLES)
def test_form_can_express_corrections_of_each_kind(name):
    """The form offers the values of the current state. Random answers are well-formed."""
    random = Random(3)
    *_before, table = states(name, 1, 150)
    prompts = Prompts(table.game, table.players, table.state)
    for step in filter(lambda step: not table.why_not(step), table.position):
        form = prompts.asked(step.do, None, table.state)
        given = {name: list(v) if isinstance(v, tuple) else v for name, v in step.args}
        assert not cannot_say(form, given), step
    for do in amends_of(table.game):
        done = [answered(prompts, table, do, None, random) for _time in range(40)]
        assert not any(done), (do, done)


def test_pot_is_offered_only_if_there_can_be_one():
    for rules, offered in (({}, False), ({"parking_pot": "on"}, True)):
        table = table_of("wasteland", *NAMES, **rules)
        form = Prompts(table.game, table.players, table.state).asked("correct", None, table.state)
        assert ("pot" in dict(form["questions"][0]["choices"])) == offered


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_forms_use_language_of_table(name, language):
    with speaking(words_of(language)):
        for number, table in enumerate(states(name, 2)):
            if number % 50:
                continue
            prompts = Prompts(table.game, table.players, table.state)
            wanted = {(menu.do, menu.seat) for menu in prompts.menus(table.state)}
            for do, seat in [*wanted, *((do, None) for do in amends_of(table.game))]:
                form = prompts.asked(do, seat, table.state)
                said = [prompts.menu(do), form["title"]]
                for then in [form["questions"], *form["follow"].values()]:
                    said += [each["label"] for each in then]
                    said += [words for each in then for _v, words in each.get("choices", ())]
                assert not [text for text in said if ENGLISH.search(text) or "_" in text]


def test_each_argument_of_a_form_has_translated_words():
    verbs = [verb for name in TABLES for verb in game_of(name).verbs.values() if verb.free]
    with speaking(words_of("fr")):
        said = {name: label(name) for verb in verbs for name in verb.args}
    assert [name for name, words in said.items() if words == name.capitalize()] == []


def test_auction_form_offers_small_raises_below_half_of_cash():
    for table in states("wasteland", 1):
        task = table.state.todo[0] if table.state.todo else None
        if type(task).__name__ != "Auction":
            continue
        prompts = Prompts(table.game, table.players, table.state)
        for menu in prompts.menus(table.state):
            if menu.do == "bid":
                bids = [step.arg("amount") for step in menu.quick]
                assert set(bids) <= {max(1, task.bid + more) for more in (1, 10, 50)}
                assert 2 * max(bids[1:] or [0]) < table.state.cash[menu.seat]
                [amount] = prompts.asked("bid", menu.seat, table.state)["questions"]
                assert (amount["least"], amount["most"]) == (bids[0], table.state.cash[menu.seat])
                assert amount["steps"][:3] == [1, 10, 50]
                return
    raise AssertionError("no auction was opened")


def test_deal_form_offers_deeds_and_cards_of_both_players():
    table = table_of("wasteland", *NAMES, roll_off=False)
    prompts = Prompts(table.game, table.players, table.state)
    for line in ("correct owner Orange 1 Ann", "correct owner Brown 2 Ben"):
        table.do(prompts.read(line, table.state))
    table.do(prompts.read("correct jail_card Ben guide", table.state))
    form = prompts.asked("offer", 0, table.state)
    assert form["questions"][0]["choices"] == [(1, "Ben"), (2, "Cleo")]
    sides = {each["name"]: each for each in asked_of(form, {"to": 1})}
    assert [words for _v, words in sides["give_deeds"]["choices"]] == ["Orange 1"]
    assert [words for _v, words in sides["take_deeds"]["choices"]] == ["Brown 2"]
    assert sides["take_cards"]["choices"][0][0] == "guide"
    assert "give_cards" not in sides
    answers = {"to": 1, "give_cash": 40, "give_deeds": [16], "take_cards": ["guide"]}
    step = filled(form, {**answers, "take_cash": 0})
    assert table.why_not(step) is None, table.why_not(step)
