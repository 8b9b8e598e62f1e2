"""One log gives one game: at a table, by JSON lines, with a server, in the browser's Python."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import KEPT_STEPS, big_button, open_table, settled
from tests.page.conftest import PHONE, Console
from tests.page.test_served import until

from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import as_dict
from pingblock.tables.games import game_of
from pingblock.tables.lines import LineFace
from pingblock.tables.registry import TABLES
from pingblock.tables.table import Table

NAMES = ["Ann", "Ben", "Robo"]
# Keeps the worker with the referees of a page without a server.
KEEP_REFEREES = """self.Worker = class extends Worker {
    constructor(url, options) {
        super(url, options);
        if (String(url).includes("referee")) self.referees = this;
    }
};"""
SERVED = """async () => {
    const {open} = await import("/tables/served.js");
    const told = {table() {}, drives() {}, seats() {}, invitation() {}, progress() {}, lost() {}};
    self.ask = (await open(told)).ask;
}"""
HERE = """() => {
    let number = 1e6;
    self.ask = (request) => new Promise((then) => {
        const id = ++number;
        referees.addEventListener("message", function heard({data}) {
            if (data.id !== id) return;
            referees.removeEventListener("message", heard);
            then(JSON.parse(data.answer));
        });
        referees.postMessage({id, line: JSON.stringify(request)});
    });
}"""
# Makes a referee carry out a log. Returns all events in words and all states.
ANSWERS = """async ([wanted, steps]) => {
    const first = await ask({open: wanted});
    const found = [[first.state, []]];
    for (const step of steps) {
        const {state, events, error} = await ask(step);
        found.push([state, events, error]);
    }
    return JSON.stringify(found);
}"""


def _log(game: str, steps: int) -> tuple[list[dict], list[list]]:
    """Returns commands of a game of bots, with the answers of JSON lines."""
    options = TABLES[game].boxless  # A page starts the game like this.
    table = Table(game_of(game), options, NAMES, 7)
    face = LineFace(Table(game_of(game), options, NAMES, 7))
    done, found = [], [[face.hello()["state"], []]]
    while len(done) < steps and not table.game.result(table.state):
        if seats := table.game.to_act(table.state):
            whims = SeededChance(7, BOTS).at(len(done))
            step = decide(table.game, "plain", table.state, seats[0], whims)
            events = table.do(step)
        else:
            drawn = table.draw()
            assert drawn is not None
            step, events = drawn
        done.append(as_dict(step))
        answer = face.answer(json.dumps(done[-1]))
        said = [table.game.say(event, NAMES) for event in events]
        assert [event["say"] for event in answer["events"]] == said
        found.append([answer["state"], answer["events"]])
    return done, found


def _same(found: str, wanted: list[list]) -> None:
    for got, (state, events) in zip(json.loads(found), wanted, strict=True):
        assert got[2:] in ([], [None])
        assert got[:2] == json.loads(json.dumps([state, events]))


@pytest.mark.parametrize("count", [24, pytest.param(600, marks=pytest.mark.long)])
def test_game_continues_elsewhere_and_its_log_gives_equal_results(
    table_url: str, plain: str, browser: Browser, page: Page, console: Console, count: int
) -> None:
    """This test has all that needs Python in the browser, because its start takes seconds."""
    link, said = _after_a_reload(table_url, page)
    context = browser.new_context(viewport=PHONE)
    here = context.new_page()
    console.listen(here)
    here.add_init_script(KEEP_REFEREES)
    # The link is opened on another computer.
    here.goto(f"{plain}?lang=de#game={link.partition('#game=')[2]}")
    expect(here.get_by_label("Die Schiedsrichter werden geladen")).to_be_visible()
    until(here, "document.title.includes('Würmer')")
    expect(here.locator("#evening .now")).to_contain_text(said.removesuffix("’s turn"))
    expect(here.locator("#evening .said")).to_contain_text("Ben beginnt.")
    here.get_by_role("button", name="Rückgängig").click()
    until(here, f"{KEPT_STEPS} === 4")
    root, _, fragment = table_url.partition("#")
    page.goto(f"{root}start.js#{fragment}")  # a file next to the page
    page.evaluate(SERVED)
    here.evaluate(HERE)
    for game in ("wasteland", "fortune", "storm", "worms"):
        steps, wanted = _log(game, count)
        opening = {"game": game, "players": NAMES, "seed": 7}
        _same(page.evaluate(ANSWERS, [opening, steps]), wanted)
        _same(here.evaluate(ANSWERS, [opening, steps]), wanted)
    context.close()


def _after_a_reload(url: str, page: Page) -> tuple[str, str]:
    """Plays, reloads and undoes a step. Returns a link to the game, and the due outcome."""
    open_table(page, url, "table=worms&players=Ann,Ben&seed=3")
    for _ in range(6):
        big_button(page).click()
        settled(page)
    now = page.locator("#evening .now")
    said = now.inner_text()
    assert page.evaluate(KEPT_STEPS) == 6
    page.reload()
    until(page, "document.title.includes('Worms')")
    expect(now).to_have_text(said)
    settled(page)
    page.get_by_role("button", name="Undo").click()
    until(page, f"{KEPT_STEPS} === 5")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy a link").click()
    link = page.locator("dialog input").input_value()
    assert link.startswith(f"{url.partition('#')[0]}#game=")
    return link, now.inner_text()
