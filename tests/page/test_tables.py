"""Board games in the page: played by clicks, with a server and with Python in the browser."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from tests.page.conftest import PHONE, Console, playing
from tests.page.test_front import _TOO_SMALL, _TOO_WIDE
from tests.page.test_served import READY, until

from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import as_dict
from pingblock.tables.games import game_of
from pingblock.tables.lines import LineFace
from pingblock.tables.table import Table

NAMES = ["Ann", "Ben", "Robo"]
STEPS = 120
# All by clicks on the one big button, as fast as the page shows the next move.
CLICK_ON = """async (most) => {
    const big = document.querySelector("#evening .go");
    for (let clicks = 0; clicks < most; clicks++) {
        if (big.textContent === "Play again") return clicks;
        if (!big.disabled) big.click();
        const first = document.querySelector("dialog[open] .all button");
        first?.click();
        for (let tries = 0; tries < 500; tries++) {
            await new Promise((then) => setTimeout(then, 4));
            if (document.querySelector("#evening").ariaBusy === "false") break;
        }
    }
    return -1;
}"""
# Carries out a log at a referee, and returns all events in words and all states.
ANSWERS = """async ([module, wanted, steps]) => {
    const {open} = await import(`/tables/${module}.js`);
    const referee = await open({table() {}, progress() {}, lost() {}});
    const first = await referee.ask({open: wanted});
    const found = [[first.state, []]];
    for (const step of steps) {
        const {state, events, error} = await referee.ask(step);
        found.push([state, events, error]);
    }
    referee.close();
    return JSON.stringify(found);
}"""


@pytest.fixture(scope="module")
def table_url() -> Iterator[str]:
    """The URL of a server's page."""
    with playing("--engine", "wasm", "--http", "0") as server:
        yield server.url


def _open(page: Page, url: str, query: str) -> None:
    root, _, fragment = url.partition("#")
    page.goto(f"{root}?{query}#{fragment}")
    until(page, "!document.querySelector('#evening').hidden && document.title !== 'Pingblock'")


def _big(page: Page):
    return page.locator("#evening .go")


def _settled(page: Page) -> None:
    until(page, "document.querySelector('#evening').ariaBusy === 'false'")


def _undo_and_refused(page: Page) -> None:
    """A step taken back, and a typed command that the rules refuse, with the rule in words."""
    title = page.title()
    said = page.locator("#evening .now").inner_text()
    _big(page).click()
    _settled(page)
    page.get_by_role("button", name="Undo").click()
    _settled(page)
    expect(page.locator("#evening .now")).to_have_text(said)
    assert page.title() == title


@pytest.mark.parametrize(
    ("game", "options", "wrong", "rule"),
    [
        ("fortune", "&opt.finish=1000", "roll G2", "FT-04"),
        ("wasteland", "&opt.turns=30", "buy", "FO-11"),
        ("storm", "", "move", "FN-07"),
    ],
)
def test_a_game_is_played_to_its_end_by_clicks(
    table_url: str, page: Page, game: str, options: str, wrong: str, rule: str
) -> None:
    _open(page, table_url, f"table={game}&players=Ann,Ben&bots=&seed=5{options}")
    _big(page).click()
    _settled(page)
    _undo_and_refused(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Type a command").click()
    page.locator("#evening .typed input").fill(wrong)
    page.keyboard.press("Enter")
    refused = page.locator("#evening .fault")
    expect(refused).to_be_visible()
    refused.get_by_role("button").click()
    assert rule in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    assert page.evaluate(CLICK_ON, 3000) > 10
    assert " wins · " in page.title() or " share the win" in page.title()
    expect(page.locator("#evening .player.won")).to_be_visible()


def _log(game: str, steps: int) -> tuple[list[dict], list[list]]:
    """Returns commands of a game of bots, with what each brings about at JSON lines."""
    table = Table(game_of(game), {}, NAMES, 7)
    face = LineFace(Table(game_of(game), {}, NAMES, 7))
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


def test_one_log_is_one_game_everywhere(
    table_url: str, isolated: str, browser: Browser, console: Console
) -> None:
    """In the terminal's table, by JSON lines, at the server and in the browser's own Python."""
    context = browser.new_context(viewport=PHONE)
    served, here = context.new_page(), context.new_page()
    console.listen(here)
    root, _, fragment = table_url.partition("#")
    served.goto(f"{root}engines/engine.js#{fragment}")
    here.goto(f"{isolated}empty.html")
    for game in ("wasteland", "fortune", "storm", "worms"):
        steps, wanted = _log(game, STEPS)
        opening = {"game": game, "players": NAMES, "seed": 7}
        _same(served.evaluate(ANSWERS, ["served", opening, steps]), wanted)
        if game == "wasteland":  # one start of Python for all
            here.evaluate(
                """async () => {
                const {open} = await import("/tables/here.js");
                const referee = await open({table() {}, progress() {}, lost() {}});
                self.referee = {ask: referee.ask, close() {}};
            }"""
            )
        ask = ANSWERS.replace("await open(", "self.referee; (").replace(
            "const {open} = await import(`/tables/${module}.js`);", ""
        )
        _same(here.evaluate(ask, ["here", opening, steps]), wanted)
    context.close()
    assert console.errors == []


def test_a_reload_goes_on_in_the_middle_of_a_game(isolated: str, page: Page) -> None:
    """Without a server: Python in the browser, the log in its storage."""
    _open(page, isolated, "table=worms&players=Ann,Ben&seed=3")
    for _ in range(6):
        _big(page).click()
        _settled(page)
    said = page.locator("#evening .now").inner_text()
    steps = page.evaluate("JSON.parse(localStorage['pingblock.tables']).games[0].steps")
    assert steps == 6
    page.reload()
    until(page, "document.title.includes('Worms')")
    expect(page.locator("#evening .now")).to_have_text(said)
    page.get_by_role("button", name="Undo").click()
    until(page, "JSON.parse(localStorage['pingblock.tables']).games[0].steps === 5")


def test_the_block_on_the_table_rolls_and_is_heard_out_first(table_url: str, page: Page) -> None:
    """Its own game comes back when it leaves; the outcome counts when its sound is over."""
    _open(page, table_url, "table=wasteland&players=Ann,Ben&seed=5&opt.roll_off=off")
    until(page, READY)
    until(page, "pingblock.state().device.game === 'block'")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="The block rolls, and calls").click()
    until(page, "pingblock.state().device.rules === 'wasteland'")
    _settled(page)
    _big(page).click()
    until(page, "document.querySelector('#evening .said').textContent.includes('Ann rolls')")
    dice = page.evaluate("pingblock.state().outcome.shown.dice")
    assert f"Ann rolls {dice[0]} and {dice[1]}." in page.locator("#evening .said").inner_text()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="The block leaves the table").click()
    until(page, "pingblock.state().device.game === 'block'")


def test_a_phone_a_keyboard_and_a_screen_reader_are_enough(table_url: str, page: Page) -> None:
    """No serious finding of axe, nothing beyond the edge, no target below 44 px but in a text."""
    for game in ("fortune", "worms", "storm", "wasteland"):
        _open(page, table_url, f"table={game}&players=Ann,Ben,Cleo&seed=5")
        big = _big(page)
        for _ in range(3):
            big.focus()
            page.keyboard.press("Enter")
            _settled(page)
        assert page.locator("#evening .said li").count() > 1
        found = Axe().run(page, "#evening").response["violations"]
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == []
        assert page.evaluate(_TOO_WIDE) == []
        small = page.evaluate(_TOO_SMALL)
        assert [each for each in small if 'class="rule"' not in each] == []
    board = page.locator("#evening .picture")
    board.focus()
    page.keyboard.press("ArrowLeft")  # the start
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#evening .board .aloud")).to_contain_text("Brown 1")
