"""Every example on a screen can be typed: in random games, at all tables."""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from tests.seldom import seldom
from tests.terminal_screen import drawn, lines_of
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.errors import BadInput
from pingblock.languages import speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables.bots import decide
from pingblock.tables.calls import seat_of
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Refusal, command
from pingblock.tables.games import device_of, game_of
from pingblock.tables.prompts import QUIT, Prompts, Wish
from pingblock.tables.registry import TABLES
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import Table

NAMES = ["Ann", "Aunt Mary", "Cleo"]
DOCS = Path(__file__).resolve().parents[4] / "docs"
EXAMPLE = re.compile("“([^”]*)”")
# A phrase that announces an example, without an example after it.
PROMISE = re.compile(r"(?:such as|for example|type it\b)(?! “)", re.IGNORECASE)
SEEDS, STEPS_MOST = 2, 300
# Verbs whose examples the prompts of our tables must have shown at the end.
SHOWN = {
    "celebration": {"dice", "outcome", "card", "bid"},
    "hideout": {"dice", "card", "bid"},
    "wasteland": {"dice", "card", "bid"},
    "wasteland_speed": {"dice", "card", "bid", "hand_out"},
    "storm": {"dice", "storm", "chest"},
    "fortune": {"first", "card", "dice", "roll"},
    "worms": {"first", "worm", "pull"},
}


def a_table(name, seed=0):
    return table_of(name, *NAMES, seed=seed)


def read_back(prompts, table, line, seen, legal=True):
    """Fails unless every example of a line is a command, which is legal now if it must be."""
    assert not PROMISE.search(line), line
    for example in EXAMPLE.findall(line):
        step = prompts.read(example, table.state)
        if isinstance(step, Wish):
            seen[step.name] += 1
            continue
        assert not legal or table.why_not(step) is None, example
        seen[step.do] += 1


@pytest.mark.parametrize("name", TABLES)
def test_examples_of_correct_join_and_leave_can_be_read_back(name):
    table = a_table(name)
    prompts = Prompts(table.game, table.players, table.state)
    steps = [
        command("join", name="Zoe"),
        command("leave", player=1),
        command("correct", **{"what": "turn", "player": 2}),
    ]
    for step in steps:
        if step.do in table.verbs:  # an added game need not have this verb
            assert prompts.read(prompts.example(step, table.state)[1:-1], table.state) == step


@pytest.mark.parametrize("name", TABLES)
def test_every_example_of_a_prompt_is_a_legal_command(name):
    seen = Counter()
    for seed in range(SEEDS):
        table = a_table(name, seed)
        prompts = Prompts(table.game, table.players, table.state)
        whims, bot = SeededChance(seed, BOTS), ("plain", "random")[seed % 2]
        for _ in range(STEPS_MOST):
            for device in (False, True):
                read_back(prompts, table, prompts.header(table.state, device), seen)
            for line in (prompts.hint(table.state), *prompts.board(table.state)):
                read_back(prompts, table, line, seen)
            if table.game.result(table.state):
                break
            if not table.draw():
                seat = table.game.to_act(table.state)[0]
                table.do(decide(table.game, bot, table.state, seat, whims))
    assert set(seen) >= SHOWN.get(name, set())


@pytest.mark.parametrize("name", TABLES)
def test_every_example_of_help_is_a_command(name):
    table, seen = a_table(name), Counter()
    prompts = Prompts(table.game, table.players, table.state)
    for line in prompts.help((), table.state):
        read_back(prompts, table, line, seen, legal=False)
    assert set(seen) == {*table.verbs, "undo", "rule", "bot", "help", "position", "again", "quit"}


# Wrong lines that people can type. The messages about them have examples, too.
WRONG = [
    *("fly", "rol", "pull", "bid", "dice G9", "dice 9 9 9 9"),
    *("roll 4", "offer", "card", "first"),
]


@pytest.mark.parametrize(
    "name", [each if each in ("celebration", "worms") else seldom(each) for each in TABLES]
)
def test_every_example_on_screen_can_be_typed(name):
    """The whole screen of a table: header, panels, log and line, in the first steps of a game."""
    table, seen = a_table(name, 5), Counter()
    prompts = Prompts(table.game, table.players, table.state)

    async def story():
        face = TableFace(table)
        async with face.run_test(size=(250, 60)) as pilot:
            for line in (*WRONG, "help", *[""] * 8):
                face.query_one("#line").focus()
                face.query_one("#line").value = line
                await pilot.press("enter")
                await drawn(pilot)
                for text in lines_of(face):
                    read_back(prompts, table, text, seen, legal=False)

    asyncio.run(story())
    assert {"undo", "quit"} <= set(seen)
    assert len(seen) >= 6


def test_every_example_in_docs_can_be_typed():
    page = (DOCS / "tables.md").read_text(encoding="utf-8")
    examples = EXAMPLE.findall(page)
    assert len(examples) >= 8
    left = set(examples)
    for name in TABLES:
        table = a_table(name)
        known = Prompts(table.game, ["Ann", "Ben", "Cleo"], table.state)
        for _ in range(30):
            left = {example for example in left if not is_read(known, example, table.state)}
            if table.game.result(table.state):
                break
            if not table.draw():
                seat = table.game.to_act(table.state)[0]
                table.do(decide(table.game, "plain", table.state, seat, SeededChance(1)))
    assert left == set()


def is_read(prompts, example, state):
    """Returns whether a line can be typed now, in English or in German."""
    for language in ("en", "de"):
        with speaking(words_of(language)), suppress(BadInput):
            return bool(prompts.read(example, state))
    return False


@pytest.mark.parametrize("name", TABLES)
def test_mistyped_command_is_never_a_step(name):
    """A card can have any name, so a mistyped command must not become a card."""
    table = a_table(name)
    prompts, whims = Prompts(table.game, table.players, table.state), SeededChance(2, BOTS)
    for step in range(STEPS_MOST):
        for line in () if step % 5 else ("xyzzy", "rol", "pays 50", "Cleo ends"):
            with pytest.raises(BadInput):
                prompts.read(line, table.state)
        if table.game.result(table.state):
            break
        if not table.draw():
            seat = table.game.to_act(table.state)[0]
            table.do(decide(table.game, "plain", table.state, seat, whims))
    assert len(table.steps) > 30


@pytest.mark.parametrize(
    ("name", "line", "example"),
    [
        ("wasteland", "3 x", "“dice 4 1”"),
        ("storm", "2 heal", "“dice 4”"),
        ("fortune", "Cle", "“first Aunt Mary”"),
    ],
)
def test_mistyped_outcome_is_answered_by_an_example(name, line, example):
    table = a_table(name)
    prompts = Prompts(table.game, table.players, table.state)
    with pytest.raises(BadInput) as wrong:
        prompts.read(line, table.state)
    assert str(wrong.value).endswith(f"Type this part like {example}.")


def test_screen_command_gives_way_to_player_of_same_name():
    table = a_table("fortune")
    prompts = Prompts(table.game, ["Bot", "Rule"], table.state)
    assert prompts.read("exit", table.state) == Wish(QUIT, "")
    assert prompts.read("?", table.state) == Wish("help", "")
    assert prompts.read("UNDO 3", table.state) == Wish("undo", "3")
    assert prompts.read("bot", table.state) == command("first", player=0)


def test_capital_letters_do_not_matter():
    table = a_table("worms")
    prompts = Prompts(table.game, table.players, table.state)
    for line in ("aunt mary", "run", "pull 3"):
        table.do(prompts.read(line, table.state))
    assert prompts.read("Blue", table.state) == command("worm", colour="blue")


def test_hint_example_names_a_worm_hole():
    table = a_table("worms")
    prompts = Prompts(table.game, table.players, table.state)
    for step in (command("first", player=0), command("run", 0), command("pull", 0, hole=1)):
        table.do(step)
    assert prompts.hint(table.state) == ""  # a player is pulling a worm
    for step in (command("worm", colour="blue"), command("back", 0)):
        table.do(step)
    assert prompts.hint(table.state).endswith("for example “pull 2”")


# Prompts of our tables with a device. For another table, the device's outcomes are enough.
PRESSED = {
    "celebration": {"dice", "outcome"},
    "hideout": {"dice"},
    "wasteland": {"dice"},
    "wasteland_speed": {"dice"},
    "storm": {"dice", "storm"},
    "fortune": {"card"},
    "worms": set(),
}


@pytest.mark.parametrize("name", TABLES)
def test_prompt_asks_for_press_only_for_device_outcomes(name):
    found = {True: set(), False: set()}
    table = a_table(name)
    prompts, whims = Prompts(table.game, table.players, table.state), SeededChance(0, BOTS)
    while len(table.steps) < STEPS_MOST and not table.game.result(table.state):
        due = prompts.due(table.state)
        if due and not table.game.to_act(table.state):
            said = prompts.header(table.state, True)
            found["Press the device, or Enter" in said].add(due.do)
            assert "Enter" in said
        if not table.draw():
            seat = table.game.to_act(table.state)[0]
            table.do(decide(table.game, "plain", table.state, seat, whims))
    gives = set(device_of(table.game).gives)
    assert found[True] == PRESSED.get(name, found[True] & gives)
    assert not found[False] & gives


def test_long_example_appears_only_in_hint():
    table = a_table("wasteland_speed")
    prompts = Prompts(table.game, table.players, table.state)
    assert prompts.header(table.state, False).endswith("Enter draws or rolls here")
    assert len(EXAMPLE.findall(prompts.hint(table.state))[0].split(",")) == 9


def after(game, lines, players=("Ann", "Ben", "Cleo")):
    table = Table(game_of(game), {"roll_off": False} if game != "fortune" else {}, players, 3)
    prompts = Prompts(table.game, table.players, table.state)
    for line in lines:
        table.do(prompts.read(line, table.state))
    return table, prompts


def test_offer_without_name_belongs_to_only_player_who_can_offer():
    """With two players, only the other player can offer Ann a deal, although it is Ann's turn."""
    owns = ["correct owner Orange 1 Ann"]
    offer = "offer Ann give_cash=10 take_deeds=Orange 1"
    table, prompts = after("wasteland", owns, ("Ann", "Ben"))
    assert prompts.read(offer, table.state).seat == 1
    table, prompts = after("wasteland", owns)
    with pytest.raises(BadInput, match=r"Who.*“Ben offer Ann give_cash=10 take_deeds=Orange 1”"):
        prompts.read(offer, table.state)
    assert prompts.read(f"Cleo {offer}", table.state).seat == 2
    # the rules refuse this, because it would be Cleo's command
    assert prompts.read("Cleo roll", table.state).seat == 2


def test_illegal_command_is_refused_with_reason_of_acting_player():
    table, prompts = after("wasteland", [])
    step = prompts.read("build Orange 1", table.state)
    assert (step.seat, table.why_not(step).in_words()) == (0, "You do not have that deed.")


def test_storm_roll_ends_turn_without_end_command():
    lines = ["drop 1", "drop 2", "drop 3", "2 bandages", "move", "roll", "3 brick", "move"]
    table, prompts = after("storm", lines)
    assert prompts.read("4 bomb", table.state).seat is None
    table.do(prompts.read("4 bomb", table.state))
    assert table.state.turn == 2


def test_roll_off_shows_whose_roll_it_is():
    for name in ("wasteland", "storm"):
        table = Table(game_of(name), {}, ("Ann", "Ben", "Cleo"), 3)
        for seat, player in enumerate(table.players):
            prompts = Prompts(table.game, table.players, table.state)
            assert any(f"{player} rolls: the highest" in x for x in prompts.board(table.state))
            assert seat_of(table.state) == seat
            assert table.game.view(table.state)["roller"] == seat
            table.draw()


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("celebration", "SM-32"),
        ("hideout", "STX-17"),
        ("wasteland", "FO-30"),
        ("wasteland_speed", "FO-30"),
    ],
)
def test_immunity_and_loans_are_refused_by_rule_in_each_language(game, rule):
    table = a_table(game)
    prompts = Prompts(table.game, NAMES, table.state)
    lines = {
        "en": ("immunity Cleo", "Ann gives immunity", "Ann loan 50"),
        "de": ("immunität Cleo", "Ann darlehen 50", "immunity"),
        "fr": ("Ann immunité", "prêt 50"),
    }
    for language, typed in lines.items():
        for line in typed:
            with speaking(words_of(language)), pytest.raises(Refusal) as refused:
                prompts.read(line, table.state)
            assert refused.value.rule == rule, line
    with pytest.raises(BadInput) as unknown:
        prompts.read("Ann sings", table.state)
    assert not isinstance(unknown.value, Refusal)
