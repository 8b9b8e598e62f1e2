"""Follows the tutorials: saves files, runs commands, compares outputs."""

import re
import shlex
import subprocess
import sys
from textwrap import dedent

import pytest
from tests import games, page_blocks
from tests.page_blocks import ROOT

PAGE = (ROOT / "docs" / "tutorials.md").read_text(encoding="utf-8")
GAME = (ROOT / "docs" / "tutorial_game.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"(?:as `([\w.]+)`[^\n]*\n)?^( *)```(\w+)\n(.*?)^\2```$", re.DOTALL | re.MULTILINE
)
CHAPTERS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
MODULES = {"pingblock": "pingblock", "pytest": "pytest"}


def said(line, folder):
    """Runs a command as a person who follows the page does. Returns its output."""
    program, *words = shlex.split(line)
    command = [sys.executable, *(["-m", MODULES[program]] if program in MODULES else []), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def steps(chapter):
    """Yields the blocks of a chapter: the name of a file or "", the language, the text."""
    for name, _, language, text in BLOCK.findall(chapter):
        yield name, language, dedent(text)


@pytest.mark.parametrize("title", CHAPTERS)
def test_tutorial_shows_the_real_output(title, tmp_path):
    told, compared = "", 0
    for name, language, text in steps(CHAPTERS[title]):
        if name:
            (tmp_path / name).write_text(text)
        elif language == "sh":
            told = "".join(said(line, tmp_path) for line in page_blocks.commands(text))
        else:
            assert [line for line in text.splitlines() if line not in told] == []
            compared += 1
    assert compared == {"Your own sound": 5, "A program that counts": 1}.get(title, 2)


def test_tutorial_game_equals_the_played_game(tmp_path):
    files = re.findall(
        r"^## \d\. `([\w./]+)`\n.*?```\w+\n(.*?)```", GAME, re.DOTALL | re.MULTILINE
    )
    folder = games.GAMES / "coin_flip"
    assert dict(files) == {
        path.relative_to(folder).as_posix(): path.read_text()
        for ending in ("py", "tune")
        for path in folder.rglob(f"*.{ending}")
    }
    registry = games.firmware_with("coin_flip", tmp_path) / "pingware" / "games" / "registry.py"
    last = [text for *_, text in BLOCK.findall(GAME[GAME.index("## 7") :])]
    shown = [text.partition(", ...)")[0] for text in last]  # the names of the other games
    assert [text in registry.read_text() for text in shown] == [True, True]
