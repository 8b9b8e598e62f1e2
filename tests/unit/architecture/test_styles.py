"""A style sheet of the page that is loaded later must not change other sheets' elements."""

import re
from collections import defaultdict
from pathlib import Path

PAGE = Path("host_tools/pingblock/page")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
NESTED = re.compile(r"@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


def set_in(sheet: Path) -> set[tuple[str, str]]:
    """Returns the classes that a sheet styles for any screen, each with a property."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = set()
    for selectors, body in RULE.findall(NESTED.sub("", text)):
        names = [each.strip() for each in re.sub(r"\([^)]*\)", "", selectors).split(",")]
        properties = [line.partition(":")[0].strip() for line in body.split(";") if ":" in line]
        found |= {
            (name, each)
            for name in names
            if re.fullmatch(r"\.[\w-]+", name)
            for each in properties
        }
    return found


def test_two_sheets_never_set_the_same_property_of_a_class():
    """The last one loaded would win, so the page would depend on which parts people opened."""
    places = defaultdict(list)
    for sheet in sorted(PAGE.rglob("*.css")):
        for each in set_in(sheet):
            places[each].append(sheet.name)
    assert len(places) > 500
    assert {each: names for each, names in places.items() if len(names) > 1} == {}


def test_no_sheet_asks_what_the_whole_page_contains():
    """With `body:has(...)`, browsers recompute the styles of the whole page at each change."""
    whole = re.compile(r"(?:^|[\s,}])(?::root|html|body|\.evening)[^\s{,>]*:has\(", re.MULTILINE)
    sheets = {each.name: each.read_text(encoding="utf-8") for each in PAGE.rglob("*.css")}
    assert any(":has(" in text for text in sheets.values())
    assert [name for name, text in sheets.items() if whole.search(text)] == []
