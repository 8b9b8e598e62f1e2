"""People play each game to its end with the block, and never wait for a move."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Error, Page
from tests.page.at_table import big_button, open_table
from tests.page.conftest import PATIENT_MS

from pingblock.tables.registry import TABLES

pytestmark = pytest.mark.long

# Rules that make a game short.
GAMES = {
    "celebration": "",
    "hideout": "opt.laps=1",
    "wasteland": "opt.laps=1",
    "wasteland_speed": "opt.laps=1",
    "storm": "opt.turns=12",
    "fortune": "opt.finish=1500",
    "worms": "",
}
# The refusal after a late press: a person can press the block shortly after a due roll has come
# from elsewhere.
LATE = (
    *("No dice are rolled now.", "Roll the dice now."),
    *("Jetzt wird nicht gewürfelt.", "Würfle jetzt."),
    # On a busy computer a press can become a hold, which storm reads as an attempt to leave jail.
    *("Both dice roll", "Beide Würfel rollen"),
)
EVENING_S = 500
BLOCK = "#evening .blockspot [data-hand=block]"
# The controls on the screen: the big button, an open choice, and whether the page waits.
SCREEN = """() => {
    const evening = document.querySelector("#evening");
    const big = evening?.querySelector(".acts > .go");
    if (!big || !window.pingblock || window.before) return {waits: true};
    const isBusy = evening.hidden || evening.ariaBusy === "true";
    return {waits: isBusy || pingblock.state().engine.status !== "ready", can: !big.disabled,
        words: big.innerText, chance: big.matches(".chance"),
        over: Boolean(evening.querySelector(".now.over")),
        asks: Boolean(document.querySelector("dialog[open]")),
        block: Boolean(evening.querySelector(".blockspot:not([hidden])")),
        fault: evening.querySelector(".acts > .fault:not([hidden])")?.innerText ?? ""};
}"""


class Evening:
    """A person who taps and presses, and between some moves does usual things such as a reload."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = self.moves = 0
        # The actions between moves, by the number of moves before them.
        self.deeds = {
            5: self._undo,
            9: page.reload,
            13: lambda: self._speak("de"),
            17: self._toggle_block,
            20: self._toggle_block,
            23: lambda: self._speak("en"),
        }

    def play(self) -> None:
        """Plays to the end of the game."""
        end_s = time.monotonic() + EVENING_S
        while not (screen := self._ready())["over"]:
            assert time.monotonic() < end_s, screen
            fault = str(screen["fault"])
            assert not fault or any(late in fault for late in LATE), screen
            if screen["asks"]:
                self._choose()
            elif deed := self.deeds.pop(self.moves, None):
                self.moves += 1
                deed()
            else:
                self._move(screen)

    def _ready(self) -> dict[str, object]:
        """Waits until there is a move, a choice or the end."""
        late_s = time.monotonic() + PATIENT_MS / 1000
        while True:
            screen = self._look()
            if not screen["waits"] and (screen["can"] or screen["asks"] or screen["over"]):
                return screen
            assert time.monotonic() < late_s, screen
            self.page.wait_for_timeout(50)

    def _look(self) -> dict[str, object]:
        """Returns the controls on the screen: none while the page is loading again."""
        try:
            screen: dict[str, object] = self.page.evaluate(SCREEN)
        except Error:
            return {"waits": True}
        return screen

    def _move(self, screen: dict[str, object]) -> None:
        """Presses the block for every second outcome of chance. Otherwise taps the big button."""
        self.moves += 1
        if screen["block"] and screen["chance"] and self.moves % 2:
            self.presses += 1
            self.page.locator(BLOCK).click(delay=80)
        else:
            big_button(self.page).click()
        self.page.wait_for_timeout(100)

    def _choose(self) -> None:
        """Takes the first choice of a dialog, or closes a form."""
        dialog = self.page.locator("dialog[open]")
        choices = dialog.locator(".scrolls .all button:enabled")
        (choices.first if choices.count() else dialog.locator("> button").last).click()

    def _undo(self) -> None:
        self.page.get_by_role("button", name="Undo").click()

    def _menu(self) -> None:
        self.page.locator("#evening header .small").last.click()

    def _speak(self, language: str) -> None:
        self._menu()
        self.page.evaluate("() => { window.before = true; }")
        self.page.locator("dialog[open] select").select_option(language)

    def _toggle_block(self) -> None:
        self._menu()
        self.page.locator("dialog[open] .all button").first.click()


@pytest.mark.parametrize("game", GAMES)
def test_game_ends_with_the_block_at_the_table(own_url: str, page: Page, game: str) -> None:
    open_table(page, own_url, f"table={game}&players=Ann,Ben&{GAMES[game]}")
    evening = Evening(page)
    evening.play()
    # Worms have only the lever, and no button.
    assert evening.presses > 2 or not TABLES[game].press_games
    assert not evening.deeds
