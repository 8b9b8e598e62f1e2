"""Forms of a table on a phone's page are filled in by touch. Only names are typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.page.at_table import load_log, settled
from tests.page.conftest import PATIENT_MS, PHONE, TOO_SMALL, TOO_WIDE
from tests.page.test_served import until
from tests.unit.pingblock.tables.at_table import table_of

from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, as_dict, command, from_dict
from pingblock.tables.forms import Form, Question, asked_of
from pingblock.tables.games import game_of
from pingblock.tables.prompts import Prompts
from pingblock.tables.table import Table

NAMES = ("Ann", "Ben", "Cleo")
STEPS_MOST = 1500
KEPT = "JSON.parse(localStorage['pingblock.tables'] ?? '{\"games\": [{}]}').games[0]"
# Each verb with a form, in one game of each referee. Only one edition deals deeds.
FREE = [
    (do, "wasteland_speed" if do == "hand_out" else name)
    for name in ("wasteland", "fortune", "storm", "worms")
    for do, verb in game_of(name).verbs.items()
    if verb.free
]
AMENDS: list[tuple[str, str, dict[str, Any]]] = [
    ("wasteland", "transfer", {"giver": 0, "taker": -1, "amount": 61}),
    ("wasteland", "correct", {"what": "owner", "space": 6, "owner": 1}),
    ("storm", "correct", {"what": "wall", "space": 7, "on": True}),
    ("fortune", "join", {"name": "Eve"}),
    ("worms", "leave", {"player": 2}),
]


def reached(game: str, do: str) -> tuple[Table[Any], Command]:
    """Plays with random bots until a verb is legal. Returns the table and such a command."""
    for seed in range(40):
        table, whims = table_of(game, *NAMES, seed=seed), SeededChance(seed, BOTS)
        for _step in range(STEPS_MOST):
            legal = [step for step in table.game.legal(table.state) if step.do == do and step.args]
            if legal:
                return table, Random(4).choice(legal)
            if table.game.result(table.state):
                break
            if not table.draw():
                seat = table.game.to_act(table.state)[0]
                table.do(decide(table.game, "random", table.state, seat, whims))
    raise AssertionError(f"{game} never comes to {do}")


@pytest.fixture(scope="module")
def phone(browser: Browser, table_url: str) -> Iterator[Page]:
    """A phone's page of a server, with a touch screen."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENT_MS)
    page = context.new_page()
    page.goto(table_url)
    page.locator("#tab-table").tap()
    yield page
    context.close()


def load(page: Page, table: Table[Any]) -> None:
    """Continues a game of Python's on the page."""
    back = page.get_by_role("button", name="Back to the block")
    if back.is_visible():
        back.tap()
    expect(page.locator("#evening")).to_be_hidden()
    load_log(page, table)
    expect(page.locator("#evening")).to_be_visible()
    settled(page)


def open_form(page: Page, table: Table[Any], step: Command) -> Form:
    """Opens the form of a verb for a seat by taps, as a person finds it."""
    prompts = Prompts(table.game, table.players, table.state)
    words = prompts.menu(step.do)
    form = prompts.asked(step.do, step.seat, table.state)
    if table.verbs[step.do].table:
        page.get_by_role("button", name="More").tap()
        page.get_by_role("button", name="Correct, join, leave").tap()
        page.locator("dialog .all").get_by_role("button", name=words).tap()
        return form
    whose = page.locator("#evening .whose button")
    if step.seat is not None and whose.count():
        chip = whose.filter(has_text=table.players[step.seat])
        if chip.count():
            chip.tap()
    own = page.locator("#evening .acts").get_by_role("button", name=words.replace(" …", "\u00a0…"))
    if not own.count():
        page.get_by_role("button", name="Other moves").tap()
        own = page.locator("dialog .all").get_by_role(
            "button", name=words.replace(" …", "\u00a0…")
        )
        named = own.filter(has_text=f"{table.players[step.seat or 0]}: ")
        own = named if named.count() else own
    own.first.tap()
    return form


def fill(page: Page, form: Form, given: dict[str, Any]) -> None:
    """Taps the answers, and then the button if the form still needs a tap."""
    sheet = page.locator("dialog .asks")
    expect(sheet).to_be_visible()
    for question in asked_of(form, given):
        value = given.get(question["name"])
        unsaid = value == 0 and question["kind"] == "amount"
        nothing = unsaid or value is None or value is False or value in ("", [])
        if question["needed"] or not nothing:
            tap_answer(sheet, question, value)
    open_still = sheet.locator(".go:enabled")  # It is closed if the last answer was enough.
    if open_still.count():
        open_still.tap()


def tap_answer(sheet: Locator, question: Question, value: Any) -> None:
    """Taps the answer to one question."""
    kind, label = question["kind"], question["label"]
    side = question["side"]
    root = sheet.get_by_role("group", name=side, exact=True) if side else sheet
    group = root.get_by_role("group", name=label, exact=True)
    words = {json.dumps(each): text for each, text in question.get("choices", ())}
    said = lambda each: words[json.dumps(each)][:1].upper() + words[json.dumps(each)][1:]  # noqa: E731
    if kind == "switch":
        if value:
            root.get_by_label(label).tap()
    elif kind == "amount":
        tap_amount(group, question, value)
    elif kind == "text" and json.dumps(value) not in words:
        group.get_by_role("textbox").fill(value)
    elif kind == "counts":
        for face, count in zip(value[::2], value[1::2], strict=True):
            for _time in range(int(count)):
                group.get_by_role("button", name=said(face), exact=True).tap()
    elif kind == "several":
        for each in value:
            group.get_by_role("button", name=said(each), exact=True).first.tap()
    elif group.count():
        group.get_by_role("button", name=said(value), exact=True).first.tap()
    else:
        root.get_by_label(label).select_option(label=said(value))


def tap_amount(group: Locator, question: Question, value: int) -> None:
    """Taps the steps that change an amount, the large ones first."""
    least = question.get("least", 0)
    left = value - max(least, min(0, question.get("most", 0)))
    sign = "+" if left > 0 else "−"
    for step in sorted(question.get("steps", [])[:4], reverse=True):
        for _time in range(abs(left) // step):
            group.get_by_role("button", name=f"{sign}{step}", exact=True).tap()
        left = left % step if left > 0 else -(-left % step)
    assert left == 0, f"No taps lead to {value} of {question}."


def test_whole_game_state_is_entered_on_a_phone(phone):
    """A paper game continues on the page. If refused, the form stays and the state is kept."""
    table = table_of("wasteland", *NAMES, roll_off=False)
    load(phone, table)
    phone.get_by_role("button", name="More").tap()
    phone.get_by_role("button", name="Correct, join, leave").tap()
    phone.get_by_role("button", name="Set the whole table").tap()
    before = phone.evaluate(f"JSON.stringify({KEPT})")
    sheet, send = phone.locator("dialog .asks"), phone.locator("dialog .asks .go")
    expect(send).to_be_disabled()
    for title in ("Cash", "Where a player is", "Whose a place is", "Buildings"):
        sheet.locator("summary").filter(has_text=title).tap()
    fits(phone)
    expect(send).to_be_in_viewport(ratio=1)  # although the form is longer than the screen
    part = lambda title: sheet.locator("details").filter(has_text=title)  # noqa: E731
    part("Cash").get_by_label("Ann").fill("-1")
    expect(send).to_be_disabled()
    part("Cash").get_by_label("Ann").fill("777")
    part("Where a player is").get_by_label("Ben").select_option(label="Brown 2")
    part("Whose a place is").get_by_label("Brown 1").select_option(label="Cleo")
    part("Buildings").get_by_label("Brown 1").select_option(label="2")
    send.tap()
    expect(phone.locator("dialog .fault")).to_contain_text("You need all locations of a set")
    assert phone.evaluate(f"JSON.stringify({KEPT})") == before
    part("Whose a place is").get_by_label("Brown 2").select_option(label="Cleo")
    send.tap()
    until(phone, f"{KEPT}.steps === {len(table.steps) + 5}")
    expect(phone.locator("dialog[open]")).to_have_count(0)
    phone.get_by_role("button", name="More").tap()
    phone.get_by_role("button", name="Correct, join, leave").tap()
    phone.get_by_role("button", name="Set the whole table").tap()
    sheet.locator("summary").filter(has_text="Buildings").tap()
    part("Buildings").get_by_label("Yellow 1").select_option(label="1")
    send.tap()
    expect(phone.locator("dialog .fault")).to_contain_text("You need all locations of a set")
    phone.locator("dialog").get_by_role("button", name="Close").tap()
    expect(phone.locator("#evening .acts .fault")).to_be_hidden()
    records = phone.evaluate(f"{KEPT}.log.slice(-5)")
    spaces = table.state.edition.spaces
    brown = [each for each, space in enumerate(spaces) if space.name in ("Brown 1", "Brown 2")]
    for record in records:
        table.do(from_dict(record))
    state = table.state
    assert (state.cash[0], state.place[1], state.built[brown[0]]) == (777, brown[1], 2)
    assert [state.owner[each] for each in brown] == [2, 2]


def test_bot_takes_over_a_seat_and_returns_it(phone):
    """Its button is where people look for it when somebody goes home."""
    table = table_of("wasteland", *NAMES, roll_off=False)
    table.do(command("dice", dice=[1, 3]))
    load(phone, table)
    for choice, bots in (("A bot plays: plain", {"1": "plain"}), ("A person plays", {})):
        phone.get_by_role("button", name="More").tap()
        phone.get_by_role("button", name="Correct, join, leave").tap()
        phone.get_by_role("button", name="A bot plays for somebody").tap()
        phone.locator("dialog .all").get_by_role("button", name="Ben", exact=True).tap()
        fits(phone)
        phone.locator("dialog .all").get_by_role("button", name=choice).tap()
        seat = phone.locator("#evening .player").nth(1).locator("b")
        expect(seat).to_have_class("bot" if bots else "")
        settled(phone)
        assert last_record(phone) == {"bot": [1, bots.get("1", "")]}


def last_record(page: Page) -> dict[str, Any]:
    """Returns the last step in the game that the page stores."""
    kept: dict[str, Any] = page.evaluate(f"{KEPT}.log.at(-1)")
    return kept


def plays(page: Page, table: Table[Any], step: Command) -> None:
    """Fills in the form of a command on the page, and finds the command in the log."""
    load(page, table)
    form = open_form(page, table, step)
    fits(page)
    fill(page, form, {name: value for name, value in as_dict(step).items() if name != "do"})
    until(
        page,
        f"{KEPT}.steps === {len(table.steps) + 1}",
    )
    expect(page.get_by_role("dialog")).to_be_hidden()
    wanted, found = as_dict(step), last_record(page)
    assert found == {name: value for name, value in wanted.items() if name in found}
    assert not any(wanted[name] for name in wanted.keys() - found.keys())


SQUASHED = """[...document.querySelectorAll("input[role=switch]")]
    .filter((each) => each.checkVisibility() && each.offsetWidth < 50)
    .map((each) => each.offsetWidth)"""


def fits(page: Page) -> None:
    """Checks that a form fits on the phone, and each target is large enough for a thumb."""
    assert page.evaluate(SQUASHED) == []
    wide = [each for each in page.evaluate(TOO_WIDE) if "data-hand" not in each]
    small = [each for each in page.evaluate(TOO_SMALL) if 'class="rule"' not in each]
    assert (wide, small) == ([], [])


@pytest.mark.parametrize(("do", "game"), FREE)
def test_each_move_can_be_made_by_form_and_touch(phone: Page, do: str, game: str) -> None:
    table, step = reached(game, do)
    plays(phone, table, step)


@pytest.mark.parametrize(("game", "do", "given"), AMENDS)
def test_each_correction_can_be_made_by_form_and_touch(
    phone: Page, game: str, do: str, given: dict[str, Any]
) -> None:
    table = table_of(game, *NAMES, seed=3)
    for _step in range(9):
        if not table.draw():
            seat = table.game.to_act(table.state)[0]
            whims = SeededChance(3, BOTS)
            table.do(decide(table.game, "plain", table.state, seat, whims))
    plays(phone, table, command(do, **given))
