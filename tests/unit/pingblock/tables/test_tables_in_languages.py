"""The same game in three languages has the same log, states and events, but other sentences."""

import re
from collections import defaultdict
from functools import cache

import polib
import pytest
from tests.unit.pingblock.tables.property.filled import filled_board
from tools import words

from pingblock.languages import speaking
from pingblock.languages.catalogues import FOLDER, words_of
from pingblock.tables.bots import random_command
from pingblock.tables.chance import BOTS, DICE, SeededChance
from pingblock.tables.games import game_of
from pingblock.tables.prompts import Prompts
from pingblock.tables.registry import TABLES
from pingblock.tables.text_width import Fixed, cell_len

NAMES = ("Ann", "Ben")
SHOWN_EACH = 40  # number of steps after which the panels are drawn
STEPS_MOST = 800
HEADER_CELLS = 78  # for a terminal with 80 cells
# Texts that can be the same: names, numbers, and words that both languages have.
SAME = re.compile(
    r"[\W\d_]|\b(Ann|Ben|Grenade|Rose|Violet|Indigo|Orange|Radio|Block|Start|GO|fort)\b"
)
ENGLISH = re.compile(r"\b(the|of|and|with|is|has|have|your|for|to|nothing|none|each|card)\b")
TYPED = re.compile("“[^”]*”")  # Typed words are English in every language.


def steps_of(name):
    """Returns a game's options and the steps of a random game, with every kind of step."""
    game = game_of(name)
    options = {each.name: each.default for each in game.options.values()}
    if name == "celebration":
        options["board"] = filled_board()
    state = game.start(options, NAMES)
    dice, whims = SeededChance(4, DICE), SeededChance(4, BOTS)
    steps = []
    while len(steps) < STEPS_MOST and not game.result(state):
        if game.to_act(state):
            own = [step for step in game.legal(state) if step.seat in game.to_act(state)]
            step = random_command(own, whims)
        else:
            step = game.draw(state, dice)
        steps.append(step)
        state, _events = game.apply(state, step)
    return game, options, steps


def without_commands(line):
    """Returns a line of help without typed text, which is English in every language."""
    return re.sub(r"^        \w.*", "", line)


def replayed(game, options, steps):
    """Plays the steps again in the language that is spoken."""
    told = defaultdict(list)
    state = game.start(options, NAMES)
    prompts = Prompts(game, NAMES, state)
    for number, step in enumerate(steps):
        if number % SHOWN_EACH == 0:
            legal = game.legal(state)
            told["labels"] += [prompts.label(each, state) for each in legal[:60]]
            told["panels"] += prompts.board(state)
            told["headers"].append(prompts.header(state, False))
            told["panels"].append(prompts.hint(state))
            told["panels"] += map(without_commands, prompts.help((), state))
        state, events = game.apply(state, step)
        told["events"] += events
        told["sentences"] += [game.say(each, NAMES) for each in events]
    told["panels"] += prompts.board(state)
    told["headers"].append(prompts.header(state, False))
    return told, state


@cache
def english_of(language):
    """Returns a pattern of the sentences that a catalogue lacks, which stay English."""
    lacks = words.missing(polib.pofile(str(FOLDER / f"{language}.po")), words.said())
    texts = [re.escape(each) for text in lacks for each in (text.one, text.many) if each]
    return re.compile("|".join(re.sub(r"\\{.*?\\}", ".*", each) for each in texts) or "$^")


@pytest.mark.parametrize("name", list(TABLES))
def test_game_has_same_states_and_translated_texts_in_each_language(name):
    game, options, steps = steps_of(name)
    english, state = replayed(game, options, steps)
    for language in ("de", "fr"):
        untranslated = english_of(language)
        with speaking(words_of(language)):
            other, end = replayed(game, options, steps)
        assert (other.pop("events"), end) == (english["events"], state)
        for kind, said in other.items():
            assert len(said) == len(english[kind])
            pairs = zip(said, english[kind], strict=True)
            same = {one for one, two in pairs if one == two and not isinstance(one, Fixed)}
            same = {text for text in same if not untranslated.search(text)}
            assert not {text for text in same if SAME.sub("", text)}
            assert not [text for text in said if "{" in text or "}" in text]
            found = {text for text in said if ENGLISH.search(TYPED.sub("", text))}
            assert not {text for text in found if not untranslated.search(text)}
        assert set(other) == {"sentences", "labels", "panels", "headers"}
        assert len({cell_len(line) for line in other["panels"] if isinstance(line, Fixed)}) <= 1
        for header, before in zip(other["headers"], english["headers"], strict=True):
            assert cell_len(header) <= max(HEADER_CELLS, cell_len(before)), header
