"""``pingblock table --port`` as a process: at its end, the device has its own settings again."""

import signal
import subprocess

import pytest
from tests.seldom import seldom

TABLE = ("pingblock", "--port", "{port}", "table", "hideout", "--players", "Ann,Ben")


def dice_rules(board):
    return board.bench.request("settings", of="dice")["ok"]["settings"]["dice_rules"]


def game(board):
    return board.bench.request("game")["ok"]["game"]


@pytest.mark.rules
@pytest.mark.parametrize("number", [signal.SIGINT, seldom(signal.SIGTERM), seldom(signal.SIGHUP)])
def test_signal_ends_json_game_and_restores_the_device(any_board, number):
    board = any_board()
    with board.started(*TABLE, "--json", stdin=subprocess.PIPE) as program:
        program.serve(lambda: game(board) == "dice" and dice_rules(board) == "hideout")
        program.process.send_signal(number)
        program.serve(lambda: program.process.poll() is not None)
    assert program.process.returncode == 128 + number
    assert (game(board), dice_rules(board)) == ("block", "two")


@pytest.mark.rules
@pytest.mark.parametrize("number", [None, seldom(signal.SIGTERM), seldom(signal.SIGHUP)])
def test_ctrl_c_or_signal_ends_game_and_restores_the_device(
    any_board, tmp_path, monkeypatch, number
):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    board = any_board()
    person = board.terminal(*TABLE)
    person.until("takes part and plays")
    assert (game(board), dice_rules(board)) == ("dice", "hideout")
    if number:
        person.end(number)
    else:
        person.type(b"\x03")
    person.until("You left before the first step, so the game was not kept.")
    assert (game(board), dice_rules(board)) == ("block", "two")
