import json

import pytest
from tests.version import VERSION

from pingblock.care.doctor.listing import Listed
from pingblock.cli.greeting import next_step

OURS = "0.2.0"


def board(runs, version="", port="/dev/ttyACM0", boards=("pico",)):
    drive = "" if port else "/media/RPI-RP2"
    return Listed(port, "e660", "", drive, boards, runs, version, f"Pico: {runs}")


@pytest.mark.parametrize(
    ("found", "command"),
    [
        ([], "pingblock play"),
        ([board("pingblock", OURS)], "pingblock press"),
        ([board("pingblock", "0.1.0")], "pingblock update"),
        ([board("pingblock", OURS, port="virtual")], "pingblock press --port virtual"),
        ([board("prompt")], "pingblock install"),
        ([board("prompt"), board("prompt", port="B")], "pingblock install --port /dev/ttyACM0"),
        *(([board(runs)], "pingblock doctor") for runs in ("safe_mode", "interrupted", "silent")),
        ([board("bootsel", port="", boards=("pico2", "pico2w"))], "pingblock flash pico2"),
    ],
)
def test_next_command_helps_with_the_first_board(found, command):
    assert next_step(found, OURS)[0] == command


def test_pingblock_without_arguments_greets_and_names_next_command(call, monkeypatch):
    found, asked = [], []
    monkeypatch.setattr(
        "pingblock.care.doctor.listing.listed", lambda only: asked.append(only) or found
    )
    for port in ("/dev/pts/7", ""):
        monkeypatch.setenv("PINGBLOCK_PORT", port)
        code, out, err = call()
    assert asked == ["/dev/pts/7", None]
    assert (code, err) == (0, "")
    assert "No Pico is plugged in.\nNext: pingblock play  (" in out
    found.append(board("prompt"))
    greeting = call()[1].splitlines()
    assert greeting[0].startswith(f"Pingblock {VERSION}: ")
    assert greeting[1] == "/dev/ttyACM0  Pico: prompt"
    assert [line.split("  ")[0] for line in greeting[2:]] == [
        "Next: pingblock install",
        "Or:",
        "All commands: pingblock --help",
    ]
    told = json.loads(call("--json")[1])
    assert (told["next"], told["devices"][0]["runs"]) == ("pingblock install", "prompt")
