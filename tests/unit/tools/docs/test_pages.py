"""The site's pages: links made to fit, pictures as drawn, and nothing left out."""

import tomllib

import pytest
import typer
from tools.docs import pages, pictures, reference
from tools.docs.__main__ import CONFIGURATION

from pingblock.cli.frame import app
from pingblock.cli.offers import EVENTS
from pingblock.owner.options import OPTIONS

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


def test_a_link_leads_to_the_place_of_its_page_and_none_to_a_source(tmp_path):
    pages.copy(tmp_path, ["reference/settings.md"])
    program = (tmp_path / "program.md").read_text()
    assert "[contributing](CONTRIBUTING.md)" in program
    assert "[settings](reference/settings.md), requests, " in program
    ear = (tmp_path / "how" / "merger.md").read_text()
    assert "](../CONTRIBUTING.md#what-merged-code-may-not-do)" in ear
    assert (tmp_path / "page_phone.jpg").is_file()


@pytest.mark.parametrize("name", sorted(pictures.PICTURES))
def test_picture_is_as_it_would_be_drawn_and_its_words_fit(name):
    drawn = (DOCS / "how" / f"{name}.svg").read_text()
    assert drawn == pictures.picture(pictures.PICTURES[name]), "python -m tools.docs.pictures"
    assert f"({name}.svg)" in (DOCS / "how" / f"{name}.md").read_text()
    lines = [line for row in pictures.PICTURES[name] for box in row for line in box]
    assert max(map(len, lines)) <= 22


def test_reference_names_every_setting_event_and_request_with_what_it_takes():
    made = reference.pages()
    assert all(f"| `{name}` | " in made["reference/settings.md"] for name in OPTIONS)
    told = made["reference/events.md"]
    assert [name for name in EVENTS if f'| `{name}` | `{{"event": "{name}", ' not in told] == []
    assert (
        "| `volume` | **`level`**: an integer from 0 to 10; `cap`: "
        in made["reference/requests.md"]
    )
    assert "### `press(" in made["reference/library.md"]


def test_reference_names_every_command():
    group = typer.main.get_command(app)
    text = reference.pages()["reference/commands.md"]
    for name in ("press", "update", "update state", "sounds put", "table board check"):
        assert f"\n### `{name}`\n" in text
    assert all(f"### `{name}" in text for name in group.commands)
