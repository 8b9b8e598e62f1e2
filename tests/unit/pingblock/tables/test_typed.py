"""Commands as people type them."""

import pytest

from pingblock.errors import BadInput
from pingblock.tables import typed
from pingblock.tables.amend import verbs_of
from pingblock.tables.command import as_dict, command, malformed
from pingblock.tables.games import game_of
from pingblock.tables.registry import TABLES
from pingblock.tables.typed import Vocabulary

NAMES = ("Ann", "Ben", "Ann Mary")  # the longest name that fits is used
PLACES = ("Start", "Brown 1", "Deck", "Brown 2", "Orange 1")


def read(game, line, to_act=(0,), due=()):
    known = Vocabulary(game_of(game).verbs, NAMES, PLACES)
    return typed.read(line, known, to_act, due)


@pytest.mark.parametrize(
    ("game", "line", "to_act", "step"),
    [
        ("fortune", "stop", [1], command("stop", 1)),
        ("fortune", "Roll g2 s1", [0], command("roll", 0, dice="g2 s1")),
        ("fortune", "roll dice=G2", [0], command("roll", 0, dice="G2")),
        ("fortune", "ben stop", [0], command("stop", 1)),
        ("fortune", "ann  mary stop", [0], command("stop", 2)),
        ("fortune", "card Gold", [], command("card", card="gold")),
        ("fortune", "first Ben", [], command("first", player=1)),
        ("fortune", "first 1", [], command("first", player=0)),  # people count from 1
        ("worms", "Ben pull 7", [0, 1], command("pull", 1, hole=7)),
        ("worms", "pull seen=red", [0], command("pull", 0, seen="red")),
        ("worms", "pull red", [0], command("pull", 0, seen="red")),
        ("worms", "pull", [0], command("pull", 0)),
        ("celebration", "outcome coins 4", [], command("outcome", kind="coins", coins=4)),
        ("celebration", "card go_to Orange 1", [0], command("card", 0, effect="go_to", space=4)),
        ("celebration", "card step -2", [0], command("card", 0, effect="step", steps=-2)),
        (
            *("wasteland", "card repairs 40 115", [0]),
            command("card", 0, effect="repairs", house=40, hotel=115),
        ),
        (
            *("wasteland", "card give 40 Ann Mary", [0]),
            command("card", 0, effect="give", amount=40, player=2),
        ),
        (
            *("wasteland", "card pay 50 more", [0]),
            command("card", 0, effect="pay", amount=50, more=True),
        ),
        ("wasteland", "dice 34", [], command("dice", dice=[3, 4])),
        ("wasteland", "dice 3 and 4", [], command("dice", dice=[3, 4])),
        ("storm", "dice bandages 4", [], command("dice", number=4, action="bandages")),
        ("storm", "dice 4 bandages", [], command("dice", number=4, action="bandages")),
    ],
)
def test_typed_line_becomes_command(game, line, to_act, step):
    assert read(game, line, to_act) == step


@pytest.mark.parametrize(
    ("game", "line", "due", "step"),
    [
        ("fortune", "G1D1S1X5", ["dice"], command("dice", dice="G1D1S1X5")),
        ("fortune", "sea2", ["card"], command("card", card="sea2")),
        ("fortune", "Ben", ["first"], command("first", player=1)),
        ("worms", "blue", ["worm"], command("worm", colour="blue")),
        ("wasteland", "3 4", ["dice"], command("dice", dice=[3, 4])),
        ("wasteland", "3, 4", ["dice"], command("dice", dice=[3, 4])),
        ("wasteland", "bid 5", ["dice"], command("bid", 0, amount=5)),
        ("celebration", "5", ["outcome", "dice"], command("dice", dice=[5])),
        ("celebration", "coins 4", ["outcome", "dice"], command("outcome", kind="coins", coins=4)),
        ("celebration", "laugh", ["outcome", "dice"], command("outcome", kind="laugh")),
        ("storm", "5 bandages", ["dice"], command("dice", number=5, action="bandages")),
        ("storm", "Brown 1", ["storm"], command("storm", space=1)),
        ("fortune", "gold", [], command("card", card="gold")),  # the game explains why not
    ],
)
def test_due_command_needs_no_verb(game, line, due, step):
    assert read(game, line, (0,), due) == step


@pytest.mark.parametrize(
    ("line", "to_act", "reason"),
    [
        ("", [0], "Type a command. “help” lists them."),
        ("Ben", [0], "Type a command"),
        ("pul", [0], "no command 'pul'. Did you mean “pull”?"),
        ("pull", [0, 1], "Who? Type the name first, for example “Ann pull”."),
        ("keep red", [0], "too long. Write it like this: keep"),
    ],
)
def test_error_for_wrong_line_shows_how_to_write_it(line, to_act, reason):
    with pytest.raises(BadInput) as wrong:
        read("worms", line, to_act)
    assert reason in str(wrong.value)


@pytest.mark.parametrize("name", TABLES)
def test_every_verb_with_arguments_has_a_valid_example(name):
    verbs = game_of(name).verbs
    for do, verb in verbs.items():
        step = command(do, None if verb.chance else 0, **verb.example)
        assert malformed(verbs, step, 2) is None
        assert bool(verb.example) == bool(verb.args)
        known = Vocabulary(verbs, NAMES, PLACES)
        assert typed.read(typed.written(step, known), known, [0]) == step


@pytest.mark.parametrize("game", ["fortune", "worms", "storm"])
def test_every_legal_command_can_be_typed(game):
    referee = game_of(game)
    state = referee.start({name: o.default for name, o in referee.options.items()}, NAMES)
    known = Vocabulary(referee.verbs, NAMES)
    seen = set()
    for at in range(50):
        legal, seats = referee.legal(state), referee.to_act(state)
        for step in legal:
            assert typed.read(typed.written(step, known), known, seats) == step
            seen.add(step.do)
        state = referee.apply(state, legal[(at + len(seen)) % len(legal)])[0]
    assert len(seen) > 4


def test_deeds_can_be_typed_by_name_or_number():
    line = "offer Ben give_cash=100 take_deeds=Brown 1, brown 2 give_deeds=5"
    deeds = {"take_deeds": [1, 3], "give_deeds": [5]}
    assert read("wasteland", line) == command("offer", 0, to=1, give_cash=100, **deeds)
    assert read("wasteland", "offer Ann Mary 100 take_deeds=Brown 1") == command(
        "offer", 0, to=2, give_cash=100, take_deeds=[1]
    )
    assert read("wasteland", "hand_out Brown 2,brown 1") == command("hand_out", spaces=[3, 1])


def test_players_spaces_and_items_can_be_typed_by_name():
    def fields(line):
        return as_dict(read("storm", line))

    assert fields("shoot ben") == {"do": "shoot", "seat": 0, "target": 1}
    assert fields("shoot ann mary") == {"do": "shoot", "seat": 0, "target": 2}
    assert fields("shoot wall=start") == {"do": "shoot", "seat": 0, "wall": 0}
    assert fields("drop brown 1") == {"do": "drop", "seat": 0, "space": 1}
    assert fields("storm deck") == {"do": "storm", "space": 2}
    assert fields("drop 2") == {"do": "drop", "seat": 0, "space": 2}
    assert fields("use Bow target=Ben")["target"] == 1
    assert fields("use Second arrow target=Ann")["item"] == "Second arrow"
    assert fields("use item=Second arrow gain=3")["item"] == "Second arrow"
    assert fields("chest Ben once=on") == {"do": "chest", "name": "Ben", "once": True}
    assert fields("chest Long bow far") == {"do": "chest", "name": "Long bow", "far": True}


@pytest.mark.parametrize(
    ("game", "line", "likely", "meant"),
    [
        ("wasteland", "Ann pays", ["card"], "“card pay” or “transfer Ann Ben 50”"),
        ("wasteland", "Ann pays", ["pay_fee", "pass"], "“pay_fee” or “transfer Ann Ben 50”"),
        ("wasteland", "Ann pays 50", [], "“transfer Ann Ben 50”"),
        ("hideout", "Ann gets 50", [], "“transfer Ann Ben 50”"),
        ("wasteland", "rolls", [], "“roll”"),
        ("fortune", "rol", [], "“roll”"),
        ("storm", "pays", [], "“pay”"),
        ("celebration", "collects 10", ["card"], "“card collect”"),
    ],
)
def test_unknown_verb_error_suggests_likely_verb(game, line, likely, meant):
    known = Vocabulary(verbs_of(game_of(game)), NAMES, PLACES)
    with pytest.raises(BadInput, match=f"Did you mean {meant}\\?"):
        typed.read(line, known, [0], (), likely)
