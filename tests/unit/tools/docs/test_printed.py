"""Facts that pages print: where Pingblock is published, and the name of its wheel."""

import pytest
from tests.page_blocks import ROOT
from tests.version import VERSION
from tools.docs.printed import main, pages, printed

from pingblock.common import project
from pingblock.common.installation import WHEEL

HOME = "https://example.org/pingblock"
HOMES = {"README.md", "docs/downloads.md"}


def test_pages_print_the_current_facts():
    assert len(pages()) > 20
    stale = [
        page.name
        for page in pages()
        if printed(page.read_text("utf-8"), VERSION, project.HOME) != page.read_text("utf-8")
    ]
    assert stale == [], "'make golden' writes them"


def test_home_and_version_come_from_one_place_each(tmp_path, monkeypatch):
    told = {}
    for page in pages():
        before = page.read_text("utf-8")
        after = printed(before, "2.0.0", HOME)
        name = page.relative_to(ROOT).as_posix()
        told[name] = (HOME in after, WHEEL.format("2.0.0") in after, "not published" in after)
        assert WHEEL.format(VERSION) not in after, name
    assert {name for name, (home, *_) in told.items() if home} == HOMES
    assert {name for name, (_, wheel, _) in told.items() if wheel} >= {"README.md", "docs/play.md"}
    assert not any(unpublished for *_, unpublished in told.values())
    page = tmp_path / "README.md"
    page.write_text("<!-- home -->\nNowhere.\n<!-- /home -->\n")
    monkeypatch.setattr("tools.docs.printed.pages", lambda: [page])
    main()
    assert page.read_text() == f"<!-- home -->\n{project.where()}\n<!-- /home -->\n"


@pytest.mark.parametrize("home", ["", HOME])
def test_sentence_names_the_place_of_the_files(home):
    said, end = project.where(home), project.at(home)
    assert (home or "make release") in said
    assert end == (f" from {HOME}" if home else "")
