"""Python blocks of the pages, run as somebody would who copies them."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[4] / "docs"
TEST = "test_a_press_is_reported"


def blocks(name):
    return re.findall(r"```python\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.S)


def test_every_page_with_python_is_run_here():
    found = {page.name: len(blocks(page.name)) for page in DOCS.glob("*.md")}
    assert {name: count for name, count in found.items() if count} == {
        "program.md": 1,
        "programs.md": 2,
    }


@pytest.mark.parametrize("name", ["program.md", "programs.md"])
def test_first_block_presses_a_device(name, monkeypatch, capsys):
    monkeypatch.setenv("PINGBLOCK_PORT", "virtual")
    program = blocks(name)[0].replace("for_s=10", "for_s=0.1")  # of real time
    exec(program, {})
    assert capsys.readouterr().out.startswith("Outcome(outcome=")


def test_block_with_a_test_passes(pingblock_device, pingblock_bench):
    found: dict = {}
    exec(blocks("programs.md")[1], found)
    found[TEST](pingblock_device, pingblock_bench)
    assert pingblock_bench.events("outcome")
