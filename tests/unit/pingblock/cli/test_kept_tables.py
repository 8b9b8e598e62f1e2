"""Games that the screen stores automatically, and how they continue."""

import os
import re
import shlex
import shutil
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from pingblock.errors import BadInput
from pingblock.tables import kept
from pingblock.tables.command import command
from pingblock.tables.games import game_of
from pingblock.tables.screen.face import TableFace
from pingblock.tables.table import open_table

PROMPT = "pingblock.cli.tables.typer.prompt"


@pytest.fixture(autouse=True)
def state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # the sentences below are English
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path / "state" / "pingblock" / "tables"


@pytest.fixture
def terminal(monkeypatch):
    """A person at the terminal, whose screen follows ``played``."""
    stream = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("pingblock.cli.tables.sys", SimpleNamespace(stdin=stream, stdout=stream))
    faces = []

    def run(face):
        faces.append(face)
        for step in played:
            face._table.do(step)

    played = [command("first", player=1), command("card", card="gold")]
    monkeypatch.setattr(TableFace, "run", run)
    return SimpleNamespace(faces=faces, played=played)


def test_game_without_log_is_kept_and_continues(call, terminal, state_folder, monkeypatch):
    code, out, err = call("table", "fortune", "--players", "Ann,Ben")
    assert (code, out) == (0, "")
    [log] = state_folder.iterdir()
    assert re.fullmatch(r"fortune-\d{4}-\d\d-\d\d-\d{6}\.jsonl", log.name)
    assert err == f"The game is kept in {log}. 'pingblock table' continues it.\n"
    terminal.faces[0]._table.log.close()
    assert len(open_table(log, game_of, resume=False)[0].steps) == 2
    terminal.played[:] = [command("dice", dice="G8")]
    asked = []
    monkeypatch.setattr(PROMPT, lambda *words, **_: asked.append(words) or "1")
    code, _, err = call("table")
    assert code == 0
    assert "  1  fortune, Ann and Ben: 2 steps, " in err
    assert [each[1] for each in asked] == ["1"]
    assert len(terminal.faces[1]._table.steps) == 3
    terminal.faces[1]._table.log.close()


def test_finished_game_is_not_offered(call, told, terminal):
    terminal.played[:] = [
        *(command("first", player=1), command("card", card="gold"), command("dice", dice="G8")),
        *(command("stop", 1), command("card", card="gold"), command("dice", dice="X3G5")),
    ]
    _, _, err = call("table", "fortune", "--option", "finish=1000")
    assert "The game is over. Its log is " in err
    terminal.faces[0]._table.log.close()
    assert kept.games_to_go_on() == []
    assert told("table") == {"kept": []}
    assert "Usage: pingblock table" in call("table")[1]


def test_game_with_own_log_or_without_steps_is_not_kept(call, terminal, tmp_path, state_folder):
    log = tmp_path / "our evening.jsonl"
    _, _, err = call("table", "fortune", "--log", str(log))
    assert f"'pingblock table fortune --log {shlex.quote(str(log))}' continues it." in err
    assert not state_folder.exists()
    terminal.played.clear()
    assert (
        call("table", "worms")[2] == "You left before the first step, so the game was not kept.\n"
    )
    assert list(state_folder.iterdir()) == []


def test_unfinished_game_and_unusable_folder_are_reported(call, terminal, state_folder):
    call("table", "fortune")
    call("table", "fortune", "--players", "Cleo,Dan")
    note = terminal.faces[1]._note
    assert "This game is not over yet: fortune, Ann and Ben: 2 steps" in note
    assert "'pingblock table' continues it." in note
    shutil.rmtree(state_folder.parent)
    state_folder.parent.write_text("in the way")
    code, _, err = call("table", "fortune")
    assert (code, err) == (0, "")
    assert re.search(r"This game is not kept: .* cannot be created: ", terminal.faces[2]._note)


def test_kept_games_are_listed_newest_first_without_damaged_ones(call, terminal, state_folder):
    for number, name in enumerate(("fortune", "worms", "fortune")):
        terminal.played[:] = [command("first", player=number % 2)]
        call("table", name, "--players", f"Ann,Ben{number}")
    logs = [face._table.log.path for face in terminal.faces]
    assert len(set(logs)) == 3
    for at, log in enumerate(logs):
        os.utime(log, (1_000_000 + at, 1_000_000 + at))
    (state_folder / "x.jsonl").write_text("no log")
    # a log without a step
    (state_folder / "y.jsonl").write_bytes(logs[0].read_bytes().splitlines(True)[0])
    names = [each.players[1] for each in kept.games_to_go_on()]
    assert names == ["Ben2", "Ben1", "Ben0"]


def test_kept_game_shows_when_it_was_played():
    game = kept.KeptGame(Path(), "worms", ("Ann", "Ben"), 1, datetime(2026, 12, 5, 7, 3))
    assert str(game) == "worms, Ann and Ben: 1 step, 5 December 07:03"


def test_wrong_number_is_asked_again_and_0_shows_the_help(call, terminal, monkeypatch):
    call("table", "fortune")
    answers = iter(["2", "x", "-1", "0"])
    monkeypatch.setattr(PROMPT, lambda *_, **__: next(answers))
    code, out, err = call("table")
    assert (code, err.count("Type a number from 0 to 1."), list(answers)) == (0, 3, [])
    assert out.strip().startswith("Usage: pingblock table")


def test_bot_that_takes_a_seat_is_written_to_the_log(call, terminal, tmp_path):
    log = tmp_path / "log"
    call("table", "fortune", "--log", log)
    terminal.faces[0]._table.log.close()
    terminal.played.clear()
    call("table", "fortune", "--log", log, "--bot", "Ben=plain")
    terminal.faces[1]._table.log.close()
    assert open_table(log, game_of, resume=False)[0].bots == {1: "plain"}


def test_unreadable_folder_of_logs_is_named(monkeypatch, tmp_path):
    class Closed(type(tmp_path)):
        def glob(self, pattern):
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(kept, "folder", lambda: Closed(tmp_path))
    with pytest.raises(BadInput, match=r"cannot be read: Permission denied\. .*XDG_STATE_HOME"):
        kept.games_to_go_on()
