"""Typed names of chest cards: known names in any spelling, but no mistyped command."""

import pytest
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.errors import BadInput
from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables.command import command
from pingblock.tables.prompts import Prompts
from pingblock.tables.storm.board import StormItem


class Chest:
    """A table of storm with Ann on a chest space, or elsewhere."""

    def __init__(self, due: bool = True) -> None:
        self.table = table_of("storm", roll_off=False)
        for seat in (0, 1):
            self.table.do(command("drop", seat, space=0))
        self.state = self.table.state._replace(due=("chest",) if due else ())
        self.prompts = Prompts(self.table.game, self.table.players, self.table.state)

    def read(self, line):
        return self.prompts.read(line, self.state)


@pytest.mark.parametrize(
    ("line", "word"),
    [("xyzzy", "xyzzy"), ("pays 50", "pays"), ("rol", "rol"), ("Ann ends", "ends")],
)
def test_mistyped_command_is_not_a_card_of_the_chest(line, word):
    chest = Chest()
    with pytest.raises(BadInput) as wrong:
        chest.read(line)
    assert str(wrong.value).startswith(f"There is no command '{word}'")
    assert "You can type one of: Bandage kit, Shield drink," in str(wrong.value)
    assert f"For another one, type “chest {line}”." in str(wrong.value)
    assert chest.read(f"chest {line}") == command("chest", name=line)  # as the message says


def test_mistyped_command_elsewhere_is_not_a_card_either():
    with pytest.raises(BadInput, match="There is no command 'xyzzy'"):
        Chest(due=False).read("xyzzy")


def test_misspelled_correction_of_items_is_asked_for():
    with pytest.raises(BadInput, match="Did you mean “correct items Ann Bandage kit”"):
        Chest().read("correct items Ann Bandge kit")


def test_known_card_that_is_misspelled_is_asked_for():
    with pytest.raises(BadInput, match="Did you mean “chest Bandage kit”\\?"):
        Chest().read("chest Bandge kit")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "bandage kit"),
        ("en", "chest BANDAGE KIT"),
        ("de", "verbandskasten"),
        ("de", "truhe Verbandskasten"),
    ],
)
def test_known_card_in_any_spelling_is_that_card(language, line):
    chest = Chest()
    with speaking(words_of(language)):
        step = chest.read(line)
    assert step == command("chest", name="Bandage kit")
    state, _events = chest.table.game.apply(chest.state, step)
    assert state.items[0] == (StormItem("Bandage kit", gain=2),)
    assert len(state.deck) == len(chest.state.deck) - 1


def test_unknown_card_is_entered_with_its_verb():
    chest = Chest()
    step = command("chest", name="Long bow", far=True)
    assert chest.read("chest Long bow far") == step
    state, _events = chest.table.game.apply(chest.state, step)
    assert state.items[0] == (StormItem("Long bow", far=True),)
