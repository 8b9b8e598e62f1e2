"""Commands as people type them."""

import pytest

from pingblock.errors import BadInput
from pingblock.tables.command import as_dict, command
from pingblock.tables.games import game_of
from pingblock.tables.screen import typed

NAMES = ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("game", "line", "to_act", "step"),
    [
        ("fortune", "stop", [1], command("stop", 1)),
        ("fortune", "Roll g2 s1", [0], command("roll", 0, dice="g2 s1")),
        ("fortune", "roll dice=G2", [0], command("roll", 0, dice="G2")),
        ("fortune", "ben stop", [0], command("stop", 1)),
        ("fortune", "card gold", [], command("card", card="gold")),
        ("fortune", "first Ben", [], command("first", player=1)),
        ("worms", "Ben pull 7", [0, 1], command("pull", 1, hole=7)),
        ("worms", "pull seen=red", [0], command("pull", 0, seen="red")),
        ("worms", "pull", [0], command("pull", 0)),
    ],
)
def test_a_line_is_read(game, line, to_act, step):
    assert typed.read(line, game_of(game).verbs, NAMES, to_act) == step


@pytest.mark.parametrize(
    ("line", "to_act", "reason"),
    [
        ("", [0], "Type a command: run, pull"),
        ("Ben", [0], "Type a command"),
        ("pul", [0], "no command 'pul': did you mean pull?"),
        ("pull", [0, 1], "Who? Type the name first, such as Ann pull."),
        ("pull 1 red blue", [0], "too much; it is written: pull [HOLE] [SEEN]"),
        ("keep red", [0], "too much; it is written: keep"),
    ],
)
def test_a_wrong_line_says_how_it_is_written(line, to_act, reason):
    with pytest.raises(BadInput) as wrong:
        typed.read(line, game_of("worms").verbs, NAMES, to_act)
    assert reason in str(wrong.value)


@pytest.mark.parametrize("game", ["fortune", "worms", "storm"])
def test_every_legal_command_may_be_typed(game):
    referee = game_of(game)
    state = referee.start({name: o.default for name, o in referee.options.items()}, NAMES)
    seen = set()
    for at in range(80):
        legal, seats = referee.legal(state), referee.to_act(state)
        for step in legal:
            assert (
                typed.read(typed.written(step, referee.verbs), referee.verbs, NAMES, seats) == step
            )
            seen.add(step.do)
        state = referee.apply(state, legal[(at + len(seen)) % len(legal)])[0]
    assert len(seen) > 4


@pytest.mark.parametrize(
    ("line", "do", "game", "whole"),
    [
        ("3 4", "dice", "wasteland", "dice 3,4"),
        ("34", "dice", "wasteland", "dice 3,4"),
        ("3, 4", "dice", "wasteland", "dice 3,4"),
        ("5", "dice", "celebration", "dice 5"),
        ("5 bandages", "dice", "storm", "dice 5 bandages"),
        ("bid 5", "dice", "wasteland", "bid 5"),
        ("5", "dice", "worms", "5"),  # which has no such command
    ],
)
def test_a_line_that_begins_with_a_number_is_what_the_dice_show(line, do, game, whole):
    assert typed.completed(line, do, game_of(game).verbs) == whole


def test_deeds_of_a_deal_have_names():
    verbs = game_of("wasteland").verbs
    line = "offer Ben give_cash=100 take_deeds=Brown 1, brown 2 give_deeds=5"
    step = typed.read(line, verbs, NAMES, [0], ["Start", "Brown 1", "Deck", "Brown 2"])
    deeds = {"take_deeds": [1, 3], "give_deeds": [5]}
    assert step == command("offer", 0, to=1, give_cash=100, **deeds)
    assert typed.read(
        "hand_out Brown 2,brown 1", verbs, NAMES, [], ["", "Brown 1", "Brown 2"]
    ) == (command("hand_out", spaces=[2, 1]))


def test_players_and_spaces_have_names():
    game = game_of("storm")
    places = ["Start", "Amber 1", "Chest 2"]

    def read(line):
        return as_dict(typed.read(line, game.verbs, ["Ann", "Ben"], [0], places))

    assert read("shoot ben") == {"do": "shoot", "seat": 0, "target": 1}
    assert read("shoot wall=start") == {"do": "shoot", "seat": 0, "wall": 0}
    assert read("drop amber 1") == {"do": "drop", "seat": 0, "space": 1}
    assert read("storm chest 2") == {"do": "storm", "space": 2}
    assert read("drop 2") == {"do": "drop", "seat": 0, "space": 2}
    assert read("use Bow target=Ben")["target"] == 1
    assert read("use Second arrow target=Ann")["item"] == "Second arrow"
    assert read("use item=Second arrow gain=3")["item"] == "Second arrow"
    assert read("chest Ben once=on") == {"do": "chest", "name": "Ben", "once": True}
