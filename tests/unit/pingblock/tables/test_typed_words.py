"""Typed words in the language of the table."""

import pytest
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables.amend import verbs_of
from pingblock.tables.arguments import plain
from pingblock.tables.command import command
from pingblock.tables.games import game_of
from pingblock.tables.prompts import Prompts, Wish
from pingblock.tables.registry import TABLES
from pingblock.tables.typed_words import WORDS, own_words
from pingware.shared import schema

NAMES = ("Ann", "Ben", "Cleo")


def groups_of(name):
    """Yields a game's words that a typed word can match: verbs, arguments, values."""
    verbs = verbs_of(game_of(name))
    yield list(verbs)
    for verb in verbs.values():
        yield list(verb.args)
        for rule in map(plain, verb.args.values()):
            if rule.kind == schema.ONE_OF:
                yield [each for each in rule.of if isinstance(each, str)]


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("name", TABLES)
def test_each_typed_word_has_a_distinct_translation(name, language):
    with speaking(words_of(language)):
        for group in groups_of(name):
            assert set(group) <= set(WORDS)
            said = [own for each in group for own in own_words(each)]
            assert len(said) == len(set(said)), [each for each in said if said.count(each) > 1]
            assert not [own for own in said if " " in own or "=" in own or not own]


@pytest.mark.parametrize(
    ("language", "game", "line", "step"),
    [
        ("de", "wasteland", "karte zahle 45", command("card", 0, effect="pay", amount=45)),
        ("de", "wasteland", "Ben biete 31", command("bid", 1, amount=31)),
        ("de", "wasteland", "Ben bietet 31", command("bid", 1, amount=31)),
        ("de", "wasteland", "Ben würfelt", command("roll", 1)),
        ("de", "wasteland", "Ben Karte Zahle 45 mehr",
         command("card", 1, effect="pay", amount=45, more=True)),
        ("de", "wasteland", "anbieten Cleo gib_geld=10 nimm_urkunden=Orange 1",
         command("offer", 0, to=2, give_cash=10, take_deeds=[16])),
        ("de", "wasteland", "übergib Bank Ben 50",
         command("transfer", giver=-1, taker=1, amount=50)),
        ("de", "fortune", "karte Kapitän", command("card", card="captain")),
        ("de", "fortune", "würfle S2", command("roll", 0, dice="S2")),
        ("de", "storm", "würfel 4 verband", command("dice", number=4, action="bandages")),
        ("de", "worms", "zieh loch=7", command("pull", 0, hole=7)),
        ("fr", "wasteland", "carte paie 45", command("card", 0, effect="pay", amount=45)),
        ("fr", "fortune", "arrête", command("stop", 0)),
        ("fr", "wasteland", "card pay 45", command("card", 0, effect="pay", amount=45)),
    ],
)  # fmt: skip
def test_line_in_language_of_table_is_read(language, game, line, step):
    table = table_of(game, *NAMES, **({"roll_off": False} if game == "wasteland" else {}))
    with speaking(words_of(language)):
        prompts = Prompts(table.game, table.players, table.state)
        assert prompts.read(line, table.state) == step


@pytest.mark.parametrize(
    ("language", "line", "wish"),
    [
        ("de", "rückgängig 3", Wish("undo", "3")),
        ("de", "zurück", Wish("undo", "")),  # the words below the screen
        ("de", "Verlassen", Wish("quit", "")),
        ("de", "hilfe", Wish("help", "")),
        ("fr", "annuler 2", Wish("undo", "2")),
        ("fr", "quitter", Wish("quit", "")),
        ("fr", "undo 3", Wish("undo", "3")),
        ("en", "undo 3", Wish("undo", "3")),
    ],
)
def test_screen_commands_can_be_typed_in_language_of_table(language, line, wish):
    table = table_of("wasteland", *NAMES)
    with speaking(words_of(language)):
        prompts = Prompts(table.game, table.players, table.state)
        assert prompts.read(line, table.state) == wish
