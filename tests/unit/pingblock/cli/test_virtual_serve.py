import json

import pytest

from pingblock.cli import main
from pingblock.serve import launch


@pytest.fixture
def call(monkeypatch, capsys):
    """Calls the command with what it starts replaced; returns (code, stdout, stderr, asked)."""
    asked = []

    def serve(engine, seed, tcp, pty, ready, say):
        asked.append((engine, seed, tcp, pty))
        ready("socket://127.0.0.1:5", None if tcp else "/dev/pts/9")
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


@pytest.mark.parametrize("wrong", [("--tcp", "65536"), ("--tcp", "-1"), ("--engine", "table")])
def test_wrong_values_are_usage_errors(call, wrong):
    code, out, err, asked = call(*wrong)
    assert (code, out, asked) == (2, "", [])
    assert err
