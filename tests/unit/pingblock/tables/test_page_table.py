"""The table in the page's form: requests and answers, and the zip that the browser runs."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.unit.pingblock.tables.at_table import log_text
from tests.unit.pingblock.tables.test_tables_in_languages import ENGLISH

from pingblock.languages.catalogues import words_of
from pingblock.make_page.page import page_dir
from pingblock.make_page.page_tables import modules, referees
from pingblock.tables.boards import shipped_text
from pingblock.tables.games import game_of
from pingblock.tables.language import table_words
from pingblock.tables.page_table import PageTable
from pingblock.tables.registry import TABLES

PLAYERS = ["Ann", "Ben", "Robo"]


class Page:
    """A page: its requests, and its copy of the log."""

    def __init__(self) -> None:
        self.table = PageTable()
        self.log: list[Any] = []

    def ask(self, **request: Any) -> dict[str, Any]:
        answer = self.table.answer(json.dumps(request))
        self.log = answer["log"] if "log" in answer else self.log + answer.get("kept", [])
        return answer

    def begin(self, game: str, **wanted: Any) -> dict[str, Any]:
        return self.ask(open={"game": game, "players": PLAYERS, "seed": 5, **wanted})


@pytest.fixture
def page() -> Page:
    return Page()


def test_bots_play_to_end_and_saved_log_can_be_resumed(page: Page) -> None:
    page.begin("fortune", bots=dict.fromkeys(PLAYERS, "plain"), options={"finish": "2000"})
    middle = page.ask(run=20)
    assert middle["runs"]
    text = log_text(page.log)
    end = page.ask(run=1000)
    assert not end["runs"]
    other = Page()
    loaded = other.ask(load=text)
    assert loaded["state"] == middle["state"]
    assert loaded["events"]
    assert other.ask(run=1000)["over"] == end["over"]
    assert [each for each in other.log if "do" in each] == [
        each for each in page.log if "do" in each
    ]


def test_bots_stop_when_a_person_must_act(page: Page) -> None:
    page.begin("fortune", bots={"Ben": "plain"})
    first = page.ask(do="first", player=1)
    assert first["runs"]  # Ben's card
    stopped = page.ask(run=1000)
    assert (stopped["runs"], stopped["turn"]) == (False, 2)
    assert stopped["due"]["do"] == "card"
    assert page.ask(line="rule FT-02")["wish"] == ["rule", "FT-02"]  # for the page itself


@pytest.mark.parametrize("game", TABLES)
def test_page_draws_exactly_what_is_due(page: Page, game: str) -> None:
    """A button that names the due outcome sends a draw. Only people close an auction."""
    shown, random, drawn = page.begin(game), Random(2), 0
    for _step in range(250):
        if shown["over"]:
            break
        answer = page.ask(draw=True)
        assert answer["ok"] == bool(shown["due"]), (shown["due"], answer)
        drawn += answer["ok"]
        if not answer["ok"]:
            quick = [step for form in shown["forms"] for step, _words in form["quick"]]
            step = random.choice([step for step, _words in shown["offered"]] + quick)
            answer = page.ask(**step)
            assert answer["ok"], (step, answer)
        shown = answer
    assert drawn


def test_step_back_undoes_later_bot_steps_too(page: Page) -> None:
    page.begin("fortune", bots={"Robo": "plain", "Ann": "plain"})
    page.ask(do="first", player=1)
    page.ask(do="card", card="gold")
    mine = page.ask(do="dice", dice="G4D4")
    turn = page.ask(line="stop")
    bots = page.ask(run=1000)
    assert bots["turn"] == 1
    assert bots["steps"] > 5
    back = page.ask(back=True)
    assert (back["state"], back["steps"]) == (mine["state"], 3)
    assert back["offered"] == mine["offered"]
    assert back["gone"] == len(turn["events"]) + len(bots["events"])


def test_request_based_on_outdated_step_does_nothing(page: Page) -> None:
    """Two people tap together, or two pages let the same bots play. Only one step is made."""
    page.begin("fortune", bots={"Ben": "plain"})
    begun = page.ask(do="first", player=1, after=0)
    late = page.ask(do="first", player=0, after=0)
    assert late["error"]["code"] == "refused"
    assert "changed since" in late["error"]["say"]
    played = page.ask(run=1, after=begun["steps"])
    assert page.ask(run=1, after=begun["steps"]) == {"ok": True}
    assert page.ask(state=True)["steps"] == played["steps"] == 2


def test_board_without_figures_plays_with_default_or_typed_figures(page: Page) -> None:
    wanted: dict[str, Any] = {"game": "celebration", "players": PLAYERS}
    assert page.ask(open=wanted)["state"]["spaces"][1]["price"] == 2
    found = page.ask(figures={"game": "celebration"})
    assert found["lacks"][0] == {"space": 1, "name": "Brown 1", "set": "brown", "key": "price"}
    # with utilities and taxes
    assert len(found["lacks"]) == len(found["ours"]) == 16 * 6 + 2 * 3 + 2
    typed = page.ask(figures={"game": "celebration", "typed": {"1.price": "7"}})
    begun = page.ask(open={**wanted, "options": {"board": typed["board_file"]}})
    prices = [begun["state"]["spaces"][space]["price"] for space in (1, 3)]
    assert prices == [7, 2]
    assert page.ask(figures={"game": "wasteland_speed"})["lacks"] == []


@pytest.mark.parametrize("game", ["celebration", "hideout", "wasteland", "wasteland_speed"])
def test_spaces_can_have_typed_names(page: Page, game: str) -> None:
    names = dict(page.ask(figures={"game": game})["names"])
    space = next(at for at, name in names.items() if name == "Pink 1")
    typed = page.ask(figures={"game": game, "typed": {f"{space}.name": 'Au "Ö" {0}'}})
    options = {"board": typed["board_file"], "roll_off": "off"}
    begun = page.ask(open={"game": game, "players": PLAYERS, "options": options})
    assert begun["state"]["spaces"][space]["name"] == 'Au "Ö" {0}'
    others = {at: begun["state"]["spaces"][at]["name"] for at in names if at != space}
    assert others == {at: name for at, name in names.items() if at != space}


def test_games_with_default_figures_end(page: Page) -> None:
    for seed in range(1, 6):
        bots = dict.fromkeys(PLAYERS, "plain")
        wanted = {"game": "celebration", "players": PLAYERS, "bots": bots, "seed": seed}
        assert page.ask(open=wanted)["runs"]
        assert page.ask(run=1000)["over"]


# A command for a terminal, in a visible text.
_COMMAND = re.compile(r"\bpingblock (?!reads|knows)[a-z]|(?<!\w)--\w")
# The second argument of an error, which only the command line prints, and help of settings.
OF_TERMINAL = {
    "pingblock.tables.lines": 1,
    "pingblock.tables.property.game": 2,
    "pingblock.tables.rule_texts": 1,
    "pingware.games.worms.options": 1,
    "pingware.shared.device_options": 1,
}


def test_referee_sentences_on_page_name_no_terminal_commands(page: Page) -> None:
    named: dict[str, int] = {}
    for name, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)]
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
        documented = [each for each in ast.walk(tree) if isinstance(each, kinds)]
        docs = {ast.get_docstring(each, clean=False) for each in documented}
        said = [text for text in texts if isinstance(text, str) and text not in docs]
        if found := [text for text in said if _COMMAND.search(text)]:
            named[name] = len(found)
    assert named == OF_TERMINAL
    page.begin("worms")
    empty = {"game": "celebration", "players": PLAYERS}
    empty |= {"options": {"board": shipped_text("celebration")}}
    for request in ({"rule": "XX-99"}, {"device": True}, {"open": empty}, {"line": "rule XX-99"}):
        answer = page.ask(**request)
        assert not _COMMAND.search(json.dumps(answer)), answer


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("1.price", "much", 'Brown 1: price is "much", but must be an integer from 1'),
        ("1.rent", "6,5,4,3,2,1", "six amounts that never fall"),
        ("0.price", "7", "no missing figure '0.price'"),
        ("99.price", "7", "no missing figure '99.price'"),
    ],
)
def test_wrong_figure_is_named_with_reason(page: Page, place: str, value: str, says: str) -> None:
    answer = page.ask(figures={"game": "celebration", "typed": {place: value}})
    assert says in answer["error"]["say"]


def _board(text: str) -> dict[str, Any]:
    return {"open": {"game": "hideout", "players": PLAYERS, "options": {"board": text}}}


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"open": {"game": "wastelnd", "players": PLAYERS}}, "did you mean wasteland"),
        ({"open": {"game": "worms", "players": ["Ann"]}}, "needs 2 to 4 players. You named 1"),
        ({"open": {"game": "worms", "players": ["Ann", "ann"]}}, "same name"),
        ({"open": {"game": "fortune", "players": PLAYERS, "options": {"finish": "7"}}}, "finish"),
        (
            {"open": {"game": "worms", "players": PLAYERS, "options": 5}},
            "'options' must be an object",
        ),
        ({"open": {"game": "worms", "players": 5}}, "'players' must be a list"),
        ({"open": {"game": "fortune", "players": PLAYERS, "seed": "x"}}, "not 'x'"),
        (_board("@/etc/passwd"), "not its name"),
        ({"open": {"game": "worms", "players": PLAYERS, "bots": {"Cleo": "plain"}}}, "Cleo"),
        ({"load": "nothing"}, "This log is not the log of a game"),
        ({"line": "rol"}, "Did you mean “roll”"),
        ({"line": "roll G2"}, "First draw the player who begins"),
        ({"line": "card golt"}, "Such as “card gold”."),
        ({"undo": 1}, "0 steps"),
        ({"run": 0}, "number of steps"),
        ({"seat": [9, "plain"]}, "no such seat"),
        ({"rule": "XX-1"}, "no rule"),
        ({"what": 1}, "A request must be"),
        ([1], "a JSON object, not [1]"),
        pytest.param("[" * 200_000, "nested too deep", id="deep"),
    ],
)
def test_wrong_request_is_refused_with_reason_and_changes_nothing(
    page: Page, request_: Any, says: str
) -> None:
    page.begin("fortune")
    before = page.ask(state=True)
    line = request_ if isinstance(request_, str) else json.dumps(request_)
    answer = page.table.answer(line)
    assert not answer["ok"]
    assert says in answer["error"]["say"]
    assert page.ask(state=True) == before


def test_device_rolls_for_page_and_gets_calls(page: Page) -> None:
    page.begin("wasteland", options={"roll_off": "off"})
    rolls = page.ask(do="roll", seat=0)
    assert rolls["calls"][-1]["do"] == "dice"  # how to judge the next roll
    heard = page.ask(heard={"event": "outcome", "outcome": "roll", "dice": [1, 2], "draw": 1})
    assert heard["step"] == {"do": "dice", "dice": [1, 2]}
    assert heard["state"]["players"][0]["place"] == 3
    bought = page.ask(do="buy", seat=0)
    [judge, *called] = bought["calls"]
    assert called == [{"do": "call", "name": "turn", "player": 2}]
    assert page.ask(sit=True)["calls"] == [judge]  # the request comes again, but the calls do not
    nothing = page.ask(heard={"event": "hello"})
    assert "step" not in nothing
    assert nothing["state"] == bought["state"]


# A call names the player, so these events need no other call.
OF_TURNS = {"turn_begun", "first_chosen"}


@pytest.mark.parametrize("game", TABLES)
def test_page_learns_which_events_a_device_calls_itself(page: Page, game: str) -> None:
    """In a whole game of bots, the device makes calls for exactly these events."""
    players = PLAYERS[:2]
    opened = page.begin(game, players=players, bots=dict.fromkeys(players, "random"))
    itself = set(opened["device"]["calls"])
    found: set[str] = set()
    turn = opened["turn"]
    while (step := page.ask(run=1))["runs"]:
        names = {each["name"] for each in step["calls"] if each["do"] == "call"}
        mine = {each["kind"] for each in step["events"]} & itself
        changed = step["turn"] not in (None, turn)
        assert bool(names) == bool(mine - OF_TURNS or changed), step
        turn = step["turn"]
        found |= mine
    assert "won" in {each["kind"] for each in step["events"]} & itself
    assert found or not itself - OF_TURNS - {"won"}


def test_zip_for_page_needs_only_standard_library(tmp_path: Path) -> None:
    """Each game opens and is played a while, by a Python without other packages."""
    zipfile.ZipFile(io.BytesIO(referees())).extractall(tmp_path)
    script = f"""
import sys, json
sys.path.insert(0, {str(tmp_path)!r})
from pingblock.tables.page_table import PageTable
from pingblock.tables.registry import TABLES
for about in PageTable().answer('{{"games": 1}}')["games"]:
    table, players = PageTable(), ["Ann", "Ben", "Cleo"]
    bots = dict.fromkeys(players, "plain")
    wanted = {{"game": about["name"], "players": players, "bots": bots, "seed": 5}}
    opened = table.answer(json.dumps({{"open": wanted}}))
    played = table.answer('{{"run": 20}}') if opened["ok"] else opened
    print(about["name"], played["ok"], played.get("steps", played))
    table.answer('{{"help": true}}')
"""
    bare = (sys.executable, "-I", "-S", "-c", script)
    said = subprocess.run(bare, capture_output=True, text=True, check=True).stdout.splitlines()
    for name, line in zip(TABLES, said, strict=True):
        assert line.startswith(f"{name} True "), line
        assert 5 < int(line.rsplit(" ", 1)[1]) <= 20
    assert len(said) >= 7
    assert not {
        name for name in modules() if name.startswith(("pingblock.connection", "pingblock.cli"))
    }


@pytest.mark.parametrize("in_a_browser", [True, False])
def test_game_uses_language_of_page_that_opened_it(page: Page, in_a_browser: bool) -> None:
    if not in_a_browser:
        page.table = PageTable(table_words)
    else:
        assert page.ask(words={"language": "de"})["error"]["code"] == "bad_input"
        words = words_of("de")
        given = {"language": "de", "texts": words.texts, "plurals": words.plurals}
        assert page.ask(words=given) == {"ok": True}
    wanted = {"game": "fortune", "players": PLAYERS, "seed": 5}
    opened = page.ask(open=wanted, language="de")
    assert opened["language"] == "de"
    assert opened["offered"][0] == [{"do": "first", "player": 0}, "Ann beginnt"]
    assert page.ask(do="first", player=1)["events"][0]["say"] == "Ben beginnt."
    assert (
        page.ask(do="stop", seat=1)["error"]["say"]
        == "Zieh zuerst eine Karte: Jeder Zug beginnt mit einer."
    )
    assert page.ask(rule="FT-02")["rule"]["say"] == "Die meisten Punkte gewinnen."
    german = page.ask(games=True, language="de")["games"][0]
    assert (
        german["options"][1]["help"]
        == "Die Würfel entscheiden, wer beginnt. Sonst beginnt der erste Spieler."
    )
    log = page.ask(log=True)["log"]
    english = page.ask(load=log_text(log))
    assert english["events"][0]["say"] == "Ben begins."
    assert english["log"] == log
    unknown = page.ask(open={**wanted, "bots": {"Ann": "x"}}, language="de")
    assert unknown["error"]["say"] == "Es gibt keinen Bot „x“."
    bots = dict.fromkeys(PLAYERS, "plain")
    page.ask(open={**wanted, "bots": bots, "options": {"finish": "1000"}}, language="de")
    over = page.ask(run=1000)["over"]
    assert over["reason"].endswith("der letzten Runde. 1000 wurden erreicht.")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_set_up_offers_translated_option_values(language: str) -> None:
    page = Page()
    page.table = PageTable(words_of)
    for game in page.ask(games=True, language=language)["games"]:
        for option in game["options"]:
            figures = {value for value, _words in option["choices"] if value.isdecimal()}
            offered = dict([*option["choices"], *option["things"]])
            assert not [v for v, words in offered.items() if v == words and v not in figures]
            assert not [words for words in offered.values() if ENGLISH.search(words)]


def test_page_has_words_for_each_drawn_verb_and_menu() -> None:
    """This includes each outcome and verb with several ways. Otherwise the English verb shows."""
    script = (page_dir() / "tables" / "moves.js").read_text("utf-8")
    [chance] = re.findall(r"const CHANCE = {(.*?)};", script, re.DOTALL)
    verbs = {do: verb for name in TABLES for do, verb in game_of(name).verbs.items()}
    drawn = {do for do, verb in verbs.items() if verb.chance} - {"sold"}  # people close an auction
    assert set(re.findall(r"(\w+): _\(", chance)) == drawn
    assert all(verb.menu for verb in verbs.values() if verb.args)
    last = re.findall(r'"(\w+)"', re.search(r"LAST = new Set\((.*?)\)", script, re.DOTALL)[1])
    assert set(last) < verbs.keys()


@pytest.mark.parametrize("name", TABLES)
def test_answer_has_the_words_of_each_language(name: str) -> None:
    english, german = PageTable(table_words), PageTable(table_words)
    wanted = {
        "game": name,
        "players": PLAYERS,
        "bots": dict.fromkeys(PLAYERS, "random"),
        "seed": 5,
    }
    requests = [{"open": wanted}, *[{"run": 1}] * 60, {"undo": 1}, {"run": 40}]
    for request in requests:
        answer = english.answer(json.dumps(request), language="en")
        own = german.answer(json.dumps(request), language="de")
        assert answer != own
        assert english.said_in("de", answer) == own
    assert english.whole("de") == german.whole("de")
