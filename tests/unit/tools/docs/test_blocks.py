"""Blocks of the pages that are not shell, run or read as by a user who copies them."""

import re
from collections import Counter
from contextlib import nullcontext
from io import BytesIO

import polib
import pytest
from babel.messages.extract import extract
from tests import page_blocks

from pingblock.tunes.instruments import INSTRUMENTS

TEST = "test_a_press_is_reported"


def blocks(language, page):
    return [block.text for block in page_blocks.blocks(language) if block.page == page]


def test_every_block_has_a_language_and_is_known_to_tests():
    """Other tests read the rest.

    These are ``pingblock/cli/test_shell_blocks.py`` for the shell, ``test_sound.py`` for the tune,
    ``test_golden.py`` for the transcript, ``test_offered.py`` for edits of MicroPython and
    ``test_tutorials.py`` for the tutorials. The text of the sounds is only a picture.
    """
    found = Counter((block.page, block.language) for block in page_blocks.blocks())
    assert {key: count for key, count in found.items() if key[1] != "sh"} == {
        ("docs/commands.md", "text"): 1,
        ("docs/how/micropython.md", "diff"): 10,
        ("docs/languages.md", "js"): 1,
        ("docs/languages.md", "po"): 1,
        ("docs/languages.md", "python"): 1,
        ("docs/program.md", "python"): 1,
        ("docs/programs.md", "python"): 2,
        ("docs/tutorial_game.md", "python"): 7,
        ("docs/tutorial_game.md", "tune"): 1,
        ("docs/tutorials.md", "json"): 1,
        ("docs/tutorials.md", "python"): 2,
        ("docs/tutorials.md", "text"): 9,
        ("firmware/pingware/shared/sounds/README.md", "python"): 1,
        ("firmware/pingware/shared/sounds/README.md", "text"): 1,
        ("firmware/pingware/shared/sounds/README.md", "tune"): 2,
    }


def programs() -> list:
    """Returns the text of each block that is a program with a device, by its page."""
    found = page_blocks.blocks("python")
    return [pytest.param(each.text, id=each.page) for each in found if "with Device(" in each.text]


@pytest.mark.parametrize("program", programs())
def test_program_runs_twice_on_one_device(program, pingblock_device, monkeypatch, capsys):
    """The second run gets the device as the first run left it, while it still plays a sound."""
    pingblock_device.profile("custom", [1, 0, 0, 0, 0, 0, 0, 0, 0])  # the shortest sound
    monkeypatch.setattr("pingblock.Device", lambda port="": nullcontext(pingblock_device))
    for _ in range(2):
        exec(program.replace("for_s=10", "for_s=1"), {})
    said = capsys.readouterr().out
    draws = [int(draw) for draw in re.findall(r"^Outcome\(.*draw=(\d+)", said, re.MULTILINE)]
    assert draws == list(range(1, len(draws) + 1))
    assert len(draws) >= 2


def test_programs_of_three_pages_are_found():
    assert {each.id for each in programs()} == {
        *("docs/program.md", "docs/programs.md", "docs/tutorials.md")
    }


def test_block_with_a_test_passes(pingblock_device, pingblock_bench):
    found: dict = {}
    exec(blocks("python", "docs/programs.md")[1], found)
    found[TEST](pingblock_device, pingblock_bench)
    assert pingblock_bench.events("outcome")


def test_marks_of_the_language_examples_are_found():
    def marked(language, method):
        [text] = blocks(language, "docs/languages.md")
        return [found[1] for found in extract(method, BytesIO(text.encode()))]

    assert marked("js", "javascript") == [
        "{player} draws a card",
        ("Take {n} coin from the bank.", "Take {n} coins from the bank."),
    ]
    assert marked("python", "python") == ["{player} draws a card."]


def test_example_head_of_a_catalogue_is_valid():
    [text] = blocks("po", "docs/languages.md")
    assert polib.pofile(text).metadata == {
        "Content-Type": "text/plain; charset=utf-8",
        "Language": "it",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }


def test_examples_of_tune_and_instrument_match_the_firmware():
    page = "firmware/pingware/shared/sounds"
    [text] = blocks("python", f"{page}/README.md")
    instrument = eval(f"{{{text}}}")
    ours = page_blocks.ROOT / page / "device" / "warn_battery.tune"
    assert ours.read_text() in blocks("tune", f"{page}/README.md")
    assert instrument == {"throat": INSTRUMENTS["throat"]}


def test_no_page_has_an_indented_code_block():
    beside = re.compile(r"^\n {4,}(?![ !])", re.MULTILINE)
    assert beside.search("Call\n\n    it\n")
    assert [page for page, text in page_blocks.outside() if beside.search(text)] == []
