"""Links of all Markdown pages: the files and headings that they name exist."""

import re

from tests.unit.architecture.reading import ROOT, text_of

DOCS = ROOT / "docs"
PAGES = sorted(
    page
    for place in (
        *(".", ".github", "docs/**", "engine", "frozen"),
        *("hardware", "hardware/*", "firmware/**", "tests/**"),
    )
    for page in ROOT.glob(f"{place}/*.md")
)
# made together with the site: see tools/docs
MADE = ("reference/", "here/")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(page):
    """Returns the headings of a page as GitHub writes them behind ``#``."""
    headings = _HEADING.findall(text_of(page))
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in headings}


def broken(page):
    """Returns the links of a page whose target is missing."""
    found = []
    for link in _LINK.findall(text_of(page)):
        if link.startswith(("http", *MADE)):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


def test_all_links_of_pages_have_existing_targets():
    found = {str(page.relative_to(ROOT)): broken(page) for page in PAGES}
    assert {name: links for name, links in found.items() if links} == {}
    assert len(found) > 33
    assert ".github/SECURITY.md" in found


def test_link_to_missing_file_or_heading_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A head: one\n[a](#a-head-one) [b](#two) [c](page.md) [d](no.md)")
    assert broken(page) == ["#two", "no.md"]


def test_readme_and_entrance_pages_link_to_every_docs_page():
    doors = [
        ROOT / "README.md",
        *(DOCS / f"{door}.md" for door in ("play", "own", "build", "program")),
    ]
    named = set()
    for page in doors:
        for link in _LINK.findall(text_of(page)):
            named.add((page.parent / link.partition("#")[0]).resolve())
    assert {page for page in DOCS.rglob("*.md") if page.name != "index.md"} <= named
    assert set(doors[1:]) <= named
