"""Plays an evening at phones only by taps, and follows it at a table in Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect
from tests.page.at_table import big_button, settled
from tests.page.conftest import PATIENT_MS
from tests.page.test_forms import KEPT, fill, fits
from tests.page.test_served import until
from tests.unit.pingblock.tables.at_table import log_text

from pingblock.languages import _, speaking
from pingblock.languages.catalogues import words_of
from pingblock.tables import log as logs
from pingblock.tables.amend import amends_of
from pingblock.tables.bots import decide
from pingblock.tables.calls import seat_of
from pingblock.tables.chance import BOTS, SeededChance
from pingblock.tables.command import Command, as_dict, command, from_dict
from pingblock.tables.games import game_of, title_of
from pingblock.tables.prompts import Prompts
from pingblock.tables.table import Table, replayed

STEPS_MOST = 1200
ACTS, SHEET = "#evening .acts", "dialog .all"
# The verbs of fortune that people give by tapping dice, with the page's words for them.
FROM_DICE = {"roll": "Roll {n} die again", "place": "Put these on the chest", "stop": "Stop"}
# The buttons that can be tapped now.
SCREEN = """() => {
    const buttons = (place) => [...document.querySelectorAll(`${place} button:enabled`)]
        .filter((each) => each.offsetParent);
    const words = (place) => buttons(place)
        .map((each) => each.innerText.replaceAll("\u00a0", " "));
    const seats = buttons("#evening .whose")
        .map((each) => [each.innerText, each.ariaPressed === "true"]);
    return {moves: words("#evening .acts"), listed: words("dialog[open] .all"),
        seats: Object.fromEntries(seats)};
}"""
# Waits until a tapped step is carried out and drawn, or refused. Returns the refusal and the new
# records.
DONE = """async (known) => {
    const kept = () => KEPT.log.slice(known), evening = document.querySelector("#evening");
    const fault = () => evening.querySelector(".acts .fault:not([hidden])")?.innerText ?? "";
    const over = () => !document.querySelector("dialog[open]") && kept().length > 0;
    for (const late = Date.now() + PATIENT; evening.ariaBusy === "true" || !(fault() || over());) {
        if (Date.now() > late) return ["Nothing came of it.", kept()];
        await new Promise(requestAnimationFrame);
    }
    return [fault(), kept()];
}""".replace("KEPT", KEPT).replace("PATIENT", str(PATIENT_MS))
# Waits until a page shows the given number of steps.
SHOWS = """async (steps) => {
    for (const late = Date.now() + PATIENT; KEPT.steps !== steps;) {
        if (Date.now() > late) throw new Error(`It shows step ${KEPT.steps} and not ${steps}.`);
        await new Promise((then) => setTimeout(then, 20));
    }
    await new Promise(requestAnimationFrame);  // It is drawn.
}""".replace("KEPT", KEPT).replace("PATIENT", str(PATIENT_MS))
# Counts taps, and gives the test's seed to a game that taps begin. The page rolls with this seed,
# because the block is not at the table.
PREPARE = """([seed]) => {
    localStorage["pingblock.page"] ??= '{"version": 1, "atTable": false}';
    window.taps = 0;
    addEventListener("pointerup", () => window.taps++, true);
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const begins = '\\\\"open\\\\":{'; // within the text of a request
        if (typeof data !== "string") return send.call(this, data);
        send.call(this, data.replace(begins, `${begins}\\\\"seed\\\\":${seed},`));
    };
}"""


class Deed(NamedTuple):
    """An action outside of the rulebook that people do in an evening.

    Args:
        at: number of steps after which it is done, or as soon as possible.
        do: the verb, "undo", or "paper" for all values of a paper game at once.
        args: arguments of the step. With "paper": (what, player or space) -> its value.
    """

    at: int
    do: str
    args: Mapping[Any, Any] = {}


class Evening(NamedTuple):
    """A game with its players and events.

    Args:
        game: its name.
        language: the page's language.
        players: number of seats.
        rules: options that differ, by name. They are set in the form before the game.
        deeds: slips, joiners and leavers, in their order.
        bot: decides what the players tap.
        seed: decides everything that is random.
        taps: the maximum number of taps in the evening.
    """

    game: str
    language: str
    players: int
    rules: Mapping[str, str] = {}
    deeds: Sequence[Deed] = ()
    bot: str = "random"
    seed: int = 1
    taps: int = 0


# Returns the page that moves a seat, or that draws outcomes of chance if the seat is None.
Hand = Callable[[int | None], Page]


class Played(NamedTuple):
    """A game that was played to its end on the page."""

    table: Table[Any]
    log: list[dict[str, Any]]
    taps: int


def play(
    page: Page,
    url: str,
    evening: Evening,
    seat_all: Callable[[Table[Any]], Hand] | None = None,
) -> Played:
    """Plays an evening to its end. The game that the page stores must equal the game by the rules.

    Args:
        page: the host's page, on a touch screen.
        url: address of a server's page whose table has no game yet.
        evening: the game and its events.
        seat_all: lets phones take seats once the game has begun. Without it, the host's page moves
            all seats.
    """
    with speaking(words_of(evening.language)):
        _begin(page, url, evening)
        table = _kept_table(page)
        assert table.header.seed == evening.seed
        hand = seat_all(table) if seat_all else lambda seat: page
        deeds, whims = list(evening.deeds), SeededChance(evening.seed, BOTS)
        while not table.game.result(table.state):
            assert len(table.steps) < STEPS_MOST
            seats = table.game.to_act(table.state)
            amends = seats and deeds and len(table.steps) >= deeds[0].at
            moves = page if amends else hand(seats[0] if seats else seat_of(table.state))
            known = shows(moves, table)
            step = None
            if amends:
                wanted = _amend(moves, table, deeds.pop(0))
            elif seats:
                step = decide(table.game, evening.bot, table.state, seats[0], whims)
                take(moves, table, step)
                wanted = after(table, step)
            else:
                wanted = after(table, table.next_draw())
                big_button(moves).tap()
            length, state = wanted
            _follow(moves, table, known)
            rolled = len(table.steps) - length  # After a tap on Roll, the page also rolls.
            assert rolled in (0, 1)
            # In worms, a step with the colour has the same words as one without it.
            assert table.before(rolled) == state or _words_of(table, step, rolled) == _words_of(
                table, table.steps[length - 1], rolled
            )
        shows(page, table)
        assert deeds == []
        assert big_button(page).inner_text() == _("Play again")
    return Played(table, page.evaluate(f"{KEPT}.log"), page.evaluate("taps"))


def _begin(page: Page, url: str, evening: Evening) -> None:
    """Chooses a game, its players and its rules by taps, and makes the first move."""
    page.add_init_script(f"({PREPARE})([{evening.seed}])")
    root, _mark, fragment = url.partition("#")
    page.goto(f"{root}?lang={evening.language}#{fragment}")
    until(page, "window.pingblock")  # The language is loaded.
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
    """Sets a rule as a finger does. A number is typed on the phone's keys."""
    kind = field.evaluate("each => each.type")
    if kind == "select-one":
        field.select_option(value)
    elif kind == "checkbox":
        if field.is_checked() != (value == "on"):
            field.tap()
    else:
        field.fill(value)


def _kept_table(page: Page) -> Table[Any]:
    """Returns the game that the page has stored, replayed from its log."""
    text = log_text(page.evaluate(f"{KEPT}.log"))
    return replayed(logs.parsed(text.encode(), "kept"), "kept", game_of)


def shows(page: Page, table: Table[Any]) -> int:
    """Waits until a page shows the last step of the table. Returns the length of its log."""
    page.evaluate(SHOWS, len(table.steps))
    settled(page)
    records: int = page.evaluate(f"{KEPT}.log.length")
    return records


def _follow(page: Page, table: Table[Any], known: int) -> None:
    """Repeats the page's new steps in the game. There must be a step, and all must be legal.

    Args:
        page: the page that was tapped.
        table: the table that follows it.
        known: number of records that the page had before.
    """
    fault, new = page.evaluate(DONE, known)
    assert (fault, bool(new)) == ("", True)
    for record in new:
        if "undo" in record:
            table.undo(record["undo"])
        else:
            table.do(from_dict(record))


def after(table: Table[Any], *steps: Command | None) -> tuple[int, Any]:
    """Returns the number of steps after some more, and the state that they would lead to."""
    state = table.state
    for step in steps:
        assert step is not None
        amend = amends_of(table.game).get(step.do)
        state, _events = (amend or table.game).apply(state, step)
    return len(table.steps) + len(steps), state


def _words_of(table: Table[Any], step: Command | None, rolled: int) -> str:
    """Returns a player's step in words, for the state before the last tap."""
    assert step is not None
    before = table.before(rolled + 1)
    return Prompts(table.game, table.players, before).label(step, before)


def take(page: Page, table: Table[Any], step: Command) -> None:
    """Taps a command: its button, its dice, one of several of its kind, or its form."""
    prompts = Prompts(table.game, table.players, table.state)
    legal = step in table.game.legal(table.state)  # Only a form can give the other steps.
    whole = prompts.label(step, table.state) if legal else ""
    menu = _shown(prompts.menu(step.do))
    own = _shown(whole.removeprefix(f"{table.players[step.player]}: "))
    shown = page.evaluate(SCREEN)
    if shown["seats"].get(table.players[step.player]) is False:
        page.locator("#evening .whose").get_by_text(table.players[step.player], exact=True).tap()
        shown = page.evaluate(SCREEN)
    if table.game.name == "fortune" and step.do in FROM_DICE:
        _take_dice(page, table, step)
        return
    everything = _shown(_("Other moves …"))
    place, listed = ACTS, shown["moves"]
    if not {own, menu} & set(listed) and everything in listed:
        _tap(page, ACTS, everything)
        place, listed = SHEET, page.evaluate(SCREEN)["listed"]
    others = f"{table.players[step.player]}: {menu}"
    found = [each for each in (own, _shown(whole), menu, others) if each and each in listed]
    assert found, (step, whole, shown, listed)
    _tap(page, place, found[0])
    if found[0] in (menu, others):
        _choose(page, table, prompts, step, own)


def _choose(page: Page, table: Table[Any], prompts: Prompts, step: Command, own: str) -> None:
    """Taps one of several steps of a verb, or fills in the verb's form."""
    if not table.verbs[step.do].free:
        _tap(page, SHEET, own)
        return
    form = prompts.asked(step.do, step.seat, table.state)
    expect(page.locator("dialog .asks")).to_be_visible()
    fits(page)
    fill(page, form, {name: value for name, value in as_dict(step).items() if name != "do"})


def _take_dice(page: Page, table: Table[Any], step: Command) -> None:
    """Taps the dice that roll again or that the chest keeps, then the button of the step."""
    shown = table.game.view(table.state)
    lie = [*_faces(shown["dice"])]
    for face in _faces(step.arg("dice") or ""):
        die = lie.index(face)
        lie[die] = ""
        page.locator("#evening .fdie").nth(die).tap()
    moves = page.evaluate(SCREEN)["moves"]
    nothing = step.do == "place" and not step.arg("dice")
    said = _("Put nothing on the chest") if nothing else _(FROM_DICE[step.do])
    starts = said.partition("{")[0].strip()
    [words, *_others] = [each for each in moves if each.startswith(starts)]
    _tap(page, ACTS, words)


def _faces(dice: str) -> str:
    """Returns each die of a text such as "G2X1"."""
    return "".join(face * int(count) for face, count in re.findall(r"([A-Z])(\d+)", dice))


def _shown(words: str) -> str:
    """Returns words in the form in which the page's buttons have them."""
    plain = words.replace("\u00a0", " ")
    return plain[:1].upper() + plain[1:]


def _tap(page: Page, place: str, words: str) -> None:
    page.locator(place).get_by_role("button", name=words, exact=True).first.tap()


def _amend(page: Page, table: Table[Any], deed: Deed) -> tuple[int, Any]:
    """Does something that is not in the rulebook: undoes a step, corrects, joins, leaves.

    Returns the same as ``after``.
    """
    if deed.do == "undo":
        page.get_by_role("button", name=_("Undo"), exact=True).tap()
        return len(table.steps) - 1, table.before(1)
    page.get_by_role("button", name=_("More"), exact=True).tap()
    _tap(page, SHEET, _("Correct, join, leave"))
    if deed.do == "paper":
        return after(table, *table.in_order(_enter_paper_game(page, table, deed.args)))
    step = command(deed.do, **deed.args)
    prompts = Prompts(table.game, table.players, table.state)
    _tap(page, SHEET, _shown(prompts.menu(step.do)))
    if table.verbs[step.do].args:
        _choose(page, table, prompts, step, "")
    return after(table, step)


def _enter_paper_game(page: Page, table: Table[Any], values: Mapping[Any, Any]) -> list[Command]:
    """Sets all values of a paper game at once, in the form of the whole table. Returns the
    corrections that do the same."""
    _tap(page, SHEET, _("Set the whole table …"))
    form, opened, steps = page.locator("dialog .asks"), set[str](), list[Command]()
    for row in Prompts(table.game, table.players, table.state).whole(table.state):
        question, what = row["question"], row["step"]["what"]
        named = (key for key in ("player", "space") if key != question["name"])
        thing = next((row["step"][key] for key in named if key in row["step"]), None)
        if (what, thing) not in values:
            continue
        title, value = _shown(row["title"]), values[what, thing]
        steps.append(from_dict({**row["step"], question["name"]: value}))
        part = form.locator("details", has=page.get_by_text(title, exact=True)).first
        if title not in opened:
            part.locator("summary").tap()
            opened.add(title)
        field = part.get_by_label(row["of"] or title, exact=True)
        if question["kind"] == "switch":
            field.tap()
        elif question["kind"] == "choice":
            words = [each for each, _word in question["choices"]]
            field.select_option(value=str(words.index(value)))
        else:
            field.fill(str(value))
    fits(page)
    assert len(steps) == len(values)
    form.locator(".go").tap()
    return steps
