"""The page is completely in German and French. Other languages have the block's words."""

from __future__ import annotations

import re
from functools import cache

import polib
import pytest
from playwright.sync_api import Page, expect
from tests.page.conftest import TOO_SMALL, TOO_WIDE, barriers
from tests.page.double import Double

from pingblock.languages.catalogues import FOLDER

COINS = {"outcome": "coins", "coins": 3}
# All visible or announced text, without parts that are intentionally in other languages.
SAID = """[...document.querySelectorAll("body *")].filter((each) =>
    !each.closest("[lang]:not(html), pre, script, svg, .card") && each.checkVisibility())
    .flatMap((each) => [
        ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
        ...["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name)),
    ]).map((text) => (text ?? "").trim()).filter(Boolean)"""
CLIPPED = """[...document.querySelectorAll("button:not(.hit), label, h2, summary, #big, #sub")]
    .filter((each) => each.checkVisibility() && !each.closest(".aloud"))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth)
    .filter((each) => getComputedStyle(each).display !== "inline")
    .map((each) => each.outerHTML.slice(0, 80))"""
# The fewest letters in a text, not counting placeholders. "{n} HP" fits any language.
_LETTERS_LEAST = 6


@cache
def english(language: str) -> re.Pattern[str]:
    """Returns a pattern for texts that are only English, because the catalogue translates them."""
    texts = [
        text
        for entry in polib.pofile(str(FOLDER / f"{language}.po")).translated_entries()
        if any("page/" in name or "words.toml" in name for name, _ in entry.occurrences)
        for text in (entry.msgid, entry.msgid_plural)
        if text
        and text not in (entry.msgstr, *entry.msgstr_plural.values())
        and len(re.sub(r"\{\w+\}|\W", "", text)) >= (_LETTERS_LEAST if "{" in text else 1)
    ]
    assert len(texts) > 300
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(each)) for each in texts))


def english_left(page: Page, language: str) -> list[str]:
    said = page.evaluate(SAID)
    assert len(said) > 10
    return [text for text in said if english(language).fullmatch(text) or re.search(r"\{\w", text)]


@pytest.mark.parametrize(
    ("language", "told", "volts"),
    [
        ("de", "Nimm 3 Münzen von der Bank.", "4,65 V"),
        ("fr", "Prenez 3 pièces à la banque.", "4,65"),
    ],
)
def test_page_is_fully_translated_and_fits_a_phone(
    page: Page, front: str, language: str, told: str, volts: str
) -> None:
    device = Double(page)
    device.open(f"{front}?lang={language}", hints=True)
    assert page.evaluate("document.documentElement.lang") == language
    assert english_left(page, language) == []
    assert page.evaluate(TOO_WIDE) == []
    device.draw(notes=3, **COINS)
    device.hush()
    expect(page.locator("#sub")).to_have_text(told)
    device.line({"event": "battery", "verdict": "good", "open_mv": 4650})
    for tab in ("table", "device", "bench"):
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        assert english_left(page, language) == []
        # German words are the longest. Everything else is the same in each language.
        if language == "de":
            assert barriers(page) == []
        for wrong in (TOO_WIDE, TOO_SMALL, CLIPPED):
            assert [each for each in page.evaluate(wrong) if "data-hand" not in each] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(".log")).to_contain_text(volts)  # drawn in the next frame


def test_other_languages_translate_only_the_words_of_the_block(page: Page, front: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    device = Double(page)
    device.open(front, hints=True)
    page.get_by_label("Language of the page").select_option("es")
    expect(page.locator("#big")).to_have_text("Pulsa el botón")
    device.draw(notes=3, **COINS)
    device.hush()
    expect(page.locator("#big")).to_have_text("+3")
    assert page.evaluate("document.documentElement.lang") == "en"
    expect(page.get_by_role("tab", name="Block")).to_be_visible()
    page.goto(f"{front}?lang=nn")  # The language in the address has priority over the stored one.
    expect(page.locator("#big")).to_have_text("Trykk på knappen")
