"""Evenings at a phone, by taps only: with slips, house rules, and people who come and go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.page.conftest import PATIENT_MS, PHONE, Console, playing
from tests.page.evenings import Deed, Evening, play


@pytest.fixture
def phone(browser: Browser, console: Console) -> Iterator[Page]:
    """A phone whose finger touches, of somebody who comes for the first time."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENT_MS)
    page = context.new_page()
    console.listen(page)
    yield page
    context.close()
    assert console.errors == []


def corrects(at: int, what: str, **args: object) -> Deed:
    """Sets one thing as it is on the real table."""
    return Deed(at, "correct", {"what": what, **args})


EVENINGS = {
    "worms": Evening("worms", "de", 2, {"runs_most": "20"}, [Deed(6, "undo")], "plain"),
    "fortune joined": Evening(
        "fortune", "fr", 3, {"finish": "2000", "storm_sets": "off"}, [Deed(12, "join", {"name": "Eve"})]
    ),
    "fortune of five": Evening(
        "fortune", "de", 5, {"finish": "1500"}, [corrects(20, "points", player=1, points=300)]
    ),
    "storm left": Evening(
        "storm", "en", 4, {"turns": "20"}, [Deed(30, "leave", {"player": 2}), Deed(40, "undo")]
    ),
    "storm corrected": Evening(
        "storm", "fr", 3, {"turns": "16", "rest": "on"}, [corrects(20, "wall", space=7, on=True)]
    ),
    "celebration joined": Evening(
        "celebration",
        "en",
        2,
        {"turns": "24", "parking_pot": "on"},
        [Deed(15, "join", {"name": "Eve"}), corrects(30, "cash", player=0, amount=31)],
    ),
    "hideout": Evening(
        "hideout", "de", 3, {"laps": "2", "go_double": "on"}, [Deed(20, "undo"), Deed(30, "undo")]
    ),
    "hideout left": Evening(
        "hideout",
        "en",
        4,
        {"turns": "24", "lap_first": "on", "leaver_deeds": "bank"},
        [Deed(40, "leave", {"player": 1})],
    ),
    "wasteland from paper": Evening(
        "wasteland",
        "fr",
        2,
        {"turns": "24", "jail_rent": "off"},
        [corrects(3, "owner", space=6, owner=1), corrects(3, "place", player=0, space=20)],
    ),
    "wasteland speed": Evening(
        "wasteland_speed",
        "en",
        3,
        {"turns": "20", "auctions": "off"},
        [Deed(25, "transfer", {"giver": 0, "taker": 1, "amount": 61})],
    ),
}


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_played_by_taps(phone: Page, name: str) -> None:
    with playing("--engine", "wasm", "--http", "0") as server:
        played = play(phone, server.url, EVENINGS[name])
        phone.close()  # before its server, whose end it would report
    print(name, len(played.table.steps), played.taps, flush=True)
