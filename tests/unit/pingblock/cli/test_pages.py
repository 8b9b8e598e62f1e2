"""Pages on the command line: which options each command has, and how to get in."""

import re
from pathlib import Path

import pytest
import typer

from pingblock.cli.frame import app
from pingblock.doctor.findings import RULE, RULE_COMMAND

ROOT = Path(__file__).resolve().parents[4]
README, PICO, COMMANDS = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "docs/pico.md", "docs/commands.md")
)
WITHOUT_PORT = {
    *("cards", "completion", "devices", "image", "play", "settings list", "sounds check"),
    *("sounds render", "virtual run", "virtual play", "virtual serve"),
    *("virtual sweep", "study", "rules"),
    *("table score", "table risk", "table rule", "table options"),
    *("table board new", "table board check", "table board edit"),
}


def leaves(command, name=""):
    """Yields each command that does something, by its whole name."""
    inside = getattr(command, "commands", {})
    for word in inside:
        yield from leaves(command.get_command(None, word), f"{name} {word}".strip())
    if not inside:
        yield name, {option for parameter in command.params for option in parameter.opts}


def lacking(option):
    found = dict(leaves(typer.main.get_command(app)))
    assert len(found) > 30
    return {name for name, options in found.items() if option not in options}


@pytest.mark.parametrize(
    ("option", "without"), [("--json", {"virtual play"}), ("--port", WITHOUT_PORT)]
)
def test_every_command_has_the_option_but_those_that_the_page_names(option, without):
    assert lacking(option) == without
    paragraph = re.search(r"Every command takes .*?\. A port", COMMANDS, re.DOTALL)[0]
    for name in without:
        assert f"`{name}`" in paragraph or f"`{name.split()[0]}`" in paragraph


def test_udev_rule_and_its_command_are_those_of_the_doctor():
    assert RULE in PICO
    assert RULE_COMMAND in PICO


def test_windows_and_the_place_to_clone_to_are_named():
    assert "Clone or unpack the project into" in README
    for words in ("**Windows** 10", "usbipd", "`COM3`"):
        assert words in PICO
