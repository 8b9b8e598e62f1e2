"""Real devices in a game of the page roll, announce and reconnect, each for all seats or one.

The boards are virtual devices, which speak the protocol of the cable. The page reaches them by
ports of ``double/serial.js``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.page.at_table import KEPT_STEPS, big_button, open_table, settled
from tests.page.conftest import TOO_SMALL, TOO_WIDE, barriers, playing
from tests.page.test_board import FAKE_PORT
from tests.page.test_served import until

from pingblock.tables.registry import TABLES

SAID = "document.querySelector('#evening .said').textContent"
GAME = "table=wasteland&players=Ann,Ben&opt.roll_off=off"
BOARD = "async ([uid, seed]) => { self[uid] = self.port = await virtualBoard(uid, seed); }"
ASKED = "{uid}.asked.some(({{do: what}}) => what === '{what}')"


def _open(page: Page, url: str, query: str = GAME) -> None:
    page.add_init_script(path=FAKE_PORT)
    open_table(page, url, query)
    expect(page.locator("#evening .blockspot")).to_be_visible()


def _boards(page: Page) -> Locator:
    """Opens the list of devices."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Boards …").click()
    return page.locator("dialog .boards")


def _add(page: Page, uid: str, seed: int) -> None:
    """Adds a device to the open list."""
    page.evaluate(BOARD, [uid, seed])
    page.get_by_role("button", name="Add a board …").click()
    expect(page.locator("dialog .boards .state").last).to_have_text("is here")


def _close(page: Page, *uids: str, what: str = "dice") -> None:
    """Closes the list of devices, and waits until the devices know how to judge the next roll."""
    page.get_by_role("button", name="Close", exact=True).click()
    for uid in uids:
        until(page, ASKED.format(uid=uid, what=what))


def _called(page: Page, uid: str) -> list[Any]:
    """Returns the announcements that a device was asked to play."""
    asked = page.evaluate(f"{uid}.asked")
    return [(each["name"], each.get("player", 0)) for each in asked if each["do"] == "call"]


def _fits(page: Page) -> None:
    """Checks that the table fits the phone, and is for everybody."""
    found = [each for wrong in (TOO_WIDE, TOO_SMALL) for each in page.evaluate(wrong)]
    assert [
        each for each in found if 'class="rule"' not in each and 'class="hit' not in each
    ] == []
    assert barriers(page, "#evening") == []


def test_pico_that_comes_and_goes_neither_loses_nor_doubles_moves(
    table_url: str, page: Page
) -> None:
    _open(page, table_url)
    _boards(page)
    _add(page, "aa", 1)
    _close(page, "aa")
    expect(page.locator("#evening .blockspot")).to_be_hidden()  # The board replaces the block.
    page.evaluate("aa.press()")
    expect(big_button(page)).to_have_text("Show the result now")
    page.evaluate("aa.unplug()")  # This roll has sounded, so it counts.
    away = page.locator("#evening .lost-device")
    expect(away).to_contain_text("Board 1 does not answer: plug it in again.")
    until(page, f"{SAID}.includes('Ann rolls 2 and 6.')")
    _fits(page)
    settled(page)
    big_button(page).click()  # Ann buys.
    until(page, f"{SAID}.includes('s turn')")
    # This board rolls by its cells, and stores the roll for a later connection.
    page.evaluate("aa.press()")
    settled(page)
    big_button(page).click()
    expect(big_button(page)).to_have_text("Show the result now")  # The page's block rolls.
    big_button(page).click()
    until(page, f"{SAID}.includes('Ben rolls')")
    settled(page)
    steps = page.evaluate(KEPT_STEPS)
    page.evaluate("aa.asked.length = 0; aa.plugIn()")
    expect(away).to_be_hidden()
    until(page, ASKED.format(uid="aa", what="settings"))
    page.wait_for_timeout(2500)  # The wait is longer than the sound of the old roll.
    assert page.evaluate(KEPT_STEPS) == steps
    expect(page.locator("#evening .blockspot")).to_be_hidden()
    settled(page)
    for name in ("Ben", "Ann"):  # The owner of the turn depends on the space that Ben has reached.
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Type a command").click()
        page.get_by_role("combobox", name="Type a command").fill(f"correct turn {name}")
        page.keyboard.press("Enter")
        until(page, f"{SAID}.includes('Corrected: it is {name}')")
    until(page, "aa.asked.some(({name, player}) => name === 'turn' && player === 1)")


@pytest.mark.long
def test_picos_of_players_roll_in_turn_and_survive_a_reload(table_url: str, page: Page) -> None:
    _open(page, table_url)
    boards = _boards(page)
    for number, uid in enumerate(("aa", "bb", "cc")):
        _add(page, uid, number + 1)
    expect(page.get_by_role("button", name="Add a board …")).to_have_count(0)
    for number, player in enumerate(("Ann", "Ben")):
        boards.get_by_label("It rolls and announces").nth(number).select_option(player)
    name = boards.get_by_label("Name of the board").nth(1)
    name.fill("<b>Ben’s</b> block")
    name.press("Tab")
    _fits(page)
    _close(page, "aa", "bb", "cc")
    page.evaluate("bb.press()")
    now = page.locator("#evening .now")
    expect(now).to_have_text("It is Ann’s turn, so <b>Ben’s</b> block does not roll.")
    page.evaluate("cc.press()")  # This board serves all players, but Ann has another one.
    page.evaluate("aa.press()")
    until(page, f"{SAID}.includes('Ann rolls 2 and 6.')")
    settled(page)
    assert page.evaluate(KEPT_STEPS) == 1
    big_button(page).click()  # The player buys.
    until(page, "bb.asked.some(({do: what}) => what === 'call')")
    assert [_called(page, uid) for uid in ("aa", "bb")] == [[], [("turn", 2)]]
    until(page, "cc.asked.some(({do: what}) => what === 'call')")
    assert _called(page, "cc") == [("turn", 2)]
    page.reload()
    away = page.locator("#evening .lost-device")
    expect(away).to_contain_text("Board 1, <b>Ben’s</b> block, and Board 3 do not answer:")
    page.evaluate(BOARD, ["bb", 2])
    page.evaluate("bb.allow()")
    expect(away).to_contain_text("Board 1 and Board 3 do not answer:")
    until(page, ASKED.format(uid="bb", what="dice"))
    page.evaluate("bb.press()")
    until(page, f"{SAID}.includes('Ben rolls')")
    boards = _boards(page)
    chosen = boards.locator("select").evaluate_all("all => all.map(({value}) => value)")
    assert chosen == ["Ann", "Ben", ""]
    boards.get_by_role("button", name="Take it off the list").first.click()
    expect(boards.locator("fieldset")).to_have_count(2)


# The last roll, card or wiggle that a device has reported, as it is in the game's log.
ROLLED = """(() => {
    const isRoll = ({event, state}) => event === "outcome" || state === "started";
    const {outcome, dice, card, action, event} = aa.told.findLast(isRoll) ?? {};
    if (event === "run") return {do: "run"};  // for the player who begins by chance
    if (outcome === "card") return {do: "card", card};
    return outcome && {do: "dice", ...(action ? {number: dice[0]} : {dice})};
})()"""
LOG = "(JSON.parse(localStorage['pingblock.tables'] ?? 'null')?.games[0].log ?? [])"


def _like(fields: dict[str, Any]) -> str:
    """Returns an expression that is true if ``step`` has these fields."""
    pairs = (
        f"JSON.stringify(step.{name}) === {json.dumps(json.dumps(value, separators=(',', ':')))}"
        for name, value in fields.items()
    )
    return " && ".join(pairs)


@pytest.mark.long
@pytest.mark.parametrize("game", TABLES)
def test_pico_rolls_in_each_game(table_url: str, page: Page, game: str) -> None:
    _open(page, table_url, f"table={game}&players=Ann,Ben")
    _boards(page)
    _add(page, "aa", 1)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#evening .blockspot")).to_be_hidden()
    for _ in range(12):  # Before the first roll, players choose who begins, or where they drop in.
        page.wait_for_timeout(1000)
        settled(page)
        if big_button(page).is_enabled():
            big_button(page).click()
        if page.evaluate(ROLLED):
            break
    rolled = page.evaluate(ROLLED)
    assert rolled
    until(page, f"{LOG}.some((step) => {_like(rolled)})")
    assert page.locator("#evening .lost-device").is_hidden()


@pytest.mark.long
def test_pico_at_the_host_computer_works_without_web_serial(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (sys.executable, "-m", "pingblock", "virtual", "serve", "--pty", "--new", "--json")
    with ExitStack() as stack:
        served = subprocess.Popen([*command, "--seed", "1"], stdout=subprocess.PIPE, text=True)
        board = stack.enter_context(served)
        # If the test fails, its end would otherwise wait for the board.
        stack.callback(board.terminate)
        assert board.stdout
        monkeypatch.setenv("PINGBLOCK_PORT", json.loads(board.stdout.readline())["pty"])
        with playing("--engine", "wasm", "--http", "0") as server:
            page.add_init_script("delete Navigator.prototype.serial")
            open_table(page, server.url, GAME)
            _boards(page)
            page.get_by_role("button", name="Add a board …").click()
            expect(page.locator("dialog .boards .state")).to_have_text("is here")
            page.get_by_role("button", name="Close", exact=True).click()
            expect(page.locator("#evening .blockspot")).to_be_hidden()
            big_button(page).click()
            until(page, f"{SAID}.includes('Ann rolls 2 and 6.')")
            os.kill(board.pid, signal.SIGTERM)
            expect(page.locator("#evening .lost-device")).to_contain_text(
                "Board 1 does not answer"
            )
            settled(page)
            big_button(page).click()
            until(page, f"{SAID}.includes('Ann buys')")
            # Otherwise it would search for the board after the server's end.
            page.goto("about:blank")
