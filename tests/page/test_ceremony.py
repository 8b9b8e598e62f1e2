"""The ceremony at the end of each game shows the winner, and covers no button.

The sentence with the result appears in only one place.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import PORTS
from tests.page.conftest import PATIENT_MS, PHONE
from tests.seldom import seldom_but

from pingblock.tables.page_table import PageTable
from pingblock.tables.registry import TABLES

PLAYERS = ["Ann", "Ben", "Cleo"]
CARD = "#evening .ceremony"
# Draws answers of the referee one after the other, as a page gets them.
DRAW = """async ([game, players, answers]) => {
    const {makeView} = await import("./tables/view.js");
    const {h} = await import("./dom.js");
    const style = h("link", {rel: "stylesheet", href: "style/evening.css"});
    document.head.append(style);
    await new Promise((then) => style.onload = then);
    const model = {game, players, shown: {}, fault: null, note: "", busy: false, events: [],
        fresh: [], rolled: []};
    const evening = {model, log: [], dated: (each) => each, forget() {},
        ask: async () => ({ok: true})};
    const root = document.querySelector("#evening");
    root.replaceChildren();
    PORTS
    const view = makeView(root, evening, await portsOf(evening, {}));
    for (const answer of answers) {
        model.shown = {...model.shown, ...answer};
        model.events = model.fresh = answer.events ?? [];
        view.draw(model);
        await new Promise((then) => setTimeout(then, 100));  // its drawing is loaded
    }
}""".replace("PORTS", PORTS)

# Sentences that appear in two places of the table. In the log, a player's name precedes the
# player's words.
TWICE = """() => {
    const said = [".now", ".ceremony", ".won .did", ".said li"].flatMap((place) =>
        [...document.querySelectorAll(`#evening ${place}`)].flatMap((part) => [...part.childNodes])
            .flatMap((node) => node.textContent.split(/[.](?:\\s|$)/))
            .map((words) => ({place, words: words.trim()})));
    const isIn = (words, other) => other === words || other.endsWith(` ${words}`);
    return said.filter(({place, words}) => words.includes(" ")
        && said.some((other) => other.place !== place && isIn(words, other.words)));
}"""


@cache
def _end_of(game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the page's answers before and after the last step of a game of bots."""
    table = PageTable()

    def ask(**request: Any) -> dict[str, Any]:
        return table.answer(json.dumps(request))

    bots = dict.fromkeys(PLAYERS, "random")
    before = ask(open={"game": game, "players": PLAYERS, "bots": bots, "seed": 5})
    while not (after := ask(run=1))["over"]:
        before = after
    return before, after


@pytest.mark.parametrize("game", seldom_but("fortune", TABLES))
def test_win_is_celebrated_until_a_tap(page: Page, front: str, game: str) -> None:
    before, after = _end_of(game)
    names = [PLAYERS[seat] for seat in after["over"]["winners"]]
    assert names
    page.goto(front)
    page.evaluate(DRAW, [game, PLAYERS, [before, after]])
    shown = page.locator(CARD)
    words = f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share the win"
    expect(shown.locator(".ttoken")).to_have_count(len(names))
    expect(page.locator("#evening .now")).to_have_text(f"{words}. {after['over']['reason']}")
    assert page.evaluate(TWICE) == []
    page.locator("#evening .now").click()
    expect(shown).to_have_count(0)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([0, 2], "Ann and Cleo share the win"),
        ([0, 1, 2], "Ann, Ben, and Cleo share the win"),
        ([], "No winner"),
    ],
)
def test_card_names_shared_or_missing_winners_without_motion(
    browser: Browser, front: str, seats: list[int], words: str
) -> None:
    before, after = _end_of("fortune")
    after = {**after, "over": {**after["over"], "winners": seats}}
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", forced_colors="active")
    context.set_default_timeout(PATIENT_MS)
    page = context.new_page()
    page.goto(front)
    page.evaluate(DRAW, ["fortune", PLAYERS, [before, after]])
    shown = page.locator(CARD)
    expect(shown.locator(".ttoken")).to_have_count(len(seats))
    expect(page.locator("#evening .now")).to_contain_text(f"{words}. ")
    assert shown.evaluate("card => card.getAnimations({subtree: true}).length") == 0
    big = page.locator("#evening .go").bounding_box()
    card = shown.bounding_box()
    assert big is not None
    assert card is not None
    assert card["y"] + card["height"] <= big["y"]
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(shown).to_have_count(0)
    context.close()


def test_already_ended_game_is_not_celebrated(page: Page, front: str) -> None:
    _, after = _end_of("fortune")
    page.goto(front)
    page.evaluate(DRAW, ["fortune", PLAYERS, [after]])
    expect(page.locator("#evening .now.over")).to_be_visible()
    expect(page.locator(CARD)).to_have_count(0)
