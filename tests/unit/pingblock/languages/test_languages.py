"""Words in the language that is spoken, out of a catalogue or the card's."""

import json
import re

import pytest

from pingblock.cards.strings import languages as of_cards
from pingblock.errors import BadInput
from pingblock.languages import ENGLISH, Words, _, ngettext, pgettext, speaking, spoken
from pingblock.languages.catalogues import languages, words_of
from pingblock.languages.later import later
from pingblock.languages.numbers import number, percent
from pingblock.make_page.page import page_dir
from pingblock.make_page.page_words import word_files

POLISH = Words(
    "pl",
    {"Roll.": "Rzuć.", "{n} coin": ["{n} moneta", "{n} monety", "{n} monet"], "a\x04Play": "Graj"},
    "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
)


def test_a_text_is_said_in_the_language_that_is_spoken():
    with speaking(POLISH):
        said = _("Roll."), pgettext("a", "Play"), pgettext("b", "Play")
        assert said == ("Rzuć.", "Graj", "Play")
        forms = [ngettext("{n} coin", "{n} coins", n).split()[1] for n in (1, 2, 5, 12, 22)]
        assert forms == ["moneta", "monety", "monet", "monet", "monety"]
        assert ngettext("{n} die", "{n} dice", 2) == "{n} dice"  # not in the catalogue
    with pytest.raises(ZeroDivisionError), speaking(POLISH):
        assert 1 / 0
    assert spoken() is ENGLISH
    assert (_("Roll."), ngettext("a", "b", 1), ngettext("a", "b", 0)) == ("Roll.", "a", "b")
    assert [later("{n} coin", "{n} coins", n=n) for n in (0, 1)] == ["0 coins", "1 coin"]


def test_a_share_is_written_as_the_language_does():
    shares = [percent(share) for share in (0, 0.004, 0.125, 0.475, 1)]
    assert shares == ["0%", "0%", "12%", "48%", "100%"]
    with speaking(words_of("de")):
        assert (percent(0.25), number(12.25), number(0.5, 2)) == ("25\u00a0%", "12,25", "0,50")


def test_languages_are_found_by_their_codes():
    assert languages() == ["en", "de", "fr"]
    assert words_of("EN_us.UTF-8") is ENGLISH
    assert words_of("de_AT").text("Close") == words_of("de").text("Close") == "Schließen"
    with pytest.raises(BadInput, match="de, fr"):
        words_of("xx")


def test_the_page_has_words_for_each_language_of_the_cards():
    files = word_files()
    codes = {*of_cards(), *languages()} - {"en"}
    assert {*files} == {f"languages/{code}.json" for code in codes}
    spanish = json.loads(files["languages/es.json"])["texts"]
    assert spanish["Pay the bank 5 coins."] == "Entrega 5 monedas a la banca."
    assert spanish["Press the block"] == "Pulsa el botón"
    assert spanish["{n} coin"] == ["+{n}", "+{n}"]
    for name in ("es", "fi", "pl"):  # a card's line without a colon would leave one empty
        assert all(json.loads(files[f"languages/{name}.json"])["texts"].values())


def test_the_page_offers_what_there_is():
    script = (page_dir() / "language.js").read_text(encoding="utf-8")
    offered = dict(re.findall(r"\b(\w\w): \"(.+?)\"", script))
    assert offered == of_cards()
    whole = re.search(r"WHOLE = new Set\((.+?)\)", script)
    assert whole
    assert json.loads(whole[1]) == languages()
