"""A table for programs: requests and answers in JSON lines."""

import ast
import json
import re
from pathlib import Path

import pytest
from tests.unit.pingblock.device_on_wire import Wire

from pingblock import tables
from pingblock.connection.device import Device
from pingblock.tables.fortune.referee import FortuneGame
from pingblock.tables.games import game_of
from pingblock.tables.lines import ASKS, LineFace
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table


@pytest.fixture
def face():
    return LineFace(Table(FortuneGame(), {}, ["Ann", "Ben"], seed=5))


def ask(face, **request):
    return json.loads(json.dumps(face.answer(json.dumps(request))))


def test_program_plays_a_turn(face):
    assert face.hello()["players"] == ["Ann", "Ben"]
    assert ask(face, do="first", player=1)["events"][0]["say"] == "Ben begins."
    ask(face, do="card", card="captain")
    told = ask(face, do="dice", dice="g4s3x")
    assert (told["to_act"], told["over"]) == ([1], None)
    assert told["state"]["dice"] == "G4S3X1"
    assert told["state"]["stop_scores"] == 2 * (400 + 200 + 100)
    assert told["state"]["out_chances"]["2"] == "1/36"
    told = ask(face, do="stop", seat=1)
    assert [each["rule"] for each in told["events"]] == ["FT-09"]
    assert told["state"]["scores"] == [0, 1400]


def test_refusal_has_its_rule_and_changes_nothing(face):
    ask(face, do="first", player=0)
    ask(face, do="card", card="gold")
    ask(face, do="dice", dice="G3S4X1")
    before = ask(face, state=True)
    told = ask(face, do="roll", seat=0, dice="G1")
    assert (told["ok"], told["error"]["rule"]) == (False, "FT-06")
    assert (
        ask(face, why_not={"do": "roll", "seat": 0, "dice": "X1G1"})["why_not"]["rule"] == "FT-07"
    )
    assert "needs a verb" in ask(face, why_not={})["why_not"]["say"]
    assert ask(face, why_not={"do": "stop", "seat": 0})["why_not"] is None
    assert {"do": "roll", "seat": 0, "dice": "S4"} in ask(face, legal=True)["legal"]
    assert ask(face, state=True) == before
    assert ask(face, undo=1)["state"]["rolling"] == 8


def test_bots_and_virtual_dice_play_to_the_end(face):
    for _ in range(5000):
        told = face.answer('{"draw": true}')
        if not told["ok"]:
            told = face.answer('{"bot": "plain"}')
        if told["over"]:
            break
    [winner] = told["over"]["winners"]
    assert told["over"]["scores"][winner] >= 8000
    assert told["events"][-1]["kind"] == "won"
    assert ask(face, legal=True)["legal"] == []
    assert ask(face, do="stop", seat=0)["error"]["say"] == "The game is over."


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "It is not JSON: Expecting property name"),
        ("[" * 200_000, "This JSON cannot be read: it is nested too deep."),
        ("9" * 100_000, "It is not JSON: a number has thousands of digits."),
        ("[1]", "A request must be a JSON object, not [1]"),
        ("{}", "A request must be a command"),
        ('{"fly": 1}', "A request must be a command"),
        ('{"draw": 1, "undo": 1}', "A request must be a command"),
        ('{"undo": "one"}', "a number of steps"),
        ('{"undo": 1}', "You can take back only 0 steps"),
        ('{"bot": ["plain"]}', "There is no bot"),
        ('{"bot": "plain"}', "No player can act now"),
        ('{"why_not": 1}', "'why_not' is 1: it must be a command"),
        ('{"do": {"a": 1}}', "needs a verb"),
        ('{"do": "dice", "dice": NaN}', "dice must be letters of faces"),
    ],
)
def test_invalid_request_gets_an_answer(face, line, reason):
    told = face.answer(line)
    assert not told["ok"]
    assert reason in told["error"]["say"]
    assert face.hello()["steps"] == 0


def test_every_request_has_an_example(face):
    for name, say in ASKS.items():
        example = json.loads(say[say.index("{") :])
        assert list(example) == [name]
    assert set(ask(face, verbs=True)["verbs"]) == {
        "roll",
        "stop",
        "place",
        "first",
        "card",
        "dice",
        *("join", "leave", "correct"),
    }


def test_device_rolls_for_program_and_gets_calls():
    wire = Wire(call=lambda request: {"playing": True})
    device = Device(wire, clock=wire.clock).open()
    face = LineFace(Table(FortuneGame(), {}, ["Ann", "Ben"], seed=5), device)
    ask(face, do="first", player=1)
    wire.tells({"event": "outcome", "outcome": "card", "card": "gold", "draw": 1})
    told = ask(face, device=2)
    assert told["step"] == {"do": "card", "card": "gold"}
    wire.tells({"event": "outcome", "outcome": "card", "card": "gold", "draw": 2})
    refused = ask(face, device=2)["error"]
    assert (refused["code"], refused["rule"]) == ("refused", "FT-05")
    waited = ask(face, device=0.4)
    assert (waited["ok"], "step" in waited) == (True, False)
    assert [each["player"] for each in wire.asked if each["do"] == "call"] == [2]
    for wrong in (0, -1, "long", True, 4000):
        assert "give seconds, up to" in ask(face, device=wrong)["error"]["say"]
    wire.replies["dice"] = {}
    ask(LineFace(Table(game_of("wasteland"), {}, ["Ann", "Ben"]), device), device=0.2)
    assert wire.asked[-1]["do"] == "dice"  # how to judge the next roll


def test_device_request_without_device_is_refused(face):
    assert "There is no device at this table" in ask(face, device=1)["error"]["say"]


def told_kinds(text):
    """Returns the kinds of events that a source contains, and those for which it has sentences."""
    told, said = set(), set()
    for node in ast.walk(ast.parse(text)):
        function = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if function.endswith((".tell", ".tell_at", "TableEvent")) and node.args:
            told |= {each.value for each in ast.walk(node.args[0]) if hasattr(each, "value")}
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("SENTENCES"):
            said |= {key.value for key in node.value.keys}
    return {kind for kind in told if isinstance(kind, str)}, said


@pytest.mark.parametrize("name", TABLES)
def test_event_kinds_are_plain_words_with_sentences(name):
    """They name what happened, such as "deed_auctioned", and not the verb."""
    folder = Path(tables.__file__).parent / TABLES[name].folder
    found = [told_kinds(path.read_text("utf-8")) for path in folder.rglob("*.py")]
    told, said = (set().union(*kinds) for kinds in zip(*found, strict=True))
    assert "won" in told <= said
    assert [kind for kind in said if not re.fullmatch("[a-z]+(_[a-z]+)*", kind)] == []
    assert not said & set(game_of(name).verbs)


def test_event_kinds_are_found_in_source():
    source = """A_SENTENCES = {"sold": N_("Sold.")}; draft.tell("is put up", "auction", seat)"""
    assert told_kinds(source) == ({"is put up"}, {"sold"})
