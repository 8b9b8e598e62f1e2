"""Brings the catalogues up to date with the sources: ``python -m tools.words``.

What the sources say in marks such as ``_("Roll again.")`` comes into each catalogue of
``host_tools/pingblock/languages``, what they no longer say goes. ``python -m tools.words FILE``
also takes over what that catalogue has, such as one that a translator has sent.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import polib
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file

from pingblock.languages.catalogues import FOLDER
from pingblock.make_page.page_device import settings_texts

ROOT = Path(__file__).resolve().parents[1]
_SOURCES = ROOT / "host_tools" / "pingblock"
_MARKED = {".py": "pingblock.languages", ".js": "language"}  # in each file with marks
_METHODS = {".py": "python", ".js": "javascript"}
_OPTIONS = {"parse_template_string": True, "jsx": False}  # a pattern may begin with >
_KEYWORDS = {**DEFAULT_KEYWORDS, "NN_": (1, 2), "NC_": ((1, "c"), 2)}
_SETTINGS = "page/board/settings.js"
_NUMBER = re.compile(r" \d+$")  # behind the name of a place
_WIDTH = 99


class Text(NamedTuple):
    """A text of the sources: as English says it, and in which meaning of two."""

    one: str
    many: str = ""
    context: str = ""


def said() -> dict[Text, list[str]]:
    """Returns what is to be translated, each with the files that say it, in their order."""
    found: dict[Text, list[str]] = {}
    for path in sorted(_SOURCES.rglob("*")):
        name = path.relative_to(_SOURCES).as_posix()
        for text in dict.fromkeys(_said_by(path)):
            found.setdefault(text, []).append(name)
    for context, one in settings_texts():  # which the firmware declares, and marks nothing
        files = found.setdefault(Text(one, context=context), [])
        files += [_SETTINGS] if _SETTINGS not in files else []
    return found


def _said_by(path: Path) -> Iterator[Text]:
    if path.suffix == ".html":
        page = _Page()
        page.feed(path.read_text(encoding="utf-8"))
        yield from map(Text, page.texts)
    elif path.name == "rules.toml":
        for section in tomllib.loads(path.read_text(encoding="utf-8")).values():
            yield from map(Text, section.values())
    elif path.suffix == ".toml" and "tables" in path.parts:
        yield from _of_a_board(tomllib.loads(path.read_text(encoding="utf-8")))
    elif path.suffix in _MARKED and _MARKED[path.suffix] in path.read_text(encoding="utf-8"):
        method = _METHODS[path.suffix]
        every = extract_from_file(method, path, _KEYWORDS, options=_OPTIONS)
        for _line, found, _notes, context in every:
            one, many = (found, "") if isinstance(found, str) else found[:2]
            yield Text(one, many or "", context or "")


def _of_a_board(board: Mapping[str, Any]) -> Iterator[Text]:
    """Yields the names of a board's things, without their numbers, and its notes."""
    yield from map(Text, board.get("unverified", ()))
    names = [board.get(key, "") for key in ("house", "hotel")]
    names += [each.get(key, "") for each in board.get("space", ()) for key in ("name", "deck")]
    names += [each["name"] for each in board.get("chest", ())]
    yield from (Text(_NUMBER.sub("", name), context="name") for name in names if name)
    yield from (Text(card["text"], context="name") for card in board.get("card", ()))


class _Page(HTMLParser):
    """The texts of a page: what is shown, and what is read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        # What names its language, as the texts without scripts do, is there in each of them.
        self._within: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within.append((tag, tag != "html" and "lang" in dict(attrs)))
        self.texts += [value for name, value in attrs if name in ("aria-label", "title") and value]

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop()[0] != tag:
            pass  # elements without an end

    def handle_data(self, data: str) -> None:
        translated = not any(named for _tag, named in self._within)
        if any(tag == "body" for tag, _named in self._within) and translated and data.strip():
            self.texts.append(data.strip())


def updated(catalogue: polib.POFile, found: Mapping[Text, list[str]]) -> polib.POFile:
    """Returns a catalogue with the texts of the sources alone, and what it has of them."""
    known = {text_of(entry): entry for entry in catalogue}
    made = polib.POFile(wrapwidth=_WIDTH)
    made.metadata = catalogue.metadata
    forms = range(int(re.findall(r"nplurals=(\d)", made.metadata["Plural-Forms"])[0]))
    for text, files in sorted(found.items(), key=lambda each: (each[1], each[0])):
        entry = polib.POEntry(msgid=text.one, occurrences=[(name, "") for name in files])
        before = known.get(text)
        if text.context:
            entry.msgctxt = text.context
        if text.many:
            entry.msgid_plural = text.many
            entry.msgstr_plural = before.msgstr_plural if before else dict.fromkeys(forms, "")
        elif before:
            entry.msgstr = before.msgstr
        if made.metadata["Language"] == "fr":
            _join_marks(entry)
        made.append(entry)
    return made


def _join_marks(entry: polib.POEntry) -> None:
    """Puts no-break spaces before French double marks and inside French quotation marks."""
    entry.msgstr = _joined(entry.msgstr)
    forms = entry.msgstr_plural.items()
    entry.msgstr_plural = {form: _joined(text) for form, text in forms}


def _joined(text: str) -> str:
    return re.sub(r"(?<=«) | (?=[;:!?»])", "\u00a0", text)


def text_of(entry: polib.POEntry) -> Text:
    return Text(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def main() -> None:
    """Writes the catalogues, and says what is left to translate."""
    found = said()
    given = [polib.pofile(name) for name in sys.argv[1:]]
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = polib.pofile(str(path))
        same = (each for each in given if each.metadata["Language"] == path.stem)
        for entry in (entry for each in same for entry in each.translated_entries()):
            catalogue.append(entry)  # the last one of a text is taken
        made = updated(catalogue, found)
        path.write_text(f"{made}\n", encoding="utf-8")
        left = len(made) - len(made.translated_entries())
        print(f"{path.name}: {len(made)} texts, {left} of them to translate")


if __name__ == "__main__":
    main()
