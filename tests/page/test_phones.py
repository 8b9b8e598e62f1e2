"""People scan a table's code, tap a seat and play. A phone that reconnects gets its seat back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import big_button, open_table, settled
from tests.page.conftest import PATIENT_MS, TOO_SMALL, TOO_WIDE
from tests.page.seen import unseen
from tests.page.test_served import until

PLAYERS = ["Ann", "Ben", "Cleo"]
# Sends a raw message of a phone with this key, because no button of the page sends it.
RAW = """([key, line]) => new Promise((then) => {
    const code = new URLSearchParams(location.hash.slice(1)).get("at");
    const socket = new WebSocket(new URL("/table", location.href.replace(/^http/, "ws")));
    const send = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => send({do: "hello", version: 1, token: code, name: key});
    socket.onmessage = ({data}) => {
        const message = JSON.parse(data);
        if (message.kind === "table") send({id: 1, line: JSON.stringify(line)});
        if (message.kind === "answer") { socket.close(); then(message.answer); }
    };
})"""
SAID = "document.querySelector('#evening .said').textContent"
LOST = "#evening .lost-phone:not([hidden])"
HEAD = "#evening .head"
EDGE = "([part, side]) => document.querySelector(part).getBoundingClientRect()[side]"
KEY = "JSON.parse(localStorage['pingblock.phone'])"


@contextmanager
def a_phone(browser: Browser, width: int) -> Iterator[Page]:
    """A person's phone with a touch screen."""
    view = {"width": width, "height": 800}
    context = browser.new_context(viewport=view, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENT_MS)
    yield context.new_page()
    context.close()


def _decoded(picture: bytes) -> str:
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    return code.text


def join(phone: Page, guests: str, player: str) -> None:
    """Opens the address for guests and takes a free seat."""
    phone.goto(guests)
    take_seat(phone, player)


def take_seat(phone: Page, player: str) -> None:
    """Taps a free seat."""
    phone.locator(".join .seatbutton", has_text=player).tap()
    expect(phone.locator("#evening[data-hand=phone]")).to_be_visible()


def _drawn_turn(host: Page) -> int:
    """Draws the first player. Returns the seat that must act."""
    while "chance" in (big_button(host).get_attribute("class") or ""):
        big_button(host).click()
        settled(host)
    return host.locator("#evening .player").evaluate_all(
        "rows => rows.findIndex((row) => row.matches('.on'))"
    )


def test_each_phone_takes_a_seat_and_moves_only_its_own(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    url, guests = shared
    page.goto(url)
    page.locator("#tab-table").click()
    assert _decoded(page.locator(".invitation img").screenshot()) == guests
    open_table(page, url, f"table=wasteland&players={','.join(PLAYERS)}&bots=&seed=5")
    turn = _drawn_turn(page)
    # The title and the buttons take two lines here, and badges must not cover them.
    until(page, f"({EDGE})(['.cues', 'top']) >= ({EDGE})(['{HEAD}', 'bottom'])")
    with a_phone(browser, 390) as own, a_phone(browser, 360) as other:
        own.goto(guests)
        other.goto(guests)
        expect(other.locator(".join .seatbutton")).to_have_count(3)
        assert other.evaluate(TOO_WIDE) == []
        assert other.evaluate(TOO_SMALL) == []
        high = [other.evaluate(EDGE, [each, "height"]) for each in (".join h3", ".join > .small")]
        assert max(high) < 60  # Spare height is below the seats, and not between them.
        take_seat(other, PLAYERS[(turn + 1) % 3])
        take_seat(own, PLAYERS[turn])
        expect(own.locator("#evening .now")).to_have_text(f"{PLAYERS[turn]}, your turn")
        expect(big_button(other)).to_be_disabled()
        expect(big_button(page)).to_be_disabled()
        foreign = other.evaluate(RAW, [other.evaluate(KEY), {"do": "roll", "seat": turn}])
        assert foreign["error"]["say"].startswith(f"This is {PLAYERS[turn]}'s move.")
        own.reload()  # The phone loses its connection, and gets its seat back without a tap.
        expect(own.locator("#evening .now")).to_have_text(f"{PLAYERS[turn]}, your turn")
        assert own.evaluate(TOO_WIDE) == []
        big_button(own).tap()  # This is the second tap after the scan.
        settled(own)
        expect(own.locator("#evening .now")).to_contain_text(PLAYERS[turn])
        page.get_by_role("button", name="Phones").click()
        page.locator("dialog .seatbutton", has_text=PLAYERS[turn]).click()  # That person leaves.
        expect(own.locator("#evening[data-hand=choose]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(big_button(page)).to_be_enabled()


@pytest.mark.long
def test_lost_phone_is_named_while_its_seat_is_waited_for(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    """Its browser has lost its storage, so the phone cannot take its seat back by itself."""
    url, guests = shared
    open_table(page, url, "table=wasteland&players=Dan,Eve,Fay&opt.roll_off=off")
    with a_phone(browser, 360) as other:
        join(other, guests, "Eve")
        with a_phone(browser, 390) as own:
            join(own, guests, "Dan")
            expect(own.locator("#evening .now")).to_have_text("Dan, your turn")
            expect(page.locator(LOST)).to_have_count(0)
        expect(page.locator(LOST)).to_contain_text("Dan’s phone is not connected.")
        expect(other.locator(LOST)).to_contain_text("On the host’s page, tap Phones and Dan")
        assert (unseen(other, "Dan’s phone is not connected"), other.evaluate(TOO_WIDE)) == (
            [],
            [],
        )
        with a_phone(browser, 390) as new:
            new.goto(guests)
            seat = new.locator(".join .seatbutton", has_text="Dan")
            expect(seat).to_contain_text("its phone is not connected: the host can free it")
            page.get_by_role("button", name="Play the seat here").click()
            expect(page.locator(LOST)).to_have_count(0)
            expect(big_button(page)).to_be_enabled()
            take_seat(new, "Dan")
            expect(new.locator("#evening .now")).to_have_text("Dan, your turn")


def test_lever_on_a_phone_starts_the_worms_of_the_host(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    """The phone speaks another language, and shows the game in it."""
    url, guests = shared
    open_table(page, url, "table=worms&players=Ann,Ben")
    turn = _drawn_turn(page)
    with a_phone(browser, 390) as own:
        root, _mark, fragment = guests.partition("#")
        join(own, f"{root}?lang=de#{fragment}", PLAYERS[turn])
        expect(big_button(own)).to_have_text("Den Hebel loslassen")
        big_button(own).tap()
        until(page, "pingblock.state().run.on")  # reported by the device
        for each in (page, own):
            expect(each.locator(".wbob")).to_have_count(1)
        big_button(own).tap()
        expect(big_button(own)).to_have_text("Den Wurm ansehen")


@pytest.mark.long
def test_block_on_the_host_page_rolls_for_a_phone(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    url, guests = shared
    open_table(page, url, "table=wasteland&players=Gil,Hal&opt.roll_off=off")
    until(page, "pingblock.state().device.rules === 'wasteland'")
    with a_phone(browser, 390) as phone:
        join(phone, guests, "Gil")
        big_button(phone).tap()
        look = "Look at the host’s table: it rolls or draws for you."
        expect(phone.locator("#evening .now")).to_have_text(look)
        until(page, f"{SAID}.includes('Gil rolls')")  # The page waits for the block's sound.
        first, second = page.evaluate("pingblock.state().outcome.shown.dice")
        expect(phone.locator("#evening .said")).to_contain_text(f"Gil rolls {first} and {second}.")
        expect(phone.locator("#evening .now")).not_to_have_text(look)


@pytest.mark.long
def test_phone_starts_the_host_worms_and_draws_without_the_block(
    shared: tuple[str, str], page: Page, browser: Browser
) -> None:
    url, guests = shared
    open_table(page, url, "table=worms&players=Ida,Jon")
    # The block is next to this table.
    until(page, "pingblock.state().device.settings.players === 0")
    player = ["Ida", "Jon"][_drawn_turn(page)]
    with a_phone(browser, 390) as phone:
        join(phone, guests, player)
        big_button(phone).tap()
        until(page, "pingblock.state().run.on")
        expect(big_button(phone)).to_contain_text("Pull")
        page.get_by_role("button", name="Back to the block").click()
        big_button(phone).tap()
        settled(phone)
        # No page at the host's table draws the worm, so the server draws it.
        big_button(phone).tap()
        expect(phone.locator("#evening .said")).to_contain_text(f"{player} has")
