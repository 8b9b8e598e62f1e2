import json

import pytest

from pingblock.serve import launch


@pytest.fixture
def served(monkeypatch, call):
    """Calls the command, with its server replaced. Returns (code, stdout, stderr, arguments)."""
    asked = []

    def serve(engine, seed, tcp, pty, ready, say, token, new):
        asked.append((engine, seed, tcp, pty, *["new"] * new))
        token = token and f"?token={token}"
        ready(f"socket://127.0.0.1:5{token}", None if tcp else "/dev/pts/9")
        say("It is slow.")

    monkeypatch.setattr(launch, "serve", serve)
    return lambda *words: (*call("virtual", "serve", *words), asked)


def test_json_is_the_only_line_on_stdout(served):
    code, out, err, asked = served("--json")
    assert (code, out.count("\n"), err) == (0, 1, "pingblock: It is slow.\n")
    assert json.loads(out) == {"url": "socket://127.0.0.1:5", "pty": "/dev/pts/9"}
    out = served("--json", "--tcp", "5", "--engine", "chip", "--seed", "3")[1]
    assert json.loads(out)["pty"] is None
    assert asked == [("wasm", None, None, False), ("chip", 3, 5, False)]
    assert served("--new")[3][-1] == ("wasm", None, None, False, "new")


def test_people_get_commands_to_attach(served):
    out = served()[1]
    assert "mpremote connect /dev/pts/9" in out
    assert "python -m serial.tools.miniterm socket://127.0.0.1:5" in out
    assert "Ctrl-C" in out
    out = served("--tcp", "5", "--token", "abc")[1]
    assert "socket://127.0.0.1:5?token=abc" in out
    assert ("mpremote" in out, "None" in out) == (False, False), "no terminal is offered"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--tcp 65536", "65535 or less"),
        ("--tcp -1", "0 or more"),
        ("--engine table", "no engine 'table'"),
        ("--pty --token abc", "add --tcp 0"),
        ("--engine desk", "Use '--engine wasm'"),
        ("--engine desk --tcp 0 --token abc", "--pty offers none"),
        ("--engine desk --tcp 0 --pty", "--pty offers none"),
    ],
)
def test_wrong_values_are_usage_errors(served, words, says):
    code, out, err, asked = served(*words.split())
    assert (code, out, asked) == (2, "", [])
    assert says in err


def test_desk_is_offered_only_as_a_pseudo_terminal(served):
    assert served("--engine", "desk", "--pty")[3] == [("desk", None, None, True)]
