import json

import pytest

from pingblock.cli import main
from pingblock.serve import launch


@pytest.fixture
def call(monkeypatch, capsys):
    """Calls the command with what it starts replaced; returns (code, stdout, stderr, asked)."""
    asked = []

    def serve(engine, seed, tcp, pty, ready, say, token):
        asked.append((engine, seed, tcp, pty))
        ready(
            "socket://127.0.0.1:5" + (token and f"?token={token}"), None if tcp else "/dev/pts/9"
        )
        say("It is slow.")

    monkeypatch.setattr(launch, "serve", serve)

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["pingblock", "virtual", "serve", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        caught = capsys.readouterr()
        return left.value.code or 0, caught.out, caught.err, asked

    return run


def test_json_is_one_line_on_a_pure_stdout(call):
    code, out, err, asked = call("--json")
    assert code == 0
    assert out.count("\n") == 1
    assert json.loads(out) == {"url": "socket://127.0.0.1:5", "pty": "/dev/pts/9"}
    assert err == "pingblock: It is slow.\n"
    assert asked == [("desk", None, None, False)]


def test_people_are_told_how_to_attach(call):
    _, out, _, _ = call()
    assert "mpremote connect /dev/pts/9" in out
    assert "python -m serial.tools.miniterm socket://127.0.0.1:5" in out
    assert "Ctrl-C" in out


def test_what_is_not_offered_is_null_and_not_named(call):
    _, out, _, asked = call("--json", "--tcp", "5", "--engine", "chip", "--seed", "3")
    assert json.loads(out)["pty"] is None
    assert asked == [("chip", 3, 5, False)]
    assert "None" not in call("--tcp", "5")[1]


def test_token_is_part_of_the_ports_name(call):
    _, out, _, _ = call("--tcp", "5", "--token", "abc")
    assert "socket://127.0.0.1:5?token=abc" in out
    assert "mpremote" not in out


def test_token_for_a_terminal_alone_is_refused(call):
    code, _, err, asked = call("--pty", "--token", "abc")
    assert (code, asked) == (2, [])
    assert "add --tcp 0" in err


@pytest.mark.parametrize("wrong", [("--tcp", "65536"), ("--tcp", "-1"), ("--engine", "table")])
def test_wrong_values_are_usage_errors(call, wrong):
    code, out, err, asked = call(*wrong)
    assert (code, out, asked) == (2, "", [])
    assert err
