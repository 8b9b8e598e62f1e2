"""Board games in the page are played by clicks, with a server and with Python in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.page.at_table import (
    KEPT_STEPS,
    big_button,
    load_log,
    open_table,
    settled,
    winners,
)
from tests.page.conftest import PHONE, TOO_SMALL, TOO_WIDE, Console, barriers, playing
from tests.page.test_languages import CLIPPED, english_left
from tests.page.test_served import until
from tests.seldom import seldom
from tools.pictures.tables import prepared

from pingblock.tables.lines import LineFace

# It clicks only the one big button, as fast as the page shows the next move.
CLICK_ON = """async (most) => {
    const big = document.querySelector("#evening .go");
    for (let clicks = 0; clicks < most; clicks++) {
        if (big.textContent === "Play again") return clicks;
        const first = document.querySelector("dialog[open] :is(.all, .pads) button");
        if (first) first.click();
        else if (!big.disabled) big.click();
        document.querySelector("dialog[open] .asks .go:enabled")?.click();
        for (let tries = 0; tries < 500; tries++) {
            await new Promise((then) => setTimeout(then, 4));
            if (document.querySelector("#evening").ariaBusy === "false") break;
        }
    }
    return -1;
}"""
RULES = {"celebration": "SM-", "hideout": "ST-", "wasteland_speed": "FO-", "storm": "FN-"}
# Stops bots from finishing their move.
NO_BOT = """() => {
    const later = setTimeout;
    self.setTimeout = (act, ms) => later(act, ms === 650 ? 1e6 : ms);
}"""
PLACES = "tokens => tokens.map(({style}) => style.transform)"
PLUG = "on => { pingblock.engine().plug(on); pingblock.dispatch({kind: 'plug', on}); }"


def _on(page: Page, button: Locator | None = None) -> None:
    """Makes a move, by default the likely one, and waits for the answer."""
    (button or big_button(page)).click()
    settled(page)


@pytest.mark.parametrize(
    ("game", "options", "wrong", "rule"),
    [
        ("fortune", "&opt.finish=1000", "roll G2", "FT-04"),
        seldom("wasteland", "&opt.turns=12", "buy", "FO-11"),
        seldom("storm", "&opt.turns=4", "move", "FN-07"),
    ],
)
def test_game_is_completed_by_clicks_with_undo_and_rule_references(
    table_url: str, page: Page, game: str, options: str, wrong: str, rule: str
) -> None:
    open_table(page, table_url, f"table={game}&players=Ann,Ben&bots=&seed=5{options}")
    _on(page)
    now = page.locator("#evening .now")
    before = page.title(), now.inner_text()
    _on(page)
    _on(page, page.get_by_role("button", name="Undo"))
    expect(now).to_have_text(before[1])
    assert page.title() == before[0]
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Type a command").click()
    page.locator("#evening .typed input").fill(wrong)
    page.keyboard.press("Enter")
    refused = page.locator("#evening .fault")
    expect(refused).to_be_visible()
    refused.get_by_role("button").click()
    told = page.get_by_role("dialog").inner_text()
    assert f"Rule {rule}" in told
    assert "Source: " in told
    page.keyboard.press("Escape")
    assert page.evaluate(CLICK_ON, 3000) > 10
    assert set(winners(page)) <= {"Ann", "Ben"}


HELD_FRAMES = """() => {
    const later = self.requestAnimationFrame, held = [];
    self.requestAnimationFrame = (draw) => held.push(draw);
    self.drawAll = () => {
        self.requestAnimationFrame = later;
        held.forEach((draw) => later(draw));
    };
    return new Promise((then) => later(() => later(then))); // What was asked for before is drawn.
}"""


def test_tap_on_an_outdated_button_does_nothing(table_url: str, page: Page) -> None:
    """The answer came, but the screen shows the move before. A tap on a hole pulls a worm."""
    open_table(page, table_url, "table=worms&players=Ann,Ben&seed=5")
    page.evaluate(HELD_FRAMES)
    before = big_button(page).inner_text()
    big_button(page).focus()
    page.keyboard.press("Enter")
    until(page, f"localStorage['pingblock.tables'] && {KEPT_STEPS} === 1")
    assert big_button(page).inner_text() == before
    page.keyboard.press("Enter")
    page.evaluate("drawAll()")
    settled(page)
    expect(page.locator("#evening .fault")).to_be_hidden()
    expect(page.locator("#evening .said li")).to_have_count(1)
    assert page.evaluate(KEPT_STEPS) == 1
    expect(big_button(page)).to_be_focused()
    for button in (None, page.locator("[data-at='4']"), None, None):
        _on(page, button)
    expect(page.locator(".whole:has(.wworm)")).to_have_attribute("data-at", "4")
    # The colour of the worm is known, so it is put back, too.
    _on(page, page.locator("[data-at='4']"))
    expect(page.locator("#evening .said li").last).to_contain_text("puts")
    expect(page.locator(".whole:has(.wworm)")).to_have_attribute("data-at", "4")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Play again from the start").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#evening .said li")).to_have_count(0)


def test_line_typed_before_the_answer_stays_in_its_field(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&seed=5&opt.roll_off=off")
    page.set_viewport_size({"width": 1280, "height": 800})  # The line to type is always visible.
    line = page.locator("#evening .typed input")
    line.fill("roll")
    page.evaluate(HELD_FRAMES)
    page.keyboard.press("Enter")
    assert page.locator("#evening").get_attribute("aria-busy") == "true"
    line.fill("1 2")
    until(page, f"localStorage['pingblock.tables'] && {KEPT_STEPS} === 1")
    page.evaluate("drawAll()")
    settled(page)
    expect(line).to_have_value("1 2")
    page.keyboard.press("Enter")
    expect(page.locator("#evening .said")).to_contain_text("Ann rolls 1 and 2.")


def _begin_celebration(page: Page) -> Locator:
    """Leaves the server's game and opens the form for a new one. Returns the button Play."""
    page.locator("#tab-table").click()
    expect(page.locator("#evening h2")).to_be_visible()
    page.get_by_role("button", name="Back to the block").click()
    page.get_by_role("button", name="Celebration", exact=True).click()
    return page.get_by_role("button", name="Play celebration")


@pytest.mark.long
def test_celebration_plays_with_default_or_typed_figures(table_url: str, page: Page) -> None:
    """Our figures replace missing ones. Typed ones are used. A refusal names the wrong figure."""
    open_table(page, table_url, "table=celebration&players=Ann,Ben&seed=5&opt.roll_off=off")
    expect(page.locator("#evening h2")).to_have_text("Celebration")
    page.goto("about:blank")
    page.goto(table_url)
    play = _begin_celebration(page)
    page.get_by_label("Players").select_option("2")
    expect(page.locator("#panel-table .seat:visible")).to_have_count(2)
    page.get_by_text("What your deeds say").click()
    price = page.locator("#figure-1\\.price")
    expect(price).to_have_attribute("placeholder", "2")
    for wrong, right in (("many", ""), ("", "7")):
        price.fill(wrong or right)
        play.click()
        if wrong:
            expect(page.locator("#panel-table .fault")).to_contain_text("Brown 1: price is")
    until(page, "document.title.includes('Celebration')")
    page.reload()
    play = _begin_celebration(page)
    expect(price).to_have_value("7")
    play.click()
    until(page, "document.title.includes('Celebration')")
    until(page, "pingblock.state().device.rules === 'celebration'")
    settled(page)
    _on(page)
    expect(page.locator("#evening .said li").first).to_be_visible()
    page.get_by_role("button", name="Back to the block").click()
    going = page.get_by_role("button", name="Continue: Celebration, Ann, Ben, Cleo")
    expect(going).to_be_visible()
    page.get_by_role("button", name="Forget this game of Celebration").click()
    expect(going).to_be_hidden()


@pytest.mark.long
def test_bots_finish_a_game_and_its_file_opens_elsewhere(
    table_url: str, browser: Browser, page: Page, tmp_path: Path
) -> None:
    """The title names the winner, who stays on the screen."""
    open_table(page, table_url, "table=fortune&players=Ann,Ben&auto=1&seed=5&opt.finish=2000")
    until(page, "document.title.includes(' · Fortune') && document.title.includes('win')")
    winning = winners(page)
    won = page.locator("#evening .now").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    download.value.save_as(log := tmp_path / "fortune.jsonl")
    context = browser.new_context(viewport=PHONE)
    other = context.new_page()
    # This table plays another game.
    open_table(page, table_url, "table=worms&players=Ann,Ben&seed=5")
    other.goto(table_url)
    other.locator("#tab-table").click()
    expect(other.locator("#evening h2")).to_have_text("Worms")
    other.locator("#table-log").set_input_files(log)
    expect(other.locator("#evening .now")).to_have_text(won)
    assert winners(other) == winning
    context.close()


def test_physical_dice_are_entered_by_taps(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&seed=5&opt.roll_off=off")
    page.get_by_role("button", name="Our own dice").click()
    dice = page.get_by_role("dialog").get_by_role("group", name="Dice")
    for roll, place in (("42", "Light blue 1"), ("21", "Brown 2"), ("12", "Light blue 3")):
        for die in roll:
            dice.get_by_role("button", name=die, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(big_button(page)).to_contain_text(f"Buy {place} for")
        if place != "Light blue 3":
            _on(page)
            page.get_by_role("button", name="Roll").click()  # This rolls for Ben, too.
    expect(page.locator("#evening .said")).to_contain_text("Ann rolls 4 and 2.")
    page.get_by_role("button", name="Other moves").click()
    offer = "Make an offer\u00a0…"
    wanted = [offer, "Ben: mortgage Brown 2 for 30", f"Ben: {offer}"]
    expect(page.locator("dialog .all button")).to_have_text(wanted)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Type a command").click()
    line = page.get_by_label("Type a command, or what your dice show")
    expect(line).to_be_focused()
    line.fill("2 seven")
    line.press("Enter")
    expect(page.locator("#evening .fault")).to_contain_text("There is no command '2'.")


def test_guest_in_the_network_joins_the_game_of_the_host(
    browser: Browser, page: Page, console: Console
) -> None:
    """Without a secure address the page has no block. It lists the other ways to play."""
    with playing("--engine", "wasm", "--http", "0", "--share") as server:
        page.goto(server.guests)
        expect(page.locator("#sub")).to_contain_text("The block stays with the host")
        expect(page.get_by_text("Wait until the host begins a game.")).to_be_visible()
        expect(page.get_by_role("button", name="Fortune", exact=True)).to_be_hidden()
        context = browser.new_context()
        host = context.new_page()
        open_table(host, server.url, "table=fortune&players=Ann,Ben,Robo&bots=Robo&seed=5")
        page.locator(".join .seatbutton", has_text="Ben").click()
        page.get_by_role("button", name="Draw a card").click()
        expect(host.locator("#evening .said")).to_contain_text("Ben draws")
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Type a command").click()
        page.locator("#evening .typed input").fill("bot Ann")
        page.keyboard.press("Enter")
        expect(page.locator("#evening .fault")).to_have_text(
            "Only the host begins games and seats bots."
        )
        expect(page.get_by_role("button", name="Back to the block")).to_be_hidden()
        page.get_by_role("button", name="Seats").click()
        page.locator("dialog .seatbutton", has_text="Ben").click()  # The host plays for Ben now.
        expect(big_button(host)).to_be_enabled()
        host.evaluate(NO_BOT)
        _on(host)
        for die in host.locator(".fdie.can").all():
            die.click()
        expect(big_button(host)).to_contain_text("dice again")
        _on(host)
        expect(host.locator(".fdie.on")).to_have_count(0)
        host.get_by_role(
            "button", name="Skip to a person’s turn"
        ).click()  # Robo plays until it is Ann's turn.
        expect(big_button(host)).to_have_text("Draw a card")
        context.close()
    expect(page.locator("#evening .fault")).to_contain_text("The server does not answer.")
    page.goto("about:blank")
    # Chromium reports an error when the server is away.
    assert [each for each in console.errors if "net::ERR" not in each] == []
    console.errors.clear()


def test_block_rolls_until_unplugged_and_regains_its_game_on_leaving(
    own_url: str, page: Page
) -> None:
    """Its earlier game returns when it leaves the table. The outcome counts after its sound."""
    open_table(page, own_url, "table=wasteland&players=Ann,Ben&opt.roll_off=off")
    until(page, "pingblock.state().device.rules === 'wasteland'")
    settled(page)
    big_button(page).click()
    until(page, "document.querySelector('#evening .said').textContent.includes('Ann rolls')")
    dice = page.evaluate("pingblock.state().outcome.shown.dice")
    assert f"Ann rolls {dice[0]} and {dice[1]}." in page.locator("#evening .said").inner_text()
    page.evaluate(PLUG, False)
    page.get_by_role("button", name="Undo").click()
    expect(big_button(page)).to_have_text("Roll the dice")
    expect(page.locator("#evening .lost-device")).to_contain_text(
        "The block does not answer: plug it in"
    )
    big_button(page).click()  # Meanwhile the page rolls.
    until(page, "document.querySelector('#evening .said').textContent.includes('Ann rolls')")
    page.get_by_role("button", name="Undo").click()
    page.evaluate(PLUG, True)
    expect(page.locator("#evening .lost-device")).to_be_hidden()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="The block leaves the table").click()
    until(page, "pingblock.state().device.game === 'block'")
    assert page.evaluate("pingblock.state().device.settings.dice_rules") == "two"
    big_button(page).click()
    until(page, "document.querySelector('#evening .said').textContent.includes('Ann rolls')")
    expect(page.locator("#evening .now")).to_have_text(re.compile("^(Ann|Ben)’s turn$"))


@pytest.mark.parametrize("language", ["de", seldom("fr")])
def test_game_in_progress_fits_a_phone_in_long_languages(
    table_url: str, page: Page, language: str
) -> None:
    root, _, fragment = table_url.partition("#")
    page.goto(f"{root}?lang={language}#{fragment}")
    until(page, "window.pingblock")  # The language is loaded.
    page.locator("#tab-table").click()
    for game in ("celebration", "hideout", "wasteland_speed", "storm"):
        table = prepared(game)
        load_log(page, table)
        until(
            page,
            "[...document.querySelectorAll('#evening .said .rule')]"
            f".some((rule) => rule.ariaLabel.includes({RULES[game]!r}))",
        )
        settled(page)
        below = "said => said.scrollHeight - said.clientHeight - said.scrollTop"
        assert page.locator("#evening .said").evaluate(below) < 2  # The last event is visible.
        if spaces := LineFace(table).hello()["state"].get("spaces"):
            owned = [space["owner"] for space in spaces if space["owner"] is not None]
            expect(page.locator(".towner")).to_have_count(len(owned))
        assert english_left(page, language) == []
        for wrong in (TOO_WIDE, CLIPPED):
            found = page.evaluate(wrong)
            assert [each for each in found if not re.search("data-hand|class=.rule", each)] == []


@pytest.mark.long
def test_games_work_by_keyboard_and_pass_axe_on_a_phone(table_url: str, page: Page) -> None:
    """Axe has no findings, the table fits the screen, and targets outside text have 44 px."""
    games = {"fortune": "de", "worms": "fr", "storm": "de", "wasteland": "en"}
    picture = page.locator("#evening .picture")
    for game, language in games.items():
        open_table(page, table_url, f"table={game}&players=Ann,Ben,Cleo&seed=5&lang={language}")
        places = page.locator(".ttoken:not([hidden])").evaluate_all(PLACES)
        assert len(set(places)) == len(places)
        for _ in range(3):
            big_button(page).press("Enter")
            settled(page)
        assert page.locator("#evening .said li").count() > 1
        assert barriers(page, "#evening") == []
        assert [each for each in page.evaluate(TOO_WIDE) if "data-hand" not in each] == []
        small = page.evaluate(TOO_SMALL)
        assert [each for each in small if 'class="rule"' not in each] == []
        place = {"storm": "Bernstein 1. 1 LP · frei", "wasteland": "Brown 1. "}.get(game)
        for _ in range(2 if place else 0):
            picture.press("ArrowLeft")  # This goes to the first step.
        expect(page.locator("#evening .board .aloud")).to_contain_text([place] if place else [])
    expect(page.locator(".tspace.looked")).to_have_count(1)
    _on(page)
    expect(page.locator(".tspace.looked")).to_have_count(0)
    lines = page.locator("#evening .said li").count()
    page.get_by_role("button", name="More").click()
    page.locator("#evening").get_by_label("Language of the page").select_option("de")
    expect(page.locator("#evening h2")).to_have_text("Ödland")  # The same game continues.
    expect(page.locator("#evening .said li")).to_have_count(lines)
    expect(page.locator("#evening .said")).to_contain_text("Ann würfelt")
