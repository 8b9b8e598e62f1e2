"""``pingblock table``: scores, risks, and tables for programs."""

import io
import json
from types import SimpleNamespace

import pytest
from tests.unit.pingblock.tables.property.filled import filled_board

from pingblock.cards.strings import card_in
from pingblock.tables.screen.face import TableFace

GOLD = ("table", "score", "--card", "gold", "--dice", "G3S4X1")


def test_score_prints_its_arithmetic_ft_t05_t22_c12(told, call):
    found = told(*GOLD)
    assert found["points"] == 800
    assert [line["points"] for line in found["arithmetic"]] == [400, 200, 200]
    lines = [line.split()[-2:] for line in call(*GOLD)[1].splitlines()]
    assert lines[1:4] == [["400", "FT-C06"], ["200", "FT-10"], ["200", "FT-10"]]
    assert lines[-1][-1] == "800"
    found = told("table", "score", "--card", "chest", "--dice", "X3G5", "--on-card", "G4")
    assert (found["points"], found["disqualified"]) == (600, True)
    words = ("table", "score", "--card", "zombie", "--dice", "S4X4")
    assert (told(*words)["points"], told(*words)["opponents_share"]) == (0, 1200)
    assert "divide 1200 points" in call(*words)[1]


@pytest.mark.parametrize(
    ("card", "dice", "on_card", "reason"),
    [
        ("golt", "G8", "", "There is no card 'golt': use one of none, gold"),
        ("gold", "G7", "", "'G7' has 7 dice instead of 8"),
        ("gold", "G9", "", "'G9' are no dice"),
        ("gold", "", "", "'' has 0 dice"),
        ("gold", "G8", "G1", "only the card 'chest' holds dice"),
        ("chest", "G7X1", "X1", "FT-A-09"),
        ("chest", "G7X1", "G8", "the dice 'G8' are not among 'G7X1'"),
    ],
)
def test_impossible_dice_on_the_chest_are_refused(refused, card, dice, on_card, reason):
    for verb in ("score", "risk"):
        refused(reason, "table", verb, "--card", card, "--dice", dice, "--on-card", on_card)


@pytest.fixture
def risks(told):
    """Asks for the risks of dice. Returns the chance to be out by the dice that are rolled."""

    def asked(card, dice, *more):
        found = told("table", "risk", "--card", card, "--dice", dice, *more)["choices"]
        return {each["dice"]: each["out"] for each in found}

    return asked


def test_risk_of_each_choice_is_exact_ft_t38(risks, call, refused):
    found = risks("gold", "G3S3X2")
    assert found["G1S1"] == "11/36"
    assert len(found) == 4 * 4 - 3  # any of three coins and three swords, at least two
    out = call("table", "risk", "--card", "gold", "--dice", "G3S3X2")[1]
    assert out.splitlines()[:2] == ["out with 30.56% (11/36):", "  S2, G1S1, G2"]
    refused("the turn is over (FT-08)", "table", "risk", "--card", "skull2", "--dice", "G7X1")


def test_cards_change_the_risks(risks):
    assert risks("none", "G6X2") == risks("diamond", "G6X2")
    assert risks("none", "G6X2")["G2"] == "11/36"
    saved, lost = risks("sorceress", "G3S3X2"), risks("sorceress", "G3S3X2", "--spell-used")
    assert lost["G2"] == "11/36"
    assert saved["G2"] == "73/648"  # 11/36 - 10/36 * 25/36
    assert ("G1X1" in saved, "G1X1" in lost) == (True, False), "a used spell does not help"


@pytest.fixture
def table(call, monkeypatch):
    """Asks a table of fortune. Returns the exit code, the answers and stderr."""

    def run(*requests, options=(), game="fortune"):
        data = "".join(f"{each}\n" for each in requests).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        code, out, err = call("table", game, "--json", *options)
        return code, [json.loads(line) for line in out.splitlines()], err

    return run


def test_game_is_kept_and_continues(table, tmp_path):
    log = tmp_path / "game.jsonl"
    new = ("--log", log, "--players", "Ann, Ben,Cleo", "--option", "finish=5000", "--seed", 3)
    code, answers, _ = table('{"draw": 1}', '{"draw": 1}', "\xff", options=new)
    assert code == 0
    assert answers[0]["players"] == ["Ann", "Ben", "Cleo"]
    assert answers[0]["options"]["finish"] == 5000
    assert [each.get("ok") for each in answers] == [None, True, True, False]
    with log.open("ab") as file:
        file.write(b'{"do": "di')
    code, again, err = table('{"state": 1}', options=("--log", log))
    assert code == 0
    assert again[0]["steps"] == 2
    assert again[0]["state"] == answers[2]["state"]
    assert "line 4, was dropped: 10 bytes without an end" in err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--players", "Ann"), "needs 2 to 5 players. You named 1"),
        (("--option", "finish=soon"), 'finish is "soon": it must be an integer'),
        (("--option", "sea_bonus=500"), "sea_bonus is "),
        (("--option", "finnish=1"), "There is no option 'finnish'"),
        (("--option", "finish"), "'finish' is not NAME=VALUE"),
        (("--log", "/no/such/place/log"), "cannot be written"),
        (("--bot", "Ann=plain"), "--bot works only on the screen"),
        *((("--language", each), f"no language '{each}'") for each in ("klingon", "all", "")),
    ],
)
def test_wrong_table_options_are_refused(table, options, reason):
    code, [answer], _ = table(options=options)
    assert (code, answer["error"]["code"]) == (2, "bad_input")
    assert reason in answer["error"]["say"]


def test_log_keeps_its_own_players_and_game(table, tmp_path):
    log = ("--log", tmp_path / "log")
    table(options=log)
    for own in (("--players", "Ann,Ben"), ("--seed", 0)):
        code, [answer], _ = table(options=(*log, *own))
        assert (code, "has its own players" in answer["error"]["say"]) == (2, True)
    code, [answer], _ = table(options=log, game="worms")
    says = "holds a game of fortune, not of worms"
    assert (code, says in answer["error"]["say"]) == (2, True)


def test_worms_table_knows_the_odds_ww_t01(table):
    _, answers, _ = table('{"do": "first", "player": 1}', '{"do": "run", "seat": 1}', game="worms")
    assert [each["match"] for each in answers[-1]["state"]["players"]] == ["1/4", "1/4"]
    assert answers[-1]["events"][0]["rule"] == "WW-09"


def test_storm_begins_with_the_die_fn_07(table, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de")  # the answers for a program are in English
    requests = ('{"do": "drop", "seat": 0, "space": 3}', '{"draw": true}')
    _, answers, _ = table(*requests, game="storm")
    refused = {
        "code": "refused",
        "rule": "FN-07",
        "say": "You can drop in only before the first turn.",
    }
    assert answers[1]["error"] == refused
    assert answers[2]["step"]["do"] == "dice"
    assert [each["hp"] for each in answers[0]["state"]["players"]] == [15, 15]


@pytest.fixture
def terminal(monkeypatch):
    """Makes the command behave as for a person at a terminal."""
    stream = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("pingblock.cli.tables.sys", SimpleNamespace(stdin=stream, stdout=stream))


def test_table_without_json_opens_at_a_terminal(call, monkeypatch, terminal, tmp_path):
    shown = []
    monkeypatch.setattr(TableFace, "run", lambda face: shown.append(face))
    words = ("table", "worms", "--players", "Ann,Ben", "--bot", "ben=plain")
    code, out, err = call(*words, "--log", tmp_path / "log")
    assert (code, out, "continues it" in err) == (0, "", True)
    assert [face._table.bots for face in shown] == [{1: "plain"}]
    assert (tmp_path / "log").exists()


@pytest.mark.parametrize("word", ["Cleo=plain", "Ben=clever", "Ben"])
def test_wrong_bot_is_refused_before_a_log_begins(refused, terminal, tmp_path, word):
    log = tmp_path / "log"
    says = f"'{word}' is not PLAYER=BOT. Choose from players Ann, Ben; bots random, plain"
    refused(says, "table", "fortune", "--bot", word, "--log", log)
    assert not log.exists()


def test_missing_terminal_language_or_port_is_named(call, table):
    code, _, err = call("table", "fortune")
    assert (code, "needs a terminal. Programs use --json" in err) == (1, True)
    code, _, err = table(options=("-l", "es"))
    says = "pingblock: In 'es' there are the block's own words; the table speaks English.\n"
    assert (code, err) == (0, says)
    code, [answer], _ = table(options=("--port", "/dev/none"))
    assert (code, answer["error"]["code"]) == (1, "no_device")


@pytest.mark.parametrize(
    ("language", "note"), [("pt-BR", "(SM-A-10)"), ("pl", "(SM-A-06)"), ("en", ""), ("fi", "")]
)
def test_differing_booklet_is_named_with_its_language(table, tmp_path, language, note):
    board = tmp_path / "my.toml"
    board.write_text(filled_board())
    options = ("-l", language, "--option", f"board=@{board}", "--option", "roll_off=off")
    asked = ('{"dice": 1}', '{"do": "dice", "dice": [2]}')
    code, answers, err = table(*asked, options=options, game="celebration")
    assert code == 0
    assert note in err
    assert bool(err) == (language != "en")
    press = card_in(language).press
    assert answers[-1]["events"][-1]["say"] == f"Ann: {press}"


def test_again_opens_a_new_game_with_the_same_players(call, monkeypatch, terminal, tmp_path):
    shown = []

    def run(face):
        shown.append(face._table)
        face.again = len(shown) < 3

    monkeypatch.setattr(TableFace, "run", run)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert call("table", "fortune", "--players", "Ann,Ben,Cleo", "--bot", "Ben=plain")[0] == 0
    assert [table.players for table in shown] == [("Ann", "Ben", "Cleo")] * 3
    assert [table.bots for table in shown] == [{1: "plain"}] * 3
    assert len({table.seed for table in shown}) == 3


def test_game_can_begin_from_a_paper_game(call, monkeypatch, tmp_path):
    paper, log = tmp_path / "paper.txt", tmp_path / "game.jsonl"
    paper.write_text("# our game\ncorrect cash Ben 900\ncorrect turn Ben\n")
    monkeypatch.setattr("sys.stdin", None)
    words = ("table", "wasteland", "--json", "--from", str(paper), "--log", str(log))
    code, out, _err = call(*words)
    hello = json.loads(out)
    assert code == 0
    assert (hello["steps"], hello["state"]["turn"]) == (2, 1)
    assert hello["state"]["players"][1]["cash"] == 900
    assert len(log.read_text().splitlines()) == 3
    code, out, _err = call(*words)
    assert code == 2
    assert "has its own players, options, seed and position" in out
    paper.write_text("correct cash Ben 900\ncorrect turn Bob\n")
    code, out, _err = call(*words[:-2])
    assert code == 2
    assert "paper.txt:2: 'correct': player must be" in out
