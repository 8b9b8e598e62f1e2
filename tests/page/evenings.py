"""An evening at a phone: a game is begun and played by taps only, beside a table that follows it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect
from tests.page.at_table import big_button, settled
from tests.page.test_forms import KEPT, fill, fits, open_form
from tests.page.test_served import until

from pingblock.languages import _, speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables import log as logs
from pingblock.tables.bots import decide
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, as_dict, command, from_dict
from pingblock.tables.games import game_of, title_of
from pingblock.tables.screen.prompts import Prompts
from pingblock.tables.table import Table, replayed

STEPS_MOST = 1200
# Counts fingers, and lets a game that is begun by taps have the seed of the test.
PREPARE = """([seed]) => {
    window.taps = 0;
    addEventListener("pointerup", () => window.taps++, true);
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const begins = typeof data === "string" && data.includes('"open":{');
        send.call(this, begins ? data.replace('"open":{', `"open":{"seed":${seed},`) : data);
    };
}"""


class Deed(NamedTuple):
    """Something outside of the rulebook that people do in an evening.

    Args:
        at: number of steps after which it is done, or at the next chance.
        do: verb, or "undo".
        args: of the step.
    """

    at: int
    do: str
    args: Mapping[str, Any] = {}


class Evening(NamedTuple):
    """What is played, by whom, and what happens on the way.

    Args:
        game: name.
        language: of the page.
        players: number of seats.
        rules: options that differ, by name; set in the form before the game.
        deeds: slips, joiners and leavers, in their order.
        bot: decides what the players tap.
        seed: of all chance.
    """

    game: str
    language: str
    players: int
    rules: Mapping[str, str] = {}
    deeds: Sequence[Deed] = ()
    bot: str = "random"
    seed: int = 1


class Played(NamedTuple):
    """A game that was played to its end on the page."""

    table: Table[Any]
    log: list[dict[str, Any]]
    taps: int


def play(page: Page, url: str, evening: Evening) -> Played:
    """Plays an evening to its end; what the page keeps is what the rules say.

    Args:
        page: of a phone that touches.
        url: of a server's page, at whose table no game has begun.
        evening: what is played.
    """
    with speaking(words_of(evening.language)):
        _begin(page, url, evening)
        table = _kept_table(page)
        known = 1 + len(table.steps)
        deeds, whims = list(evening.deeds), SeededChance(evening.seed, BOTS)
        while not table.game.result(table.state):
            assert len(table.steps) < STEPS_MOST
            seats = table.game.to_act(table.state)
            if seats and deeds and len(table.steps) >= deeds[0].at:
                _amend(page, table, deeds.pop(0))
            elif seats:
                take(page, table, decide(table.game, evening.bot, table.state, seats[0], whims))
            else:
                big_button(page).tap()
            known = _follow(page, table, known)
        assert deeds == []
        assert big_button(page).inner_text() == _("Play again")
    return Played(table, page.evaluate(f"{KEPT}.log"), page.evaluate("taps"))


def _begin(page: Page, url: str, evening: Evening) -> None:
    """Chooses a game, its players and its rules by taps, and takes the first move."""
    page.add_init_script(f"({PREPARE})([{evening.seed}])")
    root, _mark, fragment = url.partition("#")
    page.goto(f"{root}?lang={evening.language}#{fragment}")
    until(page, "window.pingblock")  # the language has come
    page.locator("#tab-table").tap()
    setup = page.locator("#panel-table")
    setup.locator(f'[data-game="{evening.game}"]').tap()
    begins = setup.get_by_role("button", name=_("Play {game}").format(game=_title(evening)))
    expect(begins).to_be_visible()
    setup.get_by_label(_("Players"), exact=True).select_option(str(evening.players))
    if evening.rules:
        setup.get_by_text(_("What differs from the rules")).tap()
    for name, value in evening.rules.items():
        _set_rule(setup.get_by_label(re.compile(rf"\({name}\)$")), value)
    begins.tap()
    expect(page.locator("#evening h2")).to_have_text(_title(evening))
    settled(page)
    big_button(page).tap()
    settled(page)


def _title(evening: Evening) -> str:
    return _(title_of(game_of(evening.game)))


def _set_rule(field: Locator, value: str) -> None:
    """Sets a rule as a finger does; a number is typed on the phone's keys."""
    kind = field.evaluate("each => each.type")
    if kind == "select-one":
        field.select_option(value)
    elif kind == "checkbox":
        if field.is_checked() != (value == "on"):
            field.tap()
    else:
        field.fill(value)


def _kept_table(page: Page) -> Table[Any]:
    """Returns the game that the page keeps, played again from its log."""
    lines = page.evaluate(f"{KEPT}.log")
    text = "".join(json.dumps(record) + "\n" for record in lines)
    return replayed(logs.parsed(text.encode(), "kept"), "kept", game_of)


def _follow(page: Page, table: Table[Any], known: int) -> int:
    """Carries out at the table what the page has done, which must be something, and legal.

    Args:
        page: that was tapped.
        table: that follows it.
        known: number of records that the table has.

    Returns:
        The number of records that it has now.
    """
    expect(page.get_by_role("dialog")).to_be_hidden()
    settled(page)
    expect(page.locator("#evening .acts .fault")).to_be_hidden()
    new = page.evaluate(f"{KEPT}.log.slice({known})")
    assert new
    for record in new:
        if "undo" in record:
            table.undo(record["undo"])
        else:
            table.do(from_dict(record))
    return known + len(new)


def take(page: Page, table: Table[Any], step: Command) -> None:
    """Taps a command: its button, one of several of its kind, or its form."""
    if table.verbs[step.do].free:
        form = open_form(page, table, step)
        fits(page)
        fill(page, form, {name: value for name, value in as_dict(step).items() if name != "do"})
        return
    prompts = Prompts(table.game, table.players, table.state)
    whole = prompts.label(step, table.state)
    own = whole.removeprefix(f"{table.players[step.player]}: ")
    acts = page.locator("#evening .acts")
    chip = acts.locator(".whose").get_by_role("button", name=table.players[step.player])
    if chip.count():
        chip.tap()
    sheet = page.locator("dialog .all")
    for button in (_button(acts, own), _button(acts, prompts.menu(step.do))):
        if button.count():
            button.first.tap()
            if sheet.is_visible():
                _button(sheet, own).tap()
            return
    everything = _button(acts, _("All that may be done …"))
    assert everything.count(), (step, whole, acts.get_by_role("button").all_inner_texts())
    everything.tap()
    found = _button(sheet, own).or_(_button(sheet, whole)).first
    assert found.count(), (step, whole, sheet.get_by_role("button").all_inner_texts())
    found.tap()


def _button(root: Locator, words: str) -> Locator:
    shown = words[:1].upper() + words[1:].replace(" …", "\u00a0…")
    return root.get_by_role("button", name=shown, exact=True)


def _amend(page: Page, table: Table[Any], deed: Deed) -> None:
    """Does what the rulebook has not: takes a step back, or corrects, joins, leaves."""
    if deed.do == "undo":
        page.get_by_role("button", name=_("Undo"), exact=True).tap()
    else:
        take(page, table, command(deed.do, **deed.args))
