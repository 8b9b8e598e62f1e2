"""The Tab key, asked as the shells ask."""

import json
from types import SimpleNamespace

import pytest


@pytest.fixture
def tab(monkeypatch, capsys):
    """Returns what bash would offer for the last of some words."""
    from pingblock.cli import main

    board = SimpleNamespace(
        device="/dev/ttyACM0", vid=0x2E8A, serial_number="E660", description=""
    )
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [board])

    def press(*words):
        monkeypatch.setenv("_PINGBLOCK_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(["pingblock", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        monkeypatch.setattr("sys.argv", ["pingblock"])
        with pytest.raises(SystemExit):
            main()
        return capsys.readouterr().out.split()

    return press


def test_commands_and_those_of_a_group_are_offered(tab):
    assert tab("pre") == ["press"]
    assert set(tab("virtual", "")) >= {"run", "play", "serve"}


def test_ports_and_serial_numbers_are_offered_wherever_the_option_stands(tab):
    there = ["virtual", "/dev/ttyACM0", "E660"]
    assert tab("press", "--port", "") == there
    assert tab("--port", "") == there
    assert tab("press", "--port", "/dev/tty") == ["/dev/ttyACM0"]


def test_names_are_offered(tab):
    assert tab("profile", "j") == ["junior"]
    assert tab("virtual", "run", "x", "--engine", "c") == ["chip"]
    assert tab("mute", "o") == ["on", "off"]


def test_settings_and_their_values_are_offered(tab):
    assert tab("settings", "get", "mo") == ["motion"]
    assert tab("settings", "reset", "c") == ["cap", "chime", "cells", "clock_min"]
    assert tab("settings", "set", "mu") == ["mute_lock="]
    assert tab("settings", "set", "motion=s") == ["motion=slow", "motion=surprise"]
    assert tab("settings", "set", "mute_lock=") == ["mute_lock=on", "mute_lock=off"]
    assert tab("settings", "set", "volume=") == []
    assert tab("settings", "set", "bogus=") == []


def test_kinds_of_events_are_offered_after_a_comma_as_well(tab):
    assert tab("monitor", "--only", "press,out") == ["press,outcome"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_script_is_printed_for_each_shell(call, shell):
    code, out, err = call("completion", shell)
    assert (code, err) == (0, "")
    assert "_PINGBLOCK_COMPLETE" in out
    told = json.loads(call("completion", shell, "--json")[1])
    assert told == {"shell": shell, "script": out.rstrip("\n")}


def test_shell_that_runs_is_the_default_and_must_be_known(call, monkeypatch):
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("fish", "/bin/fish"))
    assert call("completion")[1].startswith("complete --command pingblock")
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("tcsh", "/bin/tcsh"))
    code, out, err = call("completion")
    assert (code, out) == (2, "")
    assert "no completion for 'tcsh'. There are: bash, zsh" in err


def test_shell_that_cannot_be_told_must_be_named(call, monkeypatch):
    import shellingham

    def fail():
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr("shellingham.detect_shell", fail)
    assert call("completion")[0] == 2


def test_installing_writes_into_the_home_folder_and_says_where(call, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    code, out, _ = call("completion", "bash", "--install")
    path = tmp_path / ".bash_completions" / "pingblock.sh"
    assert (code, out) == (0, f"Set up in {path}. It works in the next bash that you open.\n")
    assert "_PINGBLOCK_COMPLETE" in path.read_text()


def test_sounds_are_offered_by_name(tab):
    assert tab("sounds", "put", "game") == ["game_over"]
    assert tab("sounds", "reset", "pow") == ["power_up"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("cards", "-l", "d"), ["de", "da"]),
        (("cards", "--language", "al"), ["all"]),
        (("cards", "--format", "p"), ["pdf"]),
        (("cards", "--paper", "l"), ["letter"]),
        (("odds", "j"), ["junior"]),
    ],
)
def test_languages_and_other_values_are_offered(tab, words, offered):
    assert tab(*words) == offered


def test_fish_is_offered_languages_with_their_names(monkeypatch, capsys):
    from pingblock.cli import main

    monkeypatch.setenv("_PINGBLOCK_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "pingblock cards --language d")
    monkeypatch.setattr("sys.argv", ["pingblock"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.splitlines() == ["de\tDeutsch", "da\tDansk"]
