"""Pages on the command line: the options of each command, and the access to a page."""

import re
from pathlib import Path

import pytest
import typer

from pingblock.care.doctor.findings import RULE, RULE_COMMAND
from pingblock.cli.frame import app

ROOT = Path(__file__).resolve().parents[4]


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


WITHOUT_PORT = {
    *("cards", "completion", "devices", "image", "play", "settings list", "sounds check"),
    *("sounds render", "virtual reset", "virtual run", "virtual serve"),
    *("virtual sweep", "study", "rules"),
    *("table score", "table risk", "table rule", "table options"),
    *("table board new", "table board check", "table board edit"),
}


def leaves(command, name=""):
    """Yields each command that can be called, with its full name."""
    inside = getattr(command, "commands", {})
    for word in inside:
        yield from leaves(command.get_command(None, word), f"{name} {word}".strip())
    if not inside and not command.hidden:
        yield name, {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize(("option", "without"), [("--json", set()), ("--port", WITHOUT_PORT)])
def test_options_exist_for_every_command_except_those_named(option, without):
    found = dict(leaves(typer.main.get_command(app)))
    assert len(found) > 30
    assert {name for name, options in found.items() if option not in options} == without
    text = page("docs/commands.md")
    paragraph = re.search(r"Every command takes .*?\. A port", text, re.DOTALL)[0]
    for name in without:
        assert f"`{name}`" in paragraph or f"`{name.split()[0]}`" in paragraph


def test_pages_name_windows_udev_rule_and_clone_folder():
    assert "Clone or unpack the project into" in page("README.md")
    text = page("docs/pico.md")
    for words in (RULE, RULE_COMMAND, "**Windows** 10", "usbipd", "`COM3`"):
        assert words in text
