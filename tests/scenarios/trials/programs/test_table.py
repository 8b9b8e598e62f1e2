"""``pingblock table --port`` as a process: the device has its own settings again when it ends."""

import json
import signal
import subprocess

import pytest

TABLE = ("pingblock", "--port", "{port}", "table", "hideout", "--players", "Ann,Ben")


def dice_rules(board):
    return board.bench.request("settings", of="dice")["ok"]["settings"]["dice_rules"]


def game(board):
    return board.bench.request("game")["ok"]["game"]


@pytest.mark.rules
def test_ctrl_c_at_a_table_for_programs(any_board):
    board = any_board()
    with board.started(*TABLE, "--json", stdin=subprocess.PIPE) as program:
        program.serve(lambda: game(board) == "dice" and dice_rules(board) == "hideout")
        program.process.send_signal(signal.SIGINT)
        program.serve(lambda: program.process.poll() is not None)
        assert json.loads(program.process.stdout.readline())["table"] == "hideout"
    assert program.process.returncode == 130
    assert (game(board), dice_rules(board)) == ("block", "two")


@pytest.mark.rules
def test_ctrl_c_on_the_screen(any_board, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    board = any_board()
    person = board.terminal(*TABLE)
    person.until("is at the table")
    assert (game(board), dice_rules(board)) == ("dice", "hideout")
    person.type(b"\x03")
    person.until("Nothing was played.")
    assert (game(board), dice_rules(board)) == ("block", "two")
