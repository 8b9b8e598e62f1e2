"""Three phones and the host's page play whole games, each phone by taps at its own seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import big_button, winners
from tests.page.conftest import FLAGS, PHONE, Console, launched
from tests.page.evenings import PREPARE, Deed, Evening, play, shows
from tests.page.test_forms import fits
from tests.page.test_phones import KEY, RAW, a_phone, join

from pingblock.tables.command import as_dict
from pingblock.tables.table import Table

WIDTHS = (360, 390, 430)
LOST, LEFT = 12, 24  # steps after which a phone is lost, and steps after which a person leaves
AWAY = Deed(LEFT + 4, "leave", {"player": 2})  # The host lets the person leave the game, too.
GAMES = {
    "storm": Evening("storm", "en", 3, {"turns": "20"}, [AWAY]),
    "wasteland": Evening("wasteland", "en", 3, {"turns": "24"}, [AWAY]),
    "fortune": Evening("fortune", "en", 3, {"finish": "2000"}, [AWAY]),
}
HAND = "#evening[data-hand={}]"


class Family:
    """The people at a table, each with a phone.

    Args:
        host: page of the host.
        guests: the address for phones.
        phones: pages of the phones, in the order of the seats.
    """

    def __init__(self, host: Page, guests: str, phones: list[Page]) -> None:
        self.host = host
        self._guests = guests
        self.phones = dict(enumerate(phones))
        self._new = set(self.phones)  # seats whose people have not moved yet
        self.was_lost = self._has_left = False

    def sit_down(self, table: Table[Any]) -> Family:
        """Lets each phone open the address and take its seat by one tap."""
        self.table = table
        for seat, phone in self.phones.items():
            phone.add_init_script(f"({PREPARE})([0])")  # This counts taps.
            join(phone, self._guests, table.players[seat])
        return self

    def __call__(self, seat: int | None) -> Page:
        """Returns the page that moves a seat. Sometimes a phone is lost or leaves before."""
        steps, decides = len(self.table.steps), self.table.game.to_act(self.table.state)
        if seat in self.phones and decides == (seat,) and steps >= LOST and not self.was_lost:
            self._refuse_others(seat)
            self._lose(seat)
        if steps >= LEFT and not self._has_left:
            self._leave(2)
        if seat not in self.phones:
            return self.host
        if seat in self._new:
            self._begin(seat)
        return self.phones[seat]

    def _begin(self, seat: int) -> None:
        """Checks a first turn: everything fits, and the second tap since the scan can move."""
        self._new.remove(seat)
        for each in (self.host, *self.phones.values()):
            shows(each, self.table)
            fits(each)
        assert self.phones[seat].evaluate("taps") == 1
        expect(big_button(self.phones[seat])).to_be_enabled()

    def _refuse_others(self, seat: int) -> None:
        """Lets the other phones send a step of a seat. The server refuses it."""
        legal = self.table.game.legal(self.table.state)
        step = as_dict(next(each for each in legal if each.seat == seat))
        for other in self.phones.keys() - {seat}:
            phone = self.phones[other]
            shows(phone, self.table)
            expect(big_button(phone)).to_be_disabled()
            refused = phone.evaluate(RAW, [phone.evaluate(KEY), step])
            say = f"This is {self.table.players[seat]}'s move."
            assert refused["error"]["say"].startswith(say)

    def _lose(self, seat: int) -> None:
        """Closes a phone's page at its turn. Opened again, it has its seat without a tap."""
        self.was_lost = True
        lost = self.phones[seat]
        shows(self.host, self.table)
        expect(big_button(self.host)).to_be_disabled()
        phone = self.phones[seat] = lost.context.new_page()
        lost.close()
        phone.add_init_script(f"({PREPARE})([0])")
        phone.goto(self._guests)
        expect(phone.locator(HAND.format("phone"))).to_be_visible()

    def _leave(self, seat: int) -> None:
        """Lets a person leave the seat. Then the host's page moves it."""
        self._has_left = True
        phone = self.phones.pop(seat)
        shows(phone, self.table)
        phone.get_by_role("button", name="Seats").tap()
        phone.locator("dialog .seatbutton", has_text=self.table.players[seat]).tap()
        expect(phone.locator(HAND.format("choose"))).to_be_visible()
        phone.close()


@pytest.fixture(params=["open", "cut"])
def place(
    request: pytest.FixtureRequest, browser: Browser, shared: tuple[str, str]
) -> Iterator[Browser]:
    """A browser that finds all addresses, or only those of this computer."""
    if request.param == "open":
        yield browser
        return
    own = ", ".join(f"EXCLUDE {urlsplit(url).hostname}" for url in shared)
    flag = f"--host-resolver-rules=MAP * ~NOTFOUND, {own}"
    with launched(browser.browser_type, *FLAGS[:1], flag) as cut:
        yield cut


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_phones_play_a_game_to_its_end(
    shared: tuple[str, str], place: Browser, console: Console, game: str
) -> None:
    url, guests = shared
    with ExitStack() as stack:
        host, *phones = [
            stack.enter_context(a_phone(place, width)) for width in (PHONE["width"], *WIDTHS)
        ]
        for each in (host, *phones):
            console.listen(each)
        family = Family(host, guests, phones)
        played = play(host, url, GAMES[game], family.sit_down)
        taps = [phone.evaluate("taps") for phone in family.phones.values()]
        print(game, len(played.table.steps), played.taps, *taps, flush=True)
        assert family.was_lost
        assert family.phones.keys() == {0, 1}
        won = winners(host)
        for phone in family.phones.values():
            assert winners(phone) == won
            expect(big_button(phone)).to_have_text("The host begins the next game")
    assert console.errors == []
