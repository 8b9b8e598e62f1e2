"""Words in the current language, from a catalogue or the card."""

import json
import re

import pytest

from pingblock.cards.strings import languages as of_cards
from pingblock.errors import BadInput
from pingblock.games.words import told
from pingblock.languages import ENGLISH, Words, _, catalogues, ngettext, pgettext, speaking, spoken
from pingblock.languages.catalogues import WHOLE, languages, words_of
from pingblock.languages.later import later, listed_later, said
from pingblock.languages.numbers import number, percent
from pingblock.make_page.page import page_dir
from pingblock.make_page.page_device import PLACE, device_data
from pingblock.make_page.page_words import word_files
from pingblock.tables.language import table_words

POLISH = Words(
    "pl",
    {"Roll.": "Rzuć.", "{n} coin": ["{n} moneta", "{n} monety", "{n} monet"], "a\x04Play": "Graj"},
    "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
)


def test_texts_use_the_current_language_and_its_plural_forms():
    with speaking(POLISH):
        said = _("Roll."), pgettext("a", "Play"), pgettext("b", "Play")
        assert said == ("Rzuć.", "Graj", "Play")
        forms = [ngettext("{n} coin", "{n} coins", n).split()[1] for n in (1, 2, 5, 12, 22)]
        assert forms == ["moneta", "monety", "monet", "monet", "monety"]
        # this text is not in the catalogue
        assert ngettext("{n} die", "{n} dice", 2) == "{n} dice"
    with pytest.raises(ZeroDivisionError), speaking(POLISH):
        assert 1 / 0
    assert spoken() is ENGLISH
    assert (_("Roll."), ngettext("a", "b", 1), ngettext("a", "b", 0)) == ("Roll.", "a", "b")
    assert [later("{n} coin", "{n} coins", n=n) for n in (0, 1)] == ["0 coins", "1 coin"]


def test_stored_list_is_english_in_every_language():
    with speaking(words_of("de")):
        names = listed_later(["Ann", "Ben", "Cleo"])
        assert (names, said(names)) == ("Ann, Ben and Cleo", "Ann, Ben und Cleo")
        assert later("{names} won", names=names) == "Ann, Ben and Cleo won"


def test_shares_are_written_as_in_the_language():
    shares = [percent(share) for share in (0, 0.004, 0.125, 0.475, 1)]
    assert shares == ["0%", "0%", "12%", "48%", "100%"]
    with speaking(words_of("de")):
        assert (percent(0.25), number(12.25), number(0.5, 2)) == ("25\u00a0%", "12,25", "0,50")


def test_languages_are_found_by_their_codes():
    assert languages()[0] == "en"
    assert {*languages()} >= {"en", *WHOLE}
    assert words_of("EN_us.UTF-8") is ENGLISH
    assert words_of("de_AT").text("Close") == words_of("de").text("Close") == "Schließen"
    with pytest.raises(BadInput, match="de, fr"):
        words_of("xx")


def test_page_has_words_for_each_language():
    files = word_files()
    codes = {*of_cards(), *languages()} - {"en"}
    assert {*files} == {f"languages/{code}.json" for code in codes}
    spanish = json.loads(files["languages/es.json"])["texts"]
    assert spanish["Pay the bank 5 coins."] == "Entrega 5 monedas a la banca."
    assert spanish["Press the block"] == "Pulsa el botón"
    assert spanish["{n} coin"] == ["+{n}", "+{n}"]
    for name in ("es", "fi", "pl"):  # if a line of a card had no colon, one part would be empty
        assert all(json.loads(files[f"languages/{name}.json"])["texts"].values())


def test_page_offers_all_existing_languages():
    script = (page_dir() / "language.js").read_text(encoding="utf-8")
    offered = dict(re.findall(r"\b(\w\w): \"(.+?)\"", script))
    assert offered.items() >= of_cards().items()
    assert offered.keys() >= {*languages()}
    whole = re.search(r"WHOLE = new Set\((.+?)\)", script)
    assert whole
    assert json.loads(whole[1]) == ["en", *WHOLE]


DUTCH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: nl\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Roll the dice"
msgstr "Gooi de dobbelstenen"

msgid "Move {n}."
msgid_plural "Move {n}."
msgstr[0] "Verplaats {n}."
msgstr[1] "Verplaats {n}."

msgid "The turn ends. You have one more try."
msgstr ""

msgid "A tie"
msgstr "Gelijkspel"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of catalogues instead of ours."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    words_of.cache_clear()
    yield tmp_path
    words_of.cache_clear()


def test_new_language_can_begin_with_three_sentences(folder):
    (folder / "nl.po").write_text(DUTCH, encoding="utf-8")
    assert languages() == ["en", "nl"]
    with speaking(table_words("nl")):
        assert told({"outcome": "roll_off", "again": [1, 2]})[0] == "Gelijkspel"
        assert told({"outcome": "roll", "dice": [4]}) == ("⚃ 4", "Verplaats 4.")
        stays = {"outcome": "jail_try", "dice": [4], "action": "none", "result": "stay"}
        assert told(stays)[1] == "The turn ends. You have one more try."
    page = json.loads(word_files()["languages/nl.json"])
    assert page["catalogue"] is True
    assert page["texts"]["Roll the dice"] == "Gooi de dobbelstenen"
    assert page["texts"]["Villain's laugh"] == "Schurkenlach"
    assert "The turn ends. You have one more try." not in page["texts"]
    (folder / "cs.po").write_text(DUTCH.replace(": nl", ": cs"), encoding="utf-8")
    assert len(json.loads(word_files()["languages/cs.json"])["texts"]) == 3
    assert json.loads(device_data.__wrapped__()[PLACE])["sounds"][0]["means"].keys() == {
        "en",
        "nl",
    }
