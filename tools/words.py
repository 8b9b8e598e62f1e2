"""Updates the catalogues from the sources: ``python -m tools.words``.

Texts in marks such as ``_("Roll again.")`` are added to each catalogue of
``host_tools/pingblock/languages``, and texts that the sources no longer have are removed. A
comment that begins with ``Translators:`` above a mark is also added. ``python -m tools.words
FILE`` also copies the translations of that catalogue, for example one from a translator.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import polib
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file

from pingblock.games import words as game_words
from pingblock.languages.catalogues import FOLDER, WHOLE, languages
from pingblock.make_page.page_device import settings_texts
from pingblock.tables import typed_words

ROOT = Path(__file__).resolve().parents[1]
_SOURCES = ROOT / "host_tools" / "pingblock"
# A file with sentences contains one of these.
_MARKED = {".py": "Refusal|pingblock.languages", ".js": "language"}
_METHODS = {".py": "python", ".js": "javascript"}
_OPTIONS = {"parse_template_string": True, "jsx": False}  # because a pattern can begin with >
_KEYWORDS = {**DEFAULT_KEYWORDS, "NN_": (1, 2), "NC_": ((1, "c"), 2)}
# the argument with the text in refusals of tables, which the interface translates
_REFUSALS = {"Refusal": (1,), "refusal": (3,)}
_SETTINGS = "page/board/settings.js"
_NUMBER = re.compile(r" \d+$")  # the number after the name of a place
_WIDTH = 10_000  # a text must be on one line, because that is easier to merge
_TERMS = FOLDER / "terms.toml"
_FOR_TRANSLATORS = "Translators:"
_SHOWN = 20  # missing texts to show for each language


class Text(NamedTuple):
    """A text of the sources: the English, and a context if it has two meanings."""

    one: str
    many: str = ""
    context: str = ""


def said() -> dict[Text, list[str]]:
    """Returns the texts to translate, each with its files, in their order."""
    return {text: files for text, (files, _comments) in _noted().items()}


def comments() -> dict[Text, list[str]]:
    """Returns the comments for translators of each text."""
    return {text: known for text, (_files, known) in _noted().items() if known}


@cache
def _noted() -> dict[Text, tuple[list[str], list[str]]]:
    """Returns each text with its files, and comments on it."""
    found: dict[Text, tuple[list[str], list[str]]] = {}
    declared = ((text, name, "") for text, name in _declared())
    for text, name, comment in (*_marked(), *declared):
        files, known = found.setdefault(text, ([], []))
        files += [name] if name not in files else []
        known += [comment] if comment and comment not in known else []
    return found


def _marked() -> Iterator[tuple[Text, str, str]]:
    for path in sorted(_SOURCES.rglob("*")):
        name = path.relative_to(_SOURCES).as_posix()
        for text, comment in dict.fromkeys(_said_by(path)):
            yield text, name, comment


def _declared() -> Iterator[tuple[Text, str]]:
    """Yields texts in data files, without marks, each with its file."""
    for context, one in settings_texts():
        yield Text(one, context=context), _SETTINGS
    for game, one, many in game_words.texts():
        yield Text(one, many), f"games/{game}/words.toml"
    for word in typed_words.WORDS:
        yield Text(word, context=typed_words.CONTEXT), "tables/typed_words.py"


def _said_by(path: Path) -> Iterator[tuple[Text, str]]:
    """Yields the texts in a file, each with a comment for translators or ""."""
    if path.suffix == ".html":
        page = _Page()
        page.feed(path.read_text(encoding="utf-8"))
        yield from ((Text(each), "") for each in page.texts)
    elif path.name == "rules.toml":
        for section in tomllib.loads(path.read_text(encoding="utf-8")).values():
            yield from ((Text(each), "") for each in section.values())
    elif path.suffix == ".toml" and "tables" in path.parts:
        for text in _of_a_board(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield text, ""
    elif path.suffix in _MARKED and re.search(_MARKED[path.suffix], path.read_text("utf-8")):
        method = _METHODS[path.suffix]
        keywords = {**_KEYWORDS, **(_REFUSALS if method == "python" else {})}
        tags = (_FOR_TRANSLATORS,)
        every = extract_from_file(method, path, keywords, tags, _OPTIONS)
        for _line, found, notes, context in every:
            one, many = (found, "") if isinstance(found, str) else found[:2]
            comment = " ".join(notes).removeprefix(_FOR_TRANSLATORS).strip()
            yield Text(one, many or "", context or ""), comment


def _of_a_board(board: Mapping[str, Any]) -> Iterator[Text]:
    """Yields the names of things on a game board, without their numbers, and its notes."""
    yield from map(Text, board.get("unverified", ()))
    names = [board.get(key, "") for key in ("house", "hotel")]
    names += [each.get(key, "") for each in board.get("space", ()) for key in ("name", "deck")]
    names += [each["name"] for each in board.get("chest", ())]
    yield from (Text(_NUMBER.sub("", name), context="name") for name in names if name)
    yield from (Text(card["text"], context="name") for card in board.get("card", ()))


class _Page(HTMLParser):
    """The texts of a page: visible texts, and texts for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        # Elements with a language tag, such as texts without scripts, contain all
        # languages.
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


def updated(
    catalogue: polib.POFile,
    found: Mapping[Text, list[str]],
    comments: Mapping[Text, list[str]] = MappingProxyType({}),
) -> polib.POFile:
    """Returns a catalogue with only the texts in the sources, and its translations of them.

    Args:
        catalogue: the old catalogue.
        found: each text with its files.
        comments: comments for translators, by text.
    """
    known = {text_of(entry): entry for entry in catalogue}
    made = polib.POFile(wrapwidth=_WIDTH)
    made.metadata = catalogue.metadata
    made.header = _terms(made.metadata["Language"])
    forms = range(int(re.findall(r"nplurals=(\d)", made.metadata["Plural-Forms"])[0]))
    for text, files in sorted(found.items(), key=lambda each: (each[1], each[0])):
        entry = polib.POEntry(msgid=text.one, occurrences=[(name, "") for name in files])
        before = known.get(text)
        entry.comment = "\n".join(comments.get(text, ()))
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
    """Puts no-break spaces before French punctuation marks and inside French quotation marks."""
    entry.msgstr = _joined(entry.msgstr)
    forms = entry.msgstr_plural.items()
    entry.msgstr_plural = {form: _joined(text) for form, text in forms}


def _joined(text: str) -> str:
    return re.sub(r"(?<=«) | (?=[;:!?»])", "\u00a0", text)


def text_of(entry: polib.POEntry) -> Text:
    """Returns the text of an entry, in the same form as in the sources."""
    return Text(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def _terms(language: str) -> str:
    """Returns the head of a catalogue: the terms, their meaning and their translation."""
    terms = tomllib.loads(_TERMS.read_text(encoding="utf-8"))
    lines = [
        f"{term}: {known['means']}" + (f" Here: {known[language]}" if language in known else "")
        for term, known in terms.items()
    ]
    return "\n".join(["Terms of this project; languages/terms.toml has them:", *lines])


def missing(catalogue: polib.POFile, found: Mapping[Text, list[str]]) -> list[Text]:
    """Returns the texts that a catalogue does not translate, in the order of the sources."""
    known = {text_of(entry) for entry in catalogue.translated_entries()}
    return [text for text in found if text not in known]


def lacking() -> list[str]:
    """Returns a release's missing texts, a line for each. A release needs complete languages."""
    found = said()
    return [
        f"{code}: {text.one}"
        for code in languages()
        if code in WHOLE
        for text in missing(polib.pofile(str(FOLDER / f"{code}.po")), found)
    ]


def main() -> None:
    """Writes the catalogues, and lists the texts without a translation."""
    found, known = said(), comments()
    given = [polib.pofile(name) for name in sys.argv[1:]]
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = polib.pofile(str(path))
        same = (each for each in given if each.metadata["Language"] == path.stem)
        for entry in (entry for each in same for entry in each.translated_entries()):
            catalogue.append(entry)  # the last entry for a text counts
        made = updated(catalogue, found, known)
        path.write_text(f"{made}\n", encoding="utf-8")
        left = missing(made, found)
        print(f"{path.name}: {len(made)} texts, {len(left)} of them to translate")
        for text in left[:_SHOWN]:
            print(f"    {text.one}")
        if len(left) > _SHOWN:
            print(f"    and {len(left) - _SHOWN} more")


if __name__ == "__main__":
    main()
