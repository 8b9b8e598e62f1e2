"""Compares catalogues with the sources: translations have the placeholders of their text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import polib
import pytest
from tools import words
from tools.release import __main__ as release
from tools.words import ROOT, Text, said, text_of, updated

from pingblock import tables
from pingblock.errors import BadInput
from pingblock.languages.catalogues import FOLDER, WHOLE
from pingblock.tables.registry import TABLES

HEAD = {"Language": "de", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
SAID = {
    Text("Roll."): ["a.py"],
    Text("{who} has {n} coin", "{who} has {n} coins"): ["a.py", "b.js"],
    Text("Play", context="a game"): ["b.js"],
}
WITH_CONTEXT = ("pgettext", "NC_")  # marks whose first argument is the context
MARKS = ("_", "N_", "NN_", "ngettext", "later", "Refusal")
found = cache(said)


def faults(catalogue: polib.POFile, found: Mapping[Text, list[str]]) -> list[str]:
    """Returns the faults of a catalogue: a sentence each."""
    wrong = []
    for entry in catalogue.translated_entries():
        text = text_of(entry)
        said = list(entry.msgstr_plural.values()) if text.many else [entry.msgstr]
        allowed = places(text.one) | places(text.many)
        needed = places(text.many or text.one) - {"n"}
        if text in found and any(not needed <= places(each) <= allowed for each in said):
            wrong.append(f"other places: {text.one}: {said}")
    return wrong


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)", text))


def catalogue(*entries: polib.POEntry) -> polib.POFile:
    made = polib.POFile()
    made.metadata = dict(HEAD)
    made.extend(entries)
    return made


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.po")), ids=lambda path: path.stem)
def test_each_translation_has_the_placeholders_of_its_text(path) -> None:
    assert faults(polib.pofile(str(path)), found()) == []


def test_untranslated_sentence_is_allowed_until_a_release(monkeypatch, tmp_path) -> None:
    before = set(words.lacking())
    new = Text("A new {thing} is here.")
    monkeypatch.setattr(words, "said", lambda: {**found(), new: ["page/state.js"]})
    for path in FOLDER.glob("*.po"):
        assert faults(polib.pofile(str(path)), words.said()) == []
    assert set(words.lacking()) - before == {f"{code}: {new.one}" for code in WHOLE}
    with pytest.raises(BadInput, match=r"de: A new \{thing\} is here\.[\s\S]*Fix: make words"):
        release.make(tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


def test_catalogue_contains_comments_and_terms_for_translators(tmp_path, monkeypatch) -> None:
    assert {Text("in part"), Text("Grab!")} <= set(words.comments())
    (tmp_path / "a.py").write_text(
        "from pingblock.languages import _\n\n# Translators: to a player\n_('Let go')\n"
    )
    monkeypatch.setattr(words, "_SOURCES", tmp_path)
    noted = words._noted.__wrapped__()
    text = Text("Let go")
    assert noted[text] == (["a.py"], ["to a player"])
    made = updated(catalogue(), {text: ["a.py"]}, {text: noted[text][1]})
    assert "#. to a player\n#: a.py\nmsgid" in str(made)
    assert (
        "# outcome: What a press of the block gives, such as coins or a laugh. Here: Erg"
        in str(made)
    )


def test_every_mark_of_the_page_is_found() -> None:
    """The finder parses JavaScript. If it misses a mark, the sentence stays English."""
    texts = {each for text in found() for each in (text.one, text.many)}
    marks = re.compile(
        r'(?<![\w.])(?:_|ngettext|pgettext\("[^"]*",)\(? ?"((?:[^"\\]|\\.)*)"(?=[,)])'
    )
    for script in (ROOT / "host_tools" / "pingblock" / "page").rglob("*.js"):
        code = re.sub(r"^\s*(//|/?\*).*$", "", script.read_text(encoding="utf-8"), flags=re.M)
        assert {each.replace('\\"', '"') for each in marks.findall(code)} - texts == set(), script


# Texts without a language: codecs and workers, sentences of a report, or words that are not shown.
UNSEEN = re.compile(r"link/(lines|strict_json)\.js|.*worker\.js|engines/here/(device|pack)\.js")
ENGLISH = ("What went wrong:", "The words of {language} could not be loaded")
SENTENCE = re.compile(r"""["`]([A-Z][a-z’']+,? [a-z](?:[^"`\\]|\\.)*)["`]""")
MARK = re.compile(r"(?:\b_|gettext)\([^()]*$")


def test_every_sentence_of_the_page_is_marked() -> None:
    """A sentence without a mark stays English in all languages, and only this test finds it."""
    folder = ROOT / "host_tools" / "pingblock" / "page"
    lost = []
    for script in folder.rglob("*.js"):
        if UNSEEN.fullmatch(script.relative_to(folder).as_posix()):
            continue
        code = re.sub(r"^\s*(//|/?\*).*$|//.*$", "", script.read_text("utf-8"), flags=re.M)
        unmarked = (
            each[1] for each in SENTENCE.finditer(code) if not MARK.search(code[: each.start()])
        )
        lost += [(script.name, each) for each in unmarked if not each.startswith(ENGLISH)]
    assert lost == []


SAID_BY_PYTHON = re.compile(r"^[A-Z“'{].*[a-z}] [a-z{].*[.:?!](\s|$)", re.DOTALL)
FOR_THE_COMMAND_LINE = {"board_edit.py", "quick.py", "report.py"}  # The command line is English.


def test_every_sentence_of_a_referee_is_marked() -> None:
    folders = {Path(tables.__path__[0]) / each.folder for each in TABLES.values()}
    files = [path for folder in folders for path in folder.glob("*.py")]
    lost = {
        str(path): list(_unmarked(path.read_text(encoding="utf-8")))
        for path in files
        if path.name not in FOR_THE_COMMAND_LINE
    }
    assert {place: texts for place, texts in lost.items() if texts} == {}
    assert len(lost) > 50


def _unmarked(source: str) -> Iterator[str]:
    """Yields the sentences of a module outside of marks and docstrings."""
    tree = ast.parse(source)
    known: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
            *MARKS,
            *WITH_CONTEXT,
            "refusal",
        ):
            known |= set(ast.walk(node))
        elif isinstance(node, ast.Expr):
            known |= {node.value}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [
                part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
            ]
            text, known = "".join(parts), known | set(node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if node not in known and SAID_BY_PYTHON.search(text):
            yield text


def test_every_mark_of_python_is_found() -> None:
    """The finder finds no mark in a formatted string. A mark in a mark is part of its words."""
    known = {(text.one, text.context) for text in found()}
    assert len(known) > 1000
    lost = []
    for path in (ROOT / "host_tools" / "pingblock").rglob("*.py"):
        calls = (
            each
            for each in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(each, ast.Call)
        )
        lost += [(path.name, text) for text in map(_marked, calls) if text and text not in known]
    assert lost == []


def _marked(call: ast.Call) -> tuple[str, str] | None:
    """Returns text and context of a mark, or None if the call is not a mark with literal text."""
    name = getattr(call.func, "id", "")
    words = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
    if name in WITH_CONTEXT and None not in words:
        return words[1], words[0]
    if name in MARKS and words and isinstance(words[0], str):
        return words[0], ""
    return None


def test_update_adds_new_texts_and_removes_old_ones() -> None:
    old = catalogue(
        polib.POEntry(msgid="Roll.", msgstr="Würfle."), polib.POEntry(msgid="Gone", msgstr="Weg")
    )
    made = updated(old, SAID)
    assert [(each.msgid, each.msgstr) for each in made] == [
        ("Roll.", "Würfle."),
        ("{who} has {n} coin", ""),
        ("Play", ""),
    ]
    again = updated(polib.pofile(str(made)), SAID)
    assert str(again) == str(made)
    assert words.missing(made, SAID) == [text for text in SAID if text.one != "Roll."]


def test_sent_translations_are_used_unless_they_are_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = (polib.POEntry(msgid="Roll.", msgstr=each) for each in ("Würfle.", "Wirf."))
    for name, entry in zip(("de.po", "sent.po"), both, strict=True):
        play = polib.POEntry(msgid="Play", msgctxt="a game", msgstr="Los" * (name == "de.po"))
        catalogue(entry, play).save(str(tmp_path / name))
    monkeypatch.setattr(words, "FOLDER", tmp_path / "ours")
    (tmp_path / "ours").mkdir()
    (tmp_path / "de.po").rename(tmp_path / "ours" / "de.po")
    monkeypatch.setattr(words, "said", lambda: SAID)
    monkeypatch.setattr(words.sys, "argv", ["words", str(tmp_path / "sent.po")])
    words.main()
    made = polib.pofile(str(tmp_path / "ours" / "de.po"))
    assert {each.msgid: each.msgstr for each in made if not each.msgid_plural} == {
        "Roll.": "Wirf.",
        "Play": "Los",
    }


def test_french_marks_have_a_no_break_space() -> None:
    roll = polib.POEntry(msgid="Roll.", msgstr="Lance « maintenant » : qui ? lui ; {a} (5:3) !")
    french = catalogue(roll)
    french.metadata["Language"] = "fr"
    made = updated(french, {Text("Roll."): []})[0].msgstr
    assert made == roll.msgstr.replace(" :", "\u00a0:").replace(" ?", "\u00a0?").replace(
        " ;", "\u00a0;"
    ).replace(" !", "\u00a0!").replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    shipped = polib.pofile(str(FOLDER / "fr.po"))
    texts = [text for each in shipped for text in (each.msgstr, *each.msgstr_plural.values())]
    assert not [text for text in texts if re.search(r"« | [;:!?»]", text)]


def test_faults_of_a_catalogue_are_named() -> None:
    forms = {0: "{who} hat {n} Münze", 1: "{wer} hat {n} Münzen"}
    coins = polib.POEntry(
        msgid="{who} has {n} coin", msgid_plural="{who} has {n} coins", msgstr_plural=forms
    )
    wrong = faults(catalogue(coins, polib.POEntry(msgid="Gone", msgstr="Weg")), SAID)
    assert [each.split(":")[0] for each in wrong] == ["other places"]
    forms[1] = "{who} hat {n} Münzen"
    forms[0] = "{who} hat eine Münze"  # a word can replace a number
    assert faults(catalogue(coins), {Text(coins.msgid, coins.msgid_plural): []}) == []
