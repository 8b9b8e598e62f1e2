"""The terminal's tables in a language of strange letters: no English is left."""

import asyncio
import re
import tomllib

import pytest
from tests.strange_language import readable, strange_words
from tests.terminal_screen import drawn, lines_of
from tests.unit.pingblock.tables.property.test_board_file import FAULTS
from tools.pictures.tables import prepared

from pingblock.errors import BadInput
from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables.page_table import PageTable
from pingblock.tables.property import board_rules
from pingblock.tables.property.board_file import read_board, shipped_text
from pingblock.tables.registry import TABLES
from pingblock.tables.screen.face import TableFace

# Ids of rules, and text that people type, which are the same in every language.
TYPED = re.compile(r"“[^”│]*[”│]|^│ +[^“”│]*”|\b[A-Z]+-(?:A-|S)?\d+|^│ {8,}[\w\[][^│]*")
KNOWN = {"Ann", "Ben", "Cleo", "Dan", "Robo", "Esc", "F1"}


def screens(table, *keys):
    """Returns a face's screens before each key and after the last."""

    async def story():
        face, seen = TableFace(table), []
        async with face.run_test(size=(140, 50)) as pilot:
            for key in (*keys, ""):
                seen += lines_of(face)
                await pilot.press(*[key] * bool(key))
                await drawn(pilot)
        return seen

    return asyncio.run(story())


@pytest.mark.parametrize("name", list(TABLES))
def test_game_screens_are_translated_completely(name):
    with speaking(strange_words()):
        seen = screens(prepared(name), "f1", "escape", "f3", "f4")
        about = PageTable(lambda code: strange_words()).answer('{"games": true, "language": "xx"}')
    lines = [TYPED.sub("", line) for line in seen]
    assert any("ж" in line for line in lines)
    assert [line for line in lines if readable(line, KNOWN)] == []
    [game] = [each for each in about["games"] if each["name"] == name]
    assert readable(game["about"], ()) == []
    for option in game["options"]:
        values = [value for value, _words in option["choices"]]
        assert readable(f"{option['help']} {option['allowed']}", {*values, "true", "false"}) == []


# The content of a file is the same in every language, and so are the messages of Python's parser.
KEYS = [*board_rules.TOP, *board_rules.RULES, *board_rules.CHOICES, *board_rules.FIELDS]
KEYS += [key for fields in board_rules.FIELDS.values() for key in fields] + ["kind name SM ST FO"]
BROKEN = [("[", ""), ("a" * 3000, "aa"), ("x = [" * 300, "")]
BROKEN += [
    (shipped_text("wasteland").replace(good, bad, 1), f"{good} {bad}")
    for good, bad, _say in FAULTS
]


def reader_says(text):
    try:
        tomllib.loads(text)
    except ValueError as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize(("text", "typed"), BROKEN)
def test_board_file_errors_are_translated_completely(text, typed):
    known = re.findall(r"[A-Za-z]+", f"{KEYS} {typed} {reader_says(text)} my.toml")
    with speaking(strange_words()), pytest.raises(BadInput) as fault:
        read_board(text, "my.toml")
    assert "ж" in str(fault.value)
    assert readable(str(fault.value), known) == []


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("de", "my.toml, Zeile 1: „spec“ fehlt."),
        ("fr", "my.toml, ligne 1\u00a0: «\u00a0spec\u00a0» manque."),
    ],
)
def test_board_file_error_is_correct_in_german_and_french(language, says):
    lines = shipped_text("wasteland").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("spec"))
    with speaking(words_of(language)), pytest.raises(BadInput) as fault:
        read_board(text, "my.toml")
    assert str(fault.value) == says
