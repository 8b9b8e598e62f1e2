"""Forms on the terminal: each question by a list or a typed answer, then the command."""

from random import Random

import pytest
from tests.unit.pingblock.tables.at_table import table_of
from tests.unit.pingblock.tables.screen.test_table_face import show
from tests.unit.pingblock.tables.test_forms import NAMES, states

from pingblock.errors import BadInput
from pingblock.tables.amend import amends_of
from pingblock.tables.command import as_dict, malformed
from pingblock.tables.prompts import Prompts
from pingblock.tables.registry import TABLES
from pingblock.tables.screen.asking import Asking

ANSWERS_MOST = 60


@pytest.mark.parametrize("name", TABLES)
def test_listed_answers_of_each_form_make_valid_command(name):
    random = Random(2)
    for number, table in enumerate(states(name, 1, 200)):
        if number % 20:
            continue
        prompts = Prompts(table.game, table.players, table.state)
        menus = {(each.do, each.seat) for each in prompts.menus(table.state)}
        for do, seat in [*menus, *((do, None) for do in amends_of(table.game))]:
            asking = Asking(prompts.asked(do, seat, table.state))
            for _answer in range(ANSWERS_MOST):
                if asking.question is None:
                    break
                choices = [value for value, _words in asking.choices()]
                asking.take(random.choice(choices) if choices else asking.read("Eve"))
            assert asking.question is None
            assert malformed(table.verbs, asking.command, len(NAMES)) is None


def test_number_out_of_range_is_refused_with_range():
    table = table_of("wasteland", *NAMES)
    asking = Asking(
        Prompts(table.game, table.players, table.state).asked("transfer", None, table.state)
    )
    asking.take(0)
    asking.take(asking.read("cleo"))
    for wrong in ("many", "0"):
        with pytest.raises(BadInput, match=f"from 1 to 1000000, not '{wrong}'"):
            asking.read(wrong)
    asking.take(asking.read("61"))
    assert asking.command.args == (("amount", 61), ("giver", 0), ("taker", 2))


def test_deal_form_on_screen_makes_offer():
    table = table_of("wasteland", "Ann", "Ben", roll_off=False)
    prompts = Prompts(table.game, table.players, table.state)
    for line in ("correct owner Orange 1 Ben", "correct owner Brown 2 Ann"):
        table.do(prompts.read(line, table.state))
    legal = table.game.legal(table.state)
    listed = sum(not table.verbs[step.do].free for step in legal)
    opens = [*["down"] * listed, "enter"]  # Ann's offer is the first item after them
    answers = ["enter", "6", "1", "enter", "enter", "enter", "down", "enter", "enter"]
    _, screen = show("wasteland", *opens, *answers[:4], table=table)
    assert "You give: Deeds" in screen
    assert "Brown 2" in screen
    _, screen = show("wasteland", *opens, "escape", *opens, *answers, table=table)
    names = [each["name"] for each in table.game.view(table.state)["spaces"]]
    assert as_dict(table.steps[-1]) == {
        **{"do": "offer", "seat": 0, "to": 1, "give_cash": 61},
        "take_deeds": [names.index("Orange 1")],
    }
    assert "Ann offers Ben 61 for Orange 1." in screen
