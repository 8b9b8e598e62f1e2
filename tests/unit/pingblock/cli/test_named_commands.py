"""Commands in pages, help texts and messages: the real command line accepts each of them."""

import ast
import re
import shlex
from collections import defaultdict
from pathlib import Path

import pytest
import typer

from pingblock.cli.frame import app
from pingblock.common import values

ROOT = Path(__file__).resolve().parents[4]
SOURCES = ("host_tools/pingblock", "firmware/pingware", "firmware/root", "tools", "hardware")
TEXTS = ("*.toml", "*.js", "*.html", "*.svg")  # texts of the page, of rules and of guides
SPAN = re.compile(r"`{1,2}((?:\.venv/bin/)?pingblock [^`]+)`")
LINE = re.compile(r"^[\d: ]*(?:\$ )?(?:\.venv/bin/)?(pingblock .+)$")
QUOTED = re.compile(r"'(pingblock [^']+)'|``(pingblock [^`]+)``|`(pingblock [^`]+)`")
# Placeholder -> an example of it.
STANDS_FOR = {"NAME=VALUE": "volume=3", "NAME": "fortune", "GAME": "fortune", "N": "7"}
# a command without its arguments, such as `pingblock sounds`
NAMED_ONLY = ("MissingParameter", "NoArgsIsHelpError")
NO_COMMANDS = {
    "pingblock prss",  # a typing error, shown with the program's answer
    "pingblock import Device",  # this is Python
    "pingblock: ",
}


def test_commands_of_a_page_are_found_and_wrong_ones_noticed(parsed):
    page = "Call `pingblock press` or\n```sh\n0:02 $ pingblock volume 3  # softer\n```\n"
    assert list(of_page(page)) == ["pingblock press", "pingblock volume 3"]
    assert parsed("pingblock volume 3") is None
    for wrong in ("battery --cells", "sounds remove", "volume loud", "table chess", "press 3"):
        assert parsed(f"pingblock {wrong}")
    assert parsed("pingblock settings set voluem=3")


def of_page(text):
    """Yields the command lines of a page in Markdown."""
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced and (found := LINE.match(line.strip())):
            yield found[1].split("  ")[0].split(" # ")[0].split(" | ")[0].strip()
        elif not fenced:
            yield from (found[1].removeprefix(".venv/bin/") for found in SPAN.finditer(line))


def of_source(text):
    """Yields the command lines that the strings of a module name."""
    nodes = list(ast.walk(ast.parse(text)))
    inner = {each for node in nodes if isinstance(node, ast.JoinedStr) for each in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            said = "".join(
                part.value if isinstance(part, ast.Constant) else given(ast.unparse(part.value))
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        said = re.sub(r"\{(\w*)\}", lambda found: given(found[1]), said)
        yield from of_text(said)
        if node not in inner:  # text such as a remedy of the doctor
            parts = re.split(r" && | \| |\n", said)
            yield from (part.strip() for part in parts if re.match(r"\s*pingblock [a-z]", part))


def given(word):
    """Returns an example for a word in braces."""
    return {"": "pico", "name": "fortune", "new": "\n"}.get(word, "7")


def of_text(text):
    """Yields the command lines in quotation marks."""
    for found in QUOTED.finditer(" ".join(text.split())):
        yield found[1] or found[2] or found[3]


def named():
    """Returns each command line with the places that contain it."""
    found = defaultdict(set)

    def look(paths, of):
        for path in sorted(paths):
            text = path.read_text(encoding="utf-8")
            for line in of(text) if re.search(r"pingblock\s", text) else ():
                found[line].add(path.name)

    look([ROOT / "README.md", ROOT / "CONTRIBUTING.md"], of_page)
    for room in ("docs", "hardware", "firmware"):
        look((ROOT / room).rglob("*.md"), of_page)
    for room in SOURCES:
        look((ROOT / room).rglob("*.py"), of_source)
        look((each for kind in TEXTS for each in (ROOT / room).rglob(kind)), of_text)
    return {line: places for line, places in found.items() if line not in NO_COMMANDS}


@pytest.fixture(scope="module")
def parsed():
    """Parses a command line with the real parser, without running it. Returns the complaint."""
    command = typer.main.get_command(app)

    def silence(each):
        for name in getattr(each, "commands", {}):
            inside = each.get_command(None, name)
            inside.callback = None
            silence(inside)

    silence(command)

    def parse(line):
        words = shlex.split(line.removesuffix(" ..."))[1:]
        words = [STANDS_FOR.get(word, word) for word in words if word != "..."]
        try:
            command.main(words, standalone_mode=False)
            if words[:2] == ["settings", "set"]:
                values.parse([word for word in words[2:] if word[:2] != "--"])
        except Exception as wrong:
            name = type(wrong).__name__
            return None if name in NAMED_ONLY else f"{name}: {wrong}"
        return None

    return parse


def test_every_named_command_is_accepted_by_the_command_line(parsed, capsys):
    lines = named()
    assert len(lines) > 90
    wrong = {line: (said, lines[line]) for line in lines if (said := parsed(line))}
    assert wrong == {}
