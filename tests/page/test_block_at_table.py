"""The block sits at the tables from the start, rolls, and leaves when people send it away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import KEPT_STEPS, big_button, load_log, open_table, roll_at_once, settled
from tests.page.conftest import PATIENT_MS
from tests.page.test_served import READY, until
from tests.seldom import seldom_but
from tools.pictures.tables import prepared

from pingblock.tables.registry import TABLES

SPOT = "#evening .blockspot"
FAULT = "document.querySelector('#evening .acts > .fault:not([hidden])')"
SAID = "document.querySelector('#evening .said').textContent"
GAMES = seldom_but("fortune", ("celebration", "wasteland", "storm", "fortune"))
NARROW = {"width": 360, "height": 640}


@pytest.fixture
def narrow(browser: Browser) -> Page:
    """A narrow phone whose owner does not want motion."""
    context = browser.new_context(viewport=NARROW, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENT_MS)
    return context.new_page()


@pytest.mark.long
def test_block_appears_in_each_game_without_moving_its_buttons(
    table_url: str, narrow: Page
) -> None:
    for game, record in TABLES.items():
        open_table(narrow, table_url, f"table={game}&players=Ann,Ben&lang=de")
        expect(narrow.locator(SPOT).get_by_role("button")).to_have_count(1)
        games = list(record.press_games[:1]) or [narrow.evaluate("pingblock.state().device.game")]
        until(narrow, f"{games}.includes(pingblock.state().device.game)")
        settled(narrow)
        acts = narrow.locator("#evening .acts")
        high = acts.evaluate("acts => acts.offsetHeight")
        narrow.locator(SPOT).evaluate("spot => { spot.hidden = true; }")
        assert high == acts.evaluate("acts => acts.offsetHeight"), game
        spot = narrow.evaluate("document.querySelector('#stage').parentElement.className")
        assert spot == "blockspot"
    narrow.context.close()


def test_roll_is_shown_after_its_beeps_or_a_second_tap(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&opt.roll_off=off")
    until(page, "pingblock.state().device.rules === 'wasteland'")
    expect(page.locator(SPOT)).to_be_visible()
    settled(page)
    roll_at_once(page)
    until(page, f"{SAID}.includes('Ann rolls')")
    dice = page.evaluate("pingblock.state().outcome.shown.dice")
    assert f"Ann rolls {dice[0]} and {dice[1]}." in page.locator("#evening .said").inner_text()
    page.get_by_role("button", name="Undo").click()
    expect(big_button(page)).to_have_text("Roll the dice")
    expect(page.locator("#evening .said")).not_to_contain_text("Ann rolls")
    big_button(page).click()  # The press waits for the end of the first roll's sound.
    until(page, "pingblock.state().outcome.held")
    until(page, "!pingblock.state().outcome.held")
    shown = "(({outcome, sound}) => [outcome.shown.dice, sound.onsets.length])(pingblock.state())"
    dice, beeps = page.evaluate(shown)
    assert beeps >= sum(dice)  # After a double, another sound can follow.
    until(page, f"{SAID}.includes('Ann rolls {dice[0]} and {dice[1]}.')")


@pytest.mark.parametrize("game", GAMES)
def test_big_button_leads_through_a_game_with_the_block(
    own_url: str, page: Page, game: str
) -> None:
    """The block draws fortune's cards. It lacks fortune's dice, so the page rolls those."""
    open_table(page, own_url, f"table={game}&players=Ann,Ben")
    until(page, f"{list(TABLES[game].press_games)}.includes(pingblock.state().device.game)")
    settled(page)
    steps = f"(localStorage['pingblock.tables'] && {KEPT_STEPS})"
    for _move in range(6):
        before = page.evaluate(steps) or 0
        big_button(page).click()
        if page.locator("dialog[open]").count():
            break  # A person must choose now, such as a space.
        # The next tap waits for the end of the sound, as people do.
        quiet = "!pingblock.state().outcome.sounding"
        until(page, f"({steps} > {before} || {FAULT}) && {quiet}")
        settled(page)
        assert not page.evaluate(f"{FAULT}?.innerText")
    assert page.evaluate(steps) >= 2


@pytest.mark.long
def test_block_that_leaves_a_game_returns_to_its_own_game(own_url: str, page: Page) -> None:
    open_table(page, own_url, "table=storm&players=Ann,Ben")
    until(page, "pingblock.state().device.game === 'storm_dice'")
    page.reload()
    until(page, READY)
    expect(page.locator(SPOT)).to_be_visible()
    settled(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="The block leaves the table").click()
    expect(page.locator(SPOT)).to_be_hidden()
    until(page, "pingblock.state().device.game === 'block'")
    assert page.evaluate("document.querySelector('#stage').parentElement.id") == "table"
    page.reload()
    until(page, READY)
    settled(page)
    expect(page.locator(SPOT)).to_be_hidden()
    big_button(page).click()
    until(page, f"{SAID}.includes('Ann rolls')")  # The page rolls.
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="The block rolls and announces").click()
    expect(page.locator(SPOT)).to_be_visible()


@pytest.mark.long
def test_game_with_a_seed_rolls_without_the_block(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&seed=5&opt.roll_off=off")
    expect(page.locator(SPOT)).to_be_visible()
    until(page, "pingblock.state().device.rules === 'wasteland'")
    settled(page)
    expect(big_button(page)).to_have_text("Roll")
    page.evaluate("() => { pingblock.engine().hand = () => { window.pressed = true; }; }")
    big_button(page).click()
    until(page, f"{SAID}.includes('Ann rolls 3 and 4.')")
    assert not page.evaluate("window.pressed")


def test_loading_another_game_switches_the_block_and_resets_purses(
    table_url: str, page: Page
) -> None:
    """Requests of one game are not sent to a block in the other game. No player loses money."""
    open_table(page, table_url, "table=wasteland&players=Ann,Ben,Cleo")
    expect(page.locator(SPOT).get_by_role("button")).to_have_count(1)
    settled(page)
    table = prepared("storm")
    assert list(table.players) == ["Ann", "Ben", "Cleo"]
    load_log(page, table)
    expect(page.locator("#evening h2")).to_have_text("Storm")
    until(page, "pingblock.state().device.game === 'storm_dice'")
    settled(page)
    amounts = "[...document.querySelectorAll('#evening .amount')]"
    changes = page.evaluate(f"{amounts}.map(({{dataset}}) => dataset.change ?? '')")
    assert changes == ["", "", ""]
    toasts = page.locator("#toasts").inner_text()
    assert "Refused" not in toasts, page.evaluate("pingblock.state().log.map(({text}) => text)")
    asked = "pingblock.state().log.map(({text}) => text).filter((text) => /refused/i.test(text))"
    assert page.evaluate(asked) == []


def test_big_button_starts_the_worms_by_the_lever(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=worms&players=Ann,Ben")
    expect(page.locator(SPOT).get_by_role("button")).to_have_count(1)
    settled(page)
    big_button(page).click()  # This chooses the first player.
    until(page, f"{SAID}.includes('begins')")
    settled(page)
    big_button(page).click()
    until(page, "pingblock.state().run.on")
    until(page, f"{SAID}.includes('lets the lever go')")
