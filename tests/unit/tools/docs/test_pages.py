"""The site's pages: fitted links, current pictures, and no missing page."""

import json
import re
import tomllib

import markdown
import pytest
import typer
from tools.docs import library_page, pages, pictures, reference
from tools.docs.__main__ import CONFIGURATION

from pingblock.cli.frame import app
from pingblock.cli.offers import EVENTS
from pingblock.common.options import OPTIONS
from pingblock.virtual.virtual_device import open_bench

DOCS = pages.ROOT / "docs"


def named_in(navigation):
    for value in navigation:
        if isinstance(value, str):
            yield value
        else:
            yield from named_in(value.values() if isinstance(value, dict) else value)


def test_every_page_has_its_place_in_the_navigation():
    project = tomllib.loads(CONFIGURATION.read_text())["project"]
    named = set(named_in(project["nav"]))
    ours = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert len(ours) > 15
    assert ours <= named
    assert set(reference.pages()) <= named
    assert named <= {*(place.as_posix() for place in pages.places().values()), *reference.pages()}


def test_links_lead_to_copied_pages_and_not_to_sources(tmp_path):
    pages.copy(tmp_path, ["reference/settings.md"])
    program = (tmp_path / "program.md").read_text()
    assert "[contributing](CONTRIBUTING.md)" in program
    assert "[settings](reference/settings.md), requests, " in program
    ear = (tmp_path / "how" / "joiner.md").read_text()
    assert "](../CONTRIBUTING.md#code-that-is-joined)" in ear
    assert (tmp_path / "page_phone.jpg").is_file()
    assert (tmp_path / "how" / "joiner.svg").is_file()


_EMPTY_ROW = re.compile(r"<tr>(?:\s*<td>\s*(?:<!--.*?-->)?\s*</td>)+\s*</tr>")


def test_no_table_of_a_page_ends_in_an_empty_row(tmp_path):
    pages.copy(tmp_path, ["reference/settings.md"])
    tables = 0
    for page in tmp_path.rglob("*.md"):
        html = markdown.markdown(page.read_text(encoding="utf-8"), extensions=["tables"])
        assert not _EMPTY_ROW.search(html), page
        tables += html.count("<table>")
    assert tables > 50
    guide = pages.ROOT / "hardware" / "question_block" / "GUIDE.md"
    marked = markdown.markdown(guide.read_text(encoding="utf-8"), extensions=["tables"])
    assert _EMPTY_ROW.search(marked)  # this proves that the check finds the fault


@pytest.mark.parametrize("name", sorted(pictures.PICTURES))
def test_committed_picture_is_current_and_its_words_fit(name):
    drawn = (DOCS / "how" / f"{name}.svg").read_text()
    assert drawn == pictures.picture(pictures.PICTURES[name]), "python -m tools.docs.pictures"
    in_guide = f"(docs/how/{name}.svg)" in (pages.ROOT / "CONTRIBUTING.md").read_text()
    assert in_guide or f"({name}.svg)" in (DOCS / "how" / f"{name}.md").read_text()
    lines = [line for row in pictures.PICTURES[name] for box in row for line in box]
    assert max(map(len, lines)) <= 22


def test_files_and_folders_in_the_picture_of_the_guide_exist():
    words = str(pictures.PICTURES["three_places"])
    found = ("firmware/root/main.py", "firmware/root/start.py", "firmware/pingware")
    for place in (*found, "host_tools/pingblock/virtual/parts"):
        assert (pages.ROOT / place).exists()
        assert place.rpartition("/")[2] in words


def test_reference_names_every_setting_and_event():
    made = reference.pages()
    assert all(f"| `{name}` | " in made["reference/settings.md"] for name in OPTIONS)
    assert (
        '| `profile` | manual, junior or custom | `"manual"` | ' in made["reference/settings.md"]
    )
    told = made["reference/events.md"]
    assert not any(f'"{name}": ' in told for name in ("at_ms", "kind", "source")), "not sent"
    assert [name for name in EVENTS if f'| `{name}` | `{{"event": "{name}", ' not in told] == []


def test_reference_has_every_request_of_a_device_with_an_answer():
    with open_bench() as bench:
        bench.advance(1000)
        refused = bench.request("no such thing")["error"]["say"]
    names = refused.removeprefix("The requests are: ").rstrip(".").split(", ")
    assert {"worms_calibrate", "storm_dice", "volume", "put"} <= set(names)
    text = reference.pages()["reference/requests.md"]
    chapters = dict(re.findall(r"^## `(\w+)`\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    assert set(chapters) == set(names)
    for name, chapter in chapters.items():
        [asked, answer] = map(
            json.loads, re.search("```json\n(.*?)```", chapter, re.S)[1].splitlines()
        )
        assert (asked["do"], answer["id"]) == (name, asked["id"])
        assert answer["ok"]
    assert "- **`level`**: an integer from 0 to 10\n- `cap`: " in chapters["volume"]


def test_reference_has_every_fault_with_its_blinks():
    row = re.compile(r"^\| (`\w+`) \| (\d long, \d short) \| \S", re.MULTILINE)
    cures = row.findall((DOCS / "faults.md").read_text())
    assert len(cures) == 14
    assert sorted(cures) == row.findall(reference.pages()["reference/faults.md"])


def example(port: "str | None" = None, clock=print):
    """Does something.

    Args:
        port: one of
            several ports.
        clock: a function of
          another form.

    Raises:
        BadInput: the port is *not* plugged in.
    """


def test_library_reference_shows_signatures_and_arguments():
    text = reference.pages()["reference/library.md"]
    press = "press(wait: bool = True) -> Outcome"
    assert f"### `press`\n\n```python\n{press}\n```\n\nPresses the block" in text
    assert "- path: ``/sounds/<name>``, or" in text
    assert "## `_" not in text, "private"
    assert "Device(\n    port: str | Stream | None = None," in text
    assert library_page._signature(example, "it").startswith(
        "it(port: str | None = None, clock=print)"
    )
    assert library_page.documented(example) == (
        "Does something.\n\nTakes\n\n- port: one of several ports.\n- clock: a function of another"
        " form.\n\nRaises\n\n- BadInput: the port is \\*not\\* plugged in."
    )


def test_reference_names_every_command():
    group = typer.main.get_command(app)
    text = reference.pages()["reference/commands.md"]
    for name in ("press", "update", "update state", "sounds put", "table board check"):
        assert f"\n### `{name}`\n" in text
    assert "| `-l`, `--language` |" in text
    assert "source &lt;(pingblock completion" in text, "there must be no tag"
    assert all(f"### `{name}" in text for name in group.commands)
