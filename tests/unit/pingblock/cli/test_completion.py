"""The Tab key, with the calls that shells make."""

import json
from types import SimpleNamespace

import pytest
import shellingham

from pingblock.cli import main


@pytest.fixture
def tab(monkeypatch, capsys):
    """Returns the completions in bash for the last of some words."""

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


PORTS = "virtual /dev/ttyACM0 E660"


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pre", "press"),
        ("press --port ", PORTS),
        ("--port ", PORTS),
        ("press --port /dev/tty", "/dev/ttyACM0"),
        ("odds j", "junior"),
        ("pro", ""),
        ("profile pre", "press"),
        ("mute o", "on off"),
        ("virtual run x --engine c", "chip"),
        ("settings get mo", "motion"),
        ("settings reset c", "cap chime cells clock_min"),
        ("settings set mu", "mute_lock="),
        ("settings set motion=s", "motion=slow motion=surprise"),
        ("settings set mute_lock=", "mute_lock=on mute_lock=off"),
        ("settings set volume=", ""),
        ("settings set bogus=", ""),
        ("monitor --only press,out", "press,outcome"),
        ("sounds put game", "game_over"),
        ("sounds reset pow", "power_up"),
        ("cards -l d", "de da"),
        ("cards --language al", "all"),
        ("cards --format p", "pdf"),
        ("cards --paper l", "letter"),
    ],
)
def test_completions_fit_the_typed_words(tab, words, offered):
    assert tab(*words.split(" ")) == offered.split()


def test_commands_of_a_group_are_offered(tab):
    assert set(tab("virtual", "")) == {"run", "serve", "sweep", "reset"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_script_is_printed_for_each_shell(call, shell):
    code, out, err = call("completion", shell)
    assert (code, err) == (0, "")
    assert "_PINGBLOCK_COMPLETE" in out
    told = json.loads(call("completion", shell, "--json")[1])
    assert told == {"shell": shell, "script": out.rstrip("\n")}


def test_running_shell_is_the_default_and_unknown_ones_are_refused(call, refused, monkeypatch):
    shells = iter([("fish", "/bin/fish"), ("tcsh", "/bin/tcsh")])
    monkeypatch.setattr("shellingham.detect_shell", lambda: next(shells))
    assert call("completion")[1].startswith("complete --command pingblock")
    refused("no completion for 'tcsh'. There are: bash, zsh", "completion")

    def fail():
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr("shellingham.detect_shell", fail)
    assert call("completion")[0] == 2


def test_install_writes_to_the_home_folder_and_prints_the_path(call, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    code, out, _ = call("completion", "bash", "--install")
    path = tmp_path / ".bash_completions" / "pingblock.sh"
    assert (code, out) == (0, f"Set up in {path}. It works in the next bash that you open.\n")
    assert "_PINGBLOCK_COMPLETE" in path.read_text()


def test_fish_completion_shows_names_of_languages(monkeypatch, capsys):
    monkeypatch.setenv("_PINGBLOCK_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "pingblock cards --language d")
    monkeypatch.setattr("sys.argv", ["pingblock"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.splitlines() == ["de\tDeutsch", "da\tDansk"]
