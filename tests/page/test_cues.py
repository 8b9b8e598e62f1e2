"""Cues of the tables: a sound and a picture for each kind of event, and motion that a tap ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.at_table import big_button, open_table, settled
from tests.page.conftest import PATIENT_MS, PHONE
from tests.page.test_served import READY, until

from pingblock.tables.fortune import words as fortune
from pingblock.tables.property import words as property_games
from pingblock.tables.storm import words as storm
from pingblock.tables.worms import referee as worms

KINDS = {
    *fortune.SENTENCES,
    *fortune.COUNTED_SENTENCES,
    *property_games.SENTENCES,
    *storm.SENTENCES,
    *worms.SENTENCES,
}
# For each kind: start and end of its sound (s), its peak, the length of its picture's lines.
RENDERED = """async (root) => {
    const { CUES, cueOf, notesOf } = await import(`${root}tables/cues.js`);
    const { Notes } = await import(`${root}sound/notes.js`);
    const found = {};
    for (const kind of Object.values(CUES).flatMap(({kinds}) => kinds.split(/\\s+/))) {
        const context = new OfflineAudioContext(1, 3 * 22050, 22050);
        new Notes().play(context.destination, notesOf([{kind}]));
        const samples = (await context.startRendering()).getChannelData(0);
        const loud = (sample) => Math.abs(sample) > 0.02;
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", CUES[cueOf(kind)].picture);
        found[kind] = [
            samples.findIndex(loud) / 22050, samples.findLastIndex(loud) / 22050,
            samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0),
            path.getTotalLength(),
        ];
    }
    return found;
}"""
SALE_HZ = 659  # frequency of a sale's first note
# Notes that the page plays from now on, Hz.
NOTES = """() => {
    window.notes = [];
    const Tone = OscillatorNode;
    window.OscillatorNode = function (context, options) {
        window.notes.push(options.frequency);
        return new Tone(context, options);
    };
}"""
# Calls that the page requests from the device from now on.
CALLS = """() => {
    window.calls = [];
    const engine = pingblock.engine(), send = engine.send.bind(engine);
    engine.send = (bytes) => {
        const [, name] = /"call","name":"(\\w+)/.exec(new TextDecoder().decode(bytes)) ?? [];
        if (name) window.calls.push(name);
        send(bytes);
    };
}"""
TOKENS = """() => [...document.querySelectorAll("#evening .ttoken")].map((token) =>
    token.getAnimations()
        .flatMap(({effect}) => effect.getKeyframes()).map((at) => at.transform))"""
MIDDLES = """() => [...document.querySelectorAll("#evening .tspace > .tfield")].map((field) => {
    const {x, y, width, height} = field.getBBox();
    return [x + width / 2, y + height / 2];
})"""
# Pauses each animation at its start.
PAUSED = """() =>
    new MutationObserver(() => document.getAnimations().forEach((each) => each.pause()))
    .observe(document, {subtree: true, childList: true, attributes: true})"""


def test_each_kind_of_event_has_a_sound_and_a_picture(page: Page, plain: str) -> None:
    page.goto(f"{plain}empty.html")
    found = page.evaluate(RENDERED, plain)
    assert set(found) == KINDS
    for kind, (begins, ends, peak, line) in found.items():
        assert 0 <= begins < 0.03, kind
        assert 0.04 < ends < 1.2, kind
        assert 0.1 < peak < 0.4, kind
        assert line > 20, kind


def _moved(page: Page) -> list[str]:
    """Makes moves until a token moves. Returns the token's path."""
    for _ in range(9):
        big_button(page).click()
        settled(page)
        way: list[str] = max(page.evaluate(TOKENS), key=len)
        if len(way) > 2:  # A token next to another one makes room for it in one step.
            return way
    raise AssertionError("no token has moved")


def test_token_visits_each_space_until_a_tap_ends_its_walk(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&bots=&seed=5")
    page.evaluate(PAUSED)
    _, *through = _moved(page)
    middles = page.evaluate(MIDDLES)
    assert 2 <= len(through) <= 12
    for at, place in enumerate(through[:-1], start=1):
        x, y = map(float, place.removeprefix("translate(").removesuffix("px)").split("px, "))
        assert [x, y] == pytest.approx(middles[at], abs=0.2)
    expect(page.locator(".cue[data-cue=dice]")).to_be_visible()
    page.locator("#evening .said").click()
    assert not any(page.evaluate(TOKENS))
    expect(page.locator(".cue")).to_have_count(0)


# Draws a game twice on an empty page. Returns the moving elements after the second drawing, and
# after a tap.
CHANGED = """async ([root, file, views, marks]) => {
    const {make} = await import(`${root}tables/games/${file}/drawing.js`);
    const {stop} = await import(`${root}tables/motion.js`);
    document.body.replaceChildren();
    const moving = () => marks.map((mark) => [...document.querySelectorAll(mark)].filter(
        (each) => each.closest("g[transform], .ttoken") && (each.getAnimations().length
            || each.parentElement.getAnimations().length)).length);
    const {draw} = make(document.body, () => {}, () => {}), counts = [];
    for (const [steps, state] of views.entries()) {
        const shown = {steps, state, turn: 0, to_act: [], bots: {}, offered: []};
        draw({shown, players: ["Ann"], rolled: [], fresh: []});
        counts.push(moving());
    }
    stop(document.body);
    return [...counts, moving()];
}"""


def _spaces(**of_third: object) -> dict[str, object]:
    space = {"name": "Orange 1", "kind": "location", "set": "orange", "owner": 0, "price": 7}
    space |= {"built": 1, "mortgaged": False, "rent": 2, "cost": 1, "storm_cost": 1}
    space |= {"stormed": False, "wall": False, "items": []}
    spaces = [{**space, **(of_third if at == 2 else {})} for at in range(16)]
    own = {"place": 0, "in_game": True, "in_jail": False, "cash": 3, "hp": 3}
    return {"spaces": spaces, "players": [own], "houses": 9, "hotels": 9}


@pytest.mark.parametrize(
    ("file", "before", "after", "mark"),
    [
        ("property", _spaces(), _spaces(built=3), ".thouse"),
        ("property", _spaces(built=4), _spaces(built=5), ".thotel"),
        ("storm", _spaces(), _spaces(stormed=True), ".sstorm"),
        ("fortune", {}, {"card": "gold"}, ".fpaper"),
    ],
)
def test_only_new_items_are_animated_until_a_tap(
    page: Page, plain: str, file: str, before: object, after: object, mark: str
) -> None:
    page.goto(f"{plain}empty.html")
    views = [before, after, after]
    marks = [mark, ".ttoken"]
    first, then, *_same, stopped = page.evaluate(CHANGED, [plain, file, views, marks])
    assert first == [0, 0]
    assert then == [2 if file == "property" and mark == ".thouse" else 1, 0]
    assert stopped == [0, 0]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(CHANGED, [plain, file, views, marks]) == [[0, 0]] * 4


# Shows the last three events after each event, and then takes one back.
LOGGED = """async (root) => {
    const {makeLog} = await import(`${root}tables/log.js`);
    const log = makeLog((place, say) => (place.textContent = say)), shown = [];
    const events = ["a", "b", "c", "d", "e"].map((say) => ({say, seat: null}));
    for (const [from, to] of [[0, 3], [1, 4], [2, 5], [2, 4]]) {
        log.draw(events.slice(from, to));
        shown.push(log.root.textContent);
    }
    return shown;
}"""


def test_log_keeps_older_lines_and_drops_undone_ones(page: Page, plain: str) -> None:
    page.goto(f"{plain}empty.html")
    assert page.evaluate(LOGGED, plain) == ["abc", "bcd", "cde", "cd"]


def test_reduced_motion_shows_events_without_moving_tokens(
    browser: Browser, table_url: str
) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", forced_colors="active")
    context.set_default_timeout(PATIENT_MS)
    page = context.new_page()
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&bots=&seed=5")
    for _ in range(4):
        big_button(page).click()
        settled(page)
        assert not any(page.evaluate(TOKENS))
    expect(page.locator("#evening .said li").nth(3)).to_be_visible()
    big_button(page).click()
    expect(page.locator(".cue").first).to_be_visible()
    context.close()


def test_score_change_is_shown_and_one_tap_mutes(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=fortune&players=Ann,Ben&bots=Ben:plain&seed=5")
    amounts = page.locator("#evening .amount")
    change = page.locator("#evening .amount[data-change]:not([data-change=''])")
    before = amounts.all_inner_texts()
    expect(change).to_have_count(0)
    loud = page.locator("#evening .loud")
    expect(loud).to_have_attribute("aria-pressed", "true")
    loud.click()
    expect(loud).to_have_attribute("aria-pressed", "false")
    for _ in range(40):
        big_button(page).click()
        settled(page)
        now = amounts.all_inner_texts()
        if change.count():
            seat = next(at for at in (0, 1) if now[at] != before[at])
            said = change.first.get_attribute("data-change") or ""
            assert int(said.replace("\u2212", "-")) == int(now[seat].split()[0]) - int(
                before[seat]
            )
            return
        before = now
    raise AssertionError("no score has changed")


# The purses that each flying coin leaves and reaches: a seat, or -1 for the middle of the board.
FLIGHTS = """() => {
    const middle = (each) => {
        const {x, y, width, height} = each.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const purses = [...document.querySelectorAll("#evening .amount")].map(middle);
    const bank = middle(document.querySelector("#evening .board"));
    const near = ([x, y], [left, top]) => Math.hypot(x - left, y - top) < 3;
    const place = (at) => near(bank, at) ? -1 : purses.findIndex((purse) => near(purse, at));
    return [...document.querySelectorAll(".flying")].map((coin) => {
        const [flight] = coin.getAnimations();
        return [0, 1].map((end) => {
            const {delay, endTime} = flight.effect.getComputedTiming();
            flight.currentTime = end ? endTime - 0.01 : delay;
            return place(middle(coin));
        });
    });
}"""


def test_money_flies_between_purses_until_a_tap(table_url: str, page: Page) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben,Cleo&seed=5&opt.roll_off=off")
    page.set_viewport_size({"width": 1280, "height": 800})  # The line to type is always visible.
    page.evaluate(PAUSED)
    for line, flight in (
        ("transfer Ann Ben 61", [0, 1]),
        ("transfer bank Cleo 50", [-1, 2]),
        ("transfer Ben bank 20", [1, -1]),
    ):
        _type(page, line)
        expect(page.locator(".flying")).to_have_count(3)
        assert page.evaluate(FLIGHTS) == [flight] * 3, line
        page.locator("#evening .said").click()
        expect(page.locator(".flying")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    _type(page, "transfer Ann Ben 1")
    expect(page.locator("#evening .amount").first).to_have_attribute("data-change", "\u22121")
    expect(page.locator(".flying")).to_have_count(0)


def _type(page: Page, line: str) -> None:
    """Types a command, as players do."""
    page.locator("#evening .typed input").fill(line)
    page.keyboard.press("Enter")
    settled(page)


@pytest.mark.parametrize("device", [False, True])
def test_sale_sounds_only_once_with_or_without_a_device(
    table_url: str, page: Page, device: bool
) -> None:
    open_table(page, table_url, "table=wasteland&players=Ann,Ben&seed=5&opt.roll_off=off")
    page.set_viewport_size({"width": 1280, "height": 800})  # The line to type is always visible.
    until(page, READY)
    until(page, "pingblock.state().device.rules === 'wasteland'")
    settled(page)
    if not device:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="The block leaves the table").click()
    for line in ("roll", "1 2", "decline", "Ann bid 10"):
        _type(page, line)
    page.evaluate(NOTES)
    page.evaluate(CALLS)
    _type(page, "sold")
    expect(page.locator("#evening .said")).to_contain_text("Brown 2 is sold to ")
    if device:
        until(page, "calls.includes('sold')")
    assert page.evaluate("notes").count(SALE_HZ) == (0 if device else 1)
