"""Plays evenings at a phone only by taps, with slips, house rules, and people who come and go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.page.conftest import PATIENT_MS, PHONE, Console, playing
from tests.page.evenings import Deed, Evening, play
from tests.page.replays import browser_says, json_lines_say, rules_say, terminal_says

Log = list[dict[str, Any]]


@pytest.fixture
def phone(browser: Browser, console: Console) -> Iterator[Page]:
    """A phone with a touch screen, whose owner comes for the first time."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENT_MS)
    page = context.new_page()
    console.listen(page)
    yield page
    context.close()
    assert console.errors == []


def corrects(at: int, what: str, **args: object) -> Deed:
    """Returns a correction that sets a value to that of the real table."""
    return Deed(at, "correct", {"what": what, **args})


# A game that began on paper: the values that differ, by what they are and whose.
PAPER = {
    **{("cash", 0): 640, ("cash", 1): 1210, ("place", 0): 20, ("place", 1): 33},
    **{("owner", space): 0 for space in (16, 18, 19)},
    **{("owner", 6): 1, ("mortgage", 6): True, ("buildings", 16): 2, ("buildings", 18): 1},
    ("turn", None): 1,
}
EVENINGS = {
    "worms": Evening("worms", "de", 2, {"runs_most": "20"}, [Deed(6, "undo")], "plain", taps=53),
    "fortune joined": Evening(
        "fortune",
        "fr",
        3,
        {"finish": "2000", "storm_sets": "off"},
        [Deed(12, "join", {"name": "Eve"})],
        taps=113,
    ),
    "fortune of five": Evening(
        "fortune",
        "de",
        5,
        {"finish": "1500"},
        [corrects(20, "points", player=1, points=300)],
        taps=203,
    ),
    "storm left": Evening(
        "storm",
        "en",
        4,
        {"turns": "20"},
        [Deed(30, "leave", {"player": 2}), Deed(40, "undo")],
        taps=138,
    ),
    "storm corrected": Evening(
        "storm",
        "fr",
        3,
        {"turns": "16", "rest": "on"},
        [corrects(20, "wall", space=7, on=True)],
        taps=79,
    ),
    "celebration joined": Evening(
        "celebration",
        "en",
        2,
        {"turns": "24", "parking_pot": "on"},
        [Deed(15, "join", {"name": "Eve"}), corrects(30, "cash", player=0, amount=31)],
        taps=146,
    ),
    "hideout": Evening(
        "hideout",
        "de",
        3,
        {"laps": "2", "go_double": "on"},
        [Deed(20, "undo"), Deed(30, "undo")],
        taps=92,
    ),
    "hideout left": Evening(
        "hideout",
        "en",
        4,
        {"turns": "24", "lap_first": "on", "leaver_deeds": "bank"},
        [Deed(40, "leave", {"player": 1})],
        taps=69,
    ),
    "wasteland from paper": Evening(
        "wasteland",
        "fr",
        2,
        {"turns": "16", "jail_rent": "off"},
        [Deed(3, "paper", PAPER)],
        taps=110,
    ),
    "wasteland speed": Evening(
        "wasteland_speed",
        "en",
        3,
        {"turns": "20", "auctions": "off"},
        [Deed(25, "transfer", {"giver": 0, "taker": 1, "amount": 61})],
        taps=122,
    ),
}
SHORT = Evening("storm", "en", 2, {"turns": "4"}, [Deed(6, "undo")], taps=30)


def comes_to_its_end(phone: Page, evening: Evening) -> Log:
    """Plays an evening by taps. Returns the log that the page has stored."""
    with playing("--engine", "wasm", "--http", "0") as server:
        played = play(phone, server.url, evening)
        phone.close()  # It must close before its server, because it can report the server's end.
    print(evening.game, len(played.table.steps), played.taps, flush=True)
    assert played.taps <= evening.taps
    return played.log


def says_the_same_elsewhere(log: Log, folder: Path) -> None:
    said = rules_say(log)
    assert json_lines_say(log, folder) == said
    assert terminal_says(log) == said


@pytest.mark.long
def test_short_game_is_completed_by_taps(phone: Page, tmp_path: Path) -> None:
    log = comes_to_its_end(phone, SHORT)
    says_the_same_elsewhere(log, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", EVENINGS)
def test_whole_evening_is_completed_by_taps(
    phone: Page, page: Page, plain: str, tmp_path: Path, name: str
) -> None:
    """The log gives the same game in the terminal, to a program and in the browser's Python."""
    log = comes_to_its_end(phone, EVENINGS[name])
    says_the_same_elsewhere(log, tmp_path)
    page.goto(plain + "empty.html")
    assert browser_says(log, page) == rules_say(log)
