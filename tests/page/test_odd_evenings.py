"""Unusual evenings: long names, a second game of a kind, a page that reloads, a taken seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import KEPT_STEPS, big_button, load_log, open_log, open_table, settled
from tests.page.conftest import TOO_WIDE
from tests.page.seen import unseen
from tests.page.test_forms import KEPT, reached
from tests.page.test_phones import PLAYERS, a_phone, join, take_seat
from tests.page.test_served import until
from tests.page.test_tables import CLICK_ON, HELD_FRAMES
from tests.seldom import seldom, seldom_but
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.tables.amend import NAME_MOST
from pingblock.tables.command import command
from pingblock.tables.registry import TABLES

NARROW = {"width": 360, "height": 640}
TOKENS = "#evening .board .tletter"
# Texts that extend beyond their element.
CUT = """[...document.querySelectorAll("#evening :is(.now, button:not(.rule), .who, .said li)")]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.outerHTML.slice(0, 90))"""
SHAKES = "navigator.vibrate = (times) => { (self.shakes ??= []).push(times); return true; }"


@pytest.mark.parametrize("game", seldom_but("hideout", TABLES))
def test_longest_names_fit_on_a_narrow_phone(table_url: str, page: Page, game: str) -> None:
    names = ["W" * NAME_MOST, "M" * NAME_MOST]
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    open_table(page, table_url, f"table={game}&players={','.join(names)}&seed=5")
    for _step in range(3):
        settled(page)
        for wrong in (CUT, TOO_WIDE):
            assert [each for each in page.evaluate(wrong) if "data-hand" not in each] == []
        big_button(page).click()
        if (first := page.locator("dialog[open] button").first).count():
            first.click()


@pytest.mark.parametrize("game", ["wasteland", seldom("storm")])
def test_second_game_shows_the_initials_of_its_own_players(
    table_url: str, page: Page, game: str
) -> None:
    page.goto(table_url)
    page.locator("#tab-table").click()
    for names in (("Ann", "Ben"), ("Mia", "Noah")):
        load_log(page, table_of(game, *names))
        expect(page.locator("#evening .players")).to_contain_text(names[0])
        letters = [name[0] for name in names]
        expect(page.locator(TOKENS)).to_have_text(letters)


@pytest.mark.long
def test_host_that_reloads_keeps_the_game_of_the_server(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    """Meanwhile phones have made moves. Another page's game does not return either."""
    url, guests = shared
    open_log(page, url, table_of("fortune", "Mia", "Noah"))
    big_button(page).click()
    settled(page)
    with a_phone(browser, 390) as host:
        address = f"table=wasteland&players={','.join(PLAYERS)}&opt.roll_off=off"
        open_table(host, url, address)
        expect(host.locator("#evening h2")).to_have_text("Wasteland")
        assert host.evaluate(KEPT)["address"] == ""
        host.reload()
        until(host, "window.pingblock")
        expect(host.locator("#evening h2")).to_have_text("Wasteland")
        settled(host)
        with a_phone(browser, 390) as phone:
            phone.goto(guests)
            _take(phone, *PLAYERS)
            known = _moves(phone)
            until(host, f"{KEPT_STEPS} === {known}")
            host.goto("about:blank")
            known = _moves(phone)
            open_table(host, url, address)
            until(host, f"{KEPT_STEPS} === {known}")
            host.get_by_role("button", name="Back to the block").tap()
            known = _moves(phone)
            host.get_by_role("button", name="Continue: Wasteland").tap()
            until(host, f"{KEPT_STEPS} === {known}")
            assert phone.evaluate(KEPT_STEPS) == known


def _take(phone: Page, *players: str) -> None:
    """Lets several people share one phone."""
    for player in players:
        phone.get_by_role("button", name="Seats").tap()
        phone.locator("dialog .seatbutton", has_text=player).tap()
        expect(phone.locator("dialog .seatbutton[aria-pressed=true]")).to_contain_text([player])
        phone.keyboard.press("Escape")


def _moves(phone: Page) -> int:
    """Taps the likely move of a phone. Returns the number of steps."""
    kept = f"(localStorage['pingblock.tables'] ? {KEPT_STEPS} : 0)"
    known = phone.evaluate(kept)
    big_button(phone).tap()
    until(phone, f"{kept} > {known}")
    settled(phone)
    steps: int = phone.evaluate(KEPT_STEPS)
    return steps


@pytest.mark.long
def test_phone_vibrates_at_each_turn_of_its_players(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    """Two people share a phone, so it also vibrates when the turn passes between them."""
    url, guests = shared
    open_log(page, url, table_of("wasteland", *PLAYERS, roll_off=False))
    with a_phone(browser, 390) as phone:
        phone.add_init_script(SHAKES)
        phone.goto(guests)
        _take(phone, *PLAYERS[:2])
        now = phone.locator("#evening .now")
        for turn, player in enumerate(("Ann", "Cleo", "Ben", "Ann")):
            if turn:
                _say(page, f"correct turn {player}")
            expect(now).to_contain_text(player)
            own = player in PLAYERS[:2]
            expect(now).to_have_text(f"{player}, your turn" if own else f"{player}’s turn")
        assert phone.evaluate("shakes.length") == 3


@pytest.mark.long
def test_phone_that_types_quit_stays_at_the_table(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    url, guests = shared
    open_log(page, url, table_of("wasteland", *PLAYERS, roll_off=False))
    with a_phone(browser, 390) as phone:
        join(phone, guests, "Ann")
        _say(phone, "quit")
        now = phone.locator("#evening .now")
        expect(now).to_contain_text("To give up your seat, tap Seats.")
        # The phone receives the table again. No player has moved, so the sentence stays.
        for words in ("The block leaves the table", "The block rolls and announces"):
            page.get_by_role("button", name="More").click()
            page.get_by_role("button", name=words).click()
        until(page, "pingblock.state().device.rules === 'wasteland'")
        settled(page)
        expect(now).to_contain_text("To give up your seat, tap Seats.")
        big_button(phone).tap()
        expect(phone.locator("#evening .said")).to_contain_text("Ann rolls")


TURN = "getComputedStyle(document.querySelector('#evening .now')).backgroundColor"
SEAT = """seat => {
    const probe = document.querySelector("#evening").appendChild(document.createElement("i"));
    probe.style.color = `var(--seat-${seat})`;
    const {color} = getComputedStyle(probe);
    probe.remove();
    return color;
}"""


@pytest.mark.long
def test_phones_in_an_auction_show_their_own_colours(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    """In an auction several people decide at the same time."""
    url, guests = shared
    open_log(page, url, reached("wasteland", "bid")[0])
    with a_phone(browser, 390) as one, a_phone(browser, 360) as other:
        for seat, phone in enumerate((one, other)):
            join(phone, guests, PLAYERS[seat])
            expect(phone.locator("#evening .now")).to_have_text(f"{PLAYERS[seat]}, your turn")
            assert phone.evaluate(TURN) == phone.evaluate(SEAT, seat)


@pytest.mark.long
def test_fortune_hint_about_dice_appears_only_for_the_player(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    url, guests = shared
    table, step = reached("fortune", "roll")
    open_log(page, url, table)
    hint = "Tap dice to roll them again"
    with a_phone(browser, 360) as own, a_phone(browser, 390) as other:
        for phone, seat in ((own, step.player), (other, (step.player + 1) % 3)):
            join(phone, guests, PLAYERS[seat])
        expect(own.locator("#evening .board")).to_contain_text(hint)
        assert unseen(own, hint) == []
        expect(other.locator("#evening .board")).to_contain_text("The odds to be out")
        expect(other.locator("#evening .board")).not_to_contain_text(hint)
        own.locator("#evening .fdie").first.tap()
        expect(own.locator("#evening .board")).not_to_contain_text(hint)


@pytest.mark.parametrize(("card", "dice", "words"), [
    seldom("zombie", "G2P3X3", "Roll 5 dice again"),
    ("truce", "G4S2P1X1", "Roll 7 dice again"),
])  # fmt: skip
def test_fortune_offers_a_roll_when_nobody_can_stop(
    table_url: str, page: Page, card: str, dice: str, words: str
) -> None:
    table = table_of("fortune", "Mia", "Noah")
    for step in (
        command("first", player=0),
        command("card", card=card),
        command("dice", dice=dice),
    ):
        table.do(step)
    open_log(page, table_url, table)
    expect(big_button(page)).to_contain_text(words)
    page.locator("#evening .fdie.can").first.click()
    # One die is too few to roll, so the page shows a list of the dice that can roll.
    if card == "truce":
        expect(big_button(page)).to_have_text("Roll …")
        page.locator("#evening .fdie.can").first.click()
    else:
        expect(big_button(page)).to_contain_text("Roll 1 die again")
    steps = page.evaluate(KEPT)["steps"]
    big_button(page).click()
    until(page, f"{KEPT}.steps > {steps}")


CARD_FITS = """() => {
    const card = document.querySelector(".ceremony");
    return [card.scrollHeight - card.clientHeight, card.scrollWidth - card.clientWidth];
}"""


def test_longest_ceremony_fits_on_the_smallest_phone(table_url: str, page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    open_table(page, table_url, f"table=storm&players={','.join(PLAYERS)}&seed=5&opt.turns=1")
    assert page.evaluate(CLICK_ON, 100) > 1
    expect(page.locator(".ceremony")).to_be_visible()
    assert max(page.evaluate(CARD_FITS)) <= 1


@pytest.mark.long
def test_tap_on_a_seat_taken_meanwhile_is_explained(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    url, guests = shared
    open_log(page, url, table_of("storm", "Uma", "Vic"))
    with a_phone(browser, 390) as one, a_phone(browser, 360) as other:
        for phone in (one, other):
            phone.goto(guests)
            expect(phone.locator(".join .seatbutton")).to_have_count(2)
        other.evaluate(HELD_FRAMES)  # This phone does not know yet that the seat is taken.
        take_seat(one, "Vic")
        other.locator(".join .seatbutton", has_text="Vic").tap()
        other.evaluate("drawAll()")
        said = "This seat is no longer free: another phone has just taken it."
        expect(other.locator("#toasts")).to_contain_text(said)
        assert unseen(other, said) == []


def test_setup_shows_which_name_is_wrong(own_url: str, page: Page) -> None:
    """Joiners are allowed, because Persian names and pictures of families need them."""
    page.goto(own_url)
    page.locator("#tab-table").click()
    page.locator("[data-game=storm]").click()
    play = page.get_by_role("button", name="Play storm")
    first = page.get_by_label("Name of player 1")
    for wrong, said in (
        ("Ben", "Two players have the same name."),
        ("\u202eB", "A player's name has 1 to 24 letters, not '\u202eB'."),
        ("\u200d", "A player's name has 1 to 24 letters, not '\u200d'."),
    ):
        first.fill(wrong)
        play.click()
        expect(page.locator("#panel-table .fault")).to_have_text(said)
        assert unseen(page, said) == []
    first.fill("\u0646\u200c\u0627 \U0001f468\u200d\U0001f467")
    play.click()
    expect(page.locator("#evening .players")).to_contain_text("\U0001f468\u200d\U0001f467")


def _say(host: Page, line: str) -> None:
    """Types a command on the host's page, or on a phone."""
    host.get_by_role("button", name="More").click()
    host.get_by_role("button", name="Type a command").click()
    host.get_by_role("combobox", name="Type a command").fill(line)
    host.keyboard.press("Enter")
    settled(host)


@pytest.mark.long
def test_second_tap_of_a_double_tap_does_not_play_again(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=storm&players=Ann,Ben&seed=5&opt.turns=1")
    assert page.evaluate(CLICK_ON, 100) > 1
    expect(big_button(page)).to_have_text("Play again")
    for taps, words in ((2, "Play again"), (1, "Roll the dice")):
        big_button(page).dispatch_event("click", {"detail": taps})
        settled(page)
        expect(big_button(page)).to_have_text(words)


def test_game_without_a_step_is_not_kept(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Mia,Zoe&seed=5&opt.roll_off=off")
    big_button(page).click()
    settled(page)
    assert page.evaluate(KEPT)["players"] == ["Mia", "Zoe"]
    for _step in range(2):
        page.get_by_role("button", name="Undo").click()
        settled(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    games = page.evaluate("JSON.parse(localStorage['pingblock.tables']).games")
    assert [each for each in games if each["players"] == ["Mia", "Zoe"]] == []
