"""Starts a game on a phone: the fields of its set-up, and names of a family's board."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.page.at_table import big_button, open_table, settled
from tests.page.test_forms import KEPT, fits
from tests.page.test_served import until


def test_setup_fits_a_phone_and_names_the_spaces(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=worms&players=Ann,Ben")
    page.get_by_role("button", name="Back to the block").click()
    setup = page.locator("#panel-table")
    for title in ("Celebration", "Wasteland"):
        setup.locator(f"[data-game={title.lower()}]").click()
        begin = setup.get_by_role("button", name=f"Play {title}", exact=True)
        expect(begin).to_be_in_viewport(ratio=1)
        closed = setup.locator("details:not([open]) > summary")
        expect(setup.get_by_text("Names of the spaces")).to_be_visible()
        while closed.count():
            closed.first.click()
        fits(page)
    setup.get_by_label("Brown 1", exact=True).fill("Mühle & 'Teich'")
    setup.get_by_role("button", name="Play Wasteland", exact=True).click()
    expect(page.locator("#evening h2")).to_have_text("Wasteland")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="All spaces in words").click()
    rows = page.get_by_role("dialog").locator("li b")
    expect(rows.nth(1)).to_have_text("Mühle & 'Teich'")
    expect(rows.nth(3)).to_have_text("Brown 2")


def open_rules(page: Page, game: str, title: str) -> None:
    """Opens the rules in the set-up of a game."""
    page.locator(f"#panel-table [data-game={game}]").click()
    expect(page.get_by_role("button", name=f"{title} spielen", exact=True)).to_be_visible()
    page.get_by_text("Was von den Regeln abweicht").click()


def begun_with(page: Page, game: str, title: str) -> dict[str, Any]:
    """Begins a game whose set-up is on the page. Returns its options."""
    page.get_by_role("button", name=f"{title} spielen", exact=True).click()
    expect(page.locator("#evening h2")).to_have_text(title)
    settled(page)
    big_button(page).click()  # The page stores a game after its first step.
    until(page, f"{KEPT}.game === '{game}' && {KEPT}.steps")
    options: dict[str, Any] = page.evaluate(f"{KEPT}.log[0].options")
    return options


def test_rules_are_set_by_translated_words_and_numbers(table_url: str, page: Page) -> None:
    """People count their deck card by card. If a number is left empty, it has its usual value."""
    page.add_init_script("""localStorage["pingblock.page"] = '{"version": 1, "atTable": false}'""")
    open_table(page, table_url, "lang=de&table=worms&players=Ann,Ben")
    page.get_by_role("button", name="Zurück zum Block").click()
    setup = page.locator("#panel-table")
    open_rules(page, "wasteland", "Ödland")
    rule = lambda name: setup.get_by_label(re.compile(rf"\({name}\)$"))  # noqa: E731
    expect(rule("laps")).to_have_attribute("inputmode", "numeric")
    expect(rule("laps")).to_have_attribute("placeholder", "wie üblich")
    rule("laps").fill("3")
    rule("parking_pot").select_option(label="ja")
    options = begun_with(page, "wasteland", "Ödland")
    assert (options["laps"], options["parking_pot"]) == (3, "on")
    assert (options["double_ones"], options["cards"]) == ("board", "deck")

    page.get_by_role("button", name="Zurück zum Block").click()
    open_rules(page, "fortune", "Fortuna")
    expect(setup.get_by_label("Gold", exact=True)).to_be_hidden()
    rule("deck").select_option("counted")
    setup.get_by_label("Gold", exact=True).fill("30")
    setup.get_by_label("Zauberin", exact=True).fill("5")
    fits(page)
    assert begun_with(page, "fortune", "Fortuna")["deck"] == {"gold": 30, "sorceress": 5}
