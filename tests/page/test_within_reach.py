"""Tests the page in forced colours, by keys, with Back, in partial languages, on any screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, ElementHandle, Locator, Page, expect
from tests.page.at_table import PORTS
from tests.page.conftest import TOO_WIDE, Console
from tests.page.double import Double
from tests.page.seen import DRAWN, unseen
from tests.page.test_served import until
from tests.seldom import seldom

TABS = ("table", "device", "bench")
# Screen sizes that are left by a keyboard or a sheet: 400 % zoom, phones, tablet, laptop.
SCREENS = ((320, 256), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800))
# Attributes of controls, and their values when the control is on and off.
STATES = {
    "[aria-pressed]": ("aria-pressed", "true", "false"),
    "[aria-selected]": ("aria-selected", "true", "false"),
    "[aria-expanded]": ("aria-expanded", "true", "false"),
    ".pill": ("class", "pill lost", "pill"),
    ".player": ("class", "player on", "player"),
    "button.small": ("disabled", "", None),
    "button.go": ("disabled", "", None),
}
SET = """(each, [name, value]) =>
    value === null ? each.removeAttribute(name) : each.setAttribute(name, value)"""
CHECKS = "input[type=checkbox], input[type=radio]"


@contextmanager
def opened(
    browser: Browser, console: Console, url: str, **options: object
) -> Iterator[tuple[Page, Double]]:
    """Opens a page whose device's events come from the test. ``options`` are its context's."""
    context = browser.new_context(**options)  # type: ignore[arg-type]
    page = context.new_page()
    console.listen(page)
    device = Double(page)
    device.open(url, hints=True)
    yield page, device
    context.close()
    assert console.errors == []


def _table(page: Page, players: int = 3) -> None:
    """Draws a table with this many players and a fake referee's words over the page."""
    # The page's view of a table would be added to this one, because a wide screen loads it.
    none = "export const makeTables = () => ({load() {}});"
    page.route(
        "**/tables/index.js",
        lambda route: route.fulfill(content_type="text/javascript", body=none),
    )
    page.evaluate(
        """async (count) => {
        const {makeView} = await import("./tables/view.js");
        const {h} = await import("./dom.js");
        document.head.append(h("link", {rel: "stylesheet", href: "style/evening.css"}));
        await new Promise((then) => document.head.lastChild.onload = then);
        const players = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"].slice(0, count);
        const spaces = Array.from({length: 32}, (_, i) => ({
            name: `Orange ${i}`, kind: i % 8 ? "location" : "go", set: "orange",
            owner: i % 5 ? null : 0, built: 0, mortgaged: false, price: 7, rent: 2}));
        const own = {cash: 30, place: 3, in_game: true, in_jail: false};
        const shown = {ok: true, steps: 3, turn: 0, to_act: [0], bots: {}, hint: "", board: [],
            offered: ["buy", "pass", "build", "sell"].map((verb) => [{do: verb, seat: 0},
                verb === "buy" ? "buy Orange 3 for 7" : verb]),
            state: {spaces, players: players.map(() => own), houses: 32, hotels: 12}};
        const model = {game: "celebration", players, shown, fault: null, note: "", busy: false,
            events: Array.from({length: 9}, () => ({say: "Ann rolls 4.", rule: "SM-24", seat: 0})),
            fresh: [], rolled: [4]};
        const ask = async () => ({ok: true});
        const evening = {model, ask, log: [], dated: (each) => each, link: async () => "http://-/",
            forget() {}, referee: async () => ({ask})};
        const leave = () => { model.game = ""; view.draw(model); };
        document.querySelector("#evening").replaceChildren();
        PORTS
        const ports = await portsOf(evening, {leave});
        const view = makeView(document.querySelector("#evening"), evening, ports);
        view.draw(model);
        window.asks = [];
    }""".replace("PORTS", PORTS),
        players,
    )
    page.locator("#evening .picture").wait_for()
    page.evaluate(DRAWN)


@pytest.fixture
def forced(browser: Browser, console: Console, front: str) -> Iterator[Page]:
    """A page in the system's colours, without motion."""
    options = {"forced_colors": "active", "reduced_motion": "reduce"}
    size = {"width": 390, "height": 844}
    with opened(browser, console, front, viewport=size, **options) as (page, _):
        yield page


@contextmanager
def _copy(control: Locator) -> Iterator[ElementHandle]:
    """Replaces a control by a copy, because the page must not draw its state meanwhile."""
    swap = """each => {
        const copy = each.cloneNode(true);
        copy.removeAttribute("name");  // a radio button of its own
        each.replaceWith(copy);
        return {copy, back: () => copy.replaceWith(each)};
    }"""
    swapped = control.evaluate_handle(swap)
    copy = swapped.get_property("copy").as_element()
    assert copy
    yield copy
    swapped.evaluate("({back}) => back()")


def _looks(page: Page, copy: ElementHandle, script: str, states: Iterable[object]) -> int:
    """Returns how many different pictures the states of a control give, with 4 px around it."""
    pictures = set()
    for state in states:
        copy.evaluate(script, state)
        page.evaluate(DRAWN)  # A part that appears above it would move it out of the window.
        copy.scroll_into_view_if_needed()
        box = copy.bounding_box()
        assert box
        edge = {"x": box["x"] - 4, "y": box["y"] - 4}
        around = {**edge, "width": box["width"] + 8, "height": box["height"] + 8}
        pictures.add(page.screenshot(clip=around, animations="disabled"))  # type: ignore[arg-type]
    return len(pictures)


def _same_in_both_states(page: Page, root: str) -> list[str]:
    """Returns the controls in ``root`` that look the same whether the state is on or off."""
    alike = []
    for selector, (name, *values) in STATES.items():
        for each in page.locator(f"{root} {selector}:visible").all()[:3]:
            with _copy(each) as copy:
                if _looks(page, copy, SET, [[name, value] for value in values]) == 1:
                    alike.append(f"{selector} {each.inner_text()}")
    for each in page.locator(f"{root} :is({CHECKS}):visible").all():
        with _copy(each) as copy:
            if _looks(page, copy, "(each, on) => (each.checked = on)", (True, False)) == 1:
                alike.append(each.get_attribute("id") or "")
    return alike


def test_states_of_controls_are_distinct_in_forced_colours(forced: Page) -> None:
    assert _same_in_both_states(forced, ".bar") == []
    assert _same_in_both_states(forced, ".tabs") == []
    for tab in TABS:
        forced.locator(f"#tab-{tab}").click()
        if tab == "device":
            forced.locator("#make-own").click()
            forced.locator(".own-block .tune-pad[aria-pressed]").last.wait_for()
        assert _same_in_both_states(forced, f"#panel-{tab}") == []
    _table(forced)
    assert _same_in_both_states(forced, "#evening") == []
    big = forced.locator("#evening .go")
    assert big.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"


def test_letter_keys_play_only_if_no_control_needs_them(page: Page, device: Double) -> None:
    def taken(*keys: str) -> int:
        before = len(device.hands)
        for key in keys:
            page.keyboard.press(key)
        return len(device.hands) - before

    assert taken("c", "l", "Space") == 6
    page.locator("#tab-device").click()
    page.locator("#panel-device").focus()
    assert taken("c", "l", "Space") == 0  # A list can be searched by typing letters.
    page.get_by_label("The keys C and L").uncheck()
    page.evaluate("document.activeElement.blur()")
    assert taken("c", "l") == 0
    assert taken("Space") == 2
    page.get_by_label("The keys C and L").check()
    page.evaluate("document.activeElement.blur()")
    page.evaluate("""() => {
        const dialog = document.createElement("dialog");
        document.body.append(dialog);
        dialog.showModal();
        dialog.blur();
    }""")
    assert taken("c", "l", "Space") == 0
    page.keyboard.press("Escape")
    _table(page)
    page.evaluate("document.activeElement.blur()")
    assert taken("c", "l", "Space") == 0


def test_space_after_a_click_presses_the_block(page: Page, device: Double) -> None:
    loud = page.get_by_role("button", name="Sound of the page")
    loud.click()
    page.keyboard.press("Space")
    expect(loud).to_have_attribute("aria-pressed", "false")
    assert device.hands == ["block true", "block false"]
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")  # Keys use it like any other button.
    expect(loud).to_have_attribute("aria-pressed", "true")
    _table(page)
    page.evaluate("""() => {
        window.clicks = 0;
        const big = document.querySelector("#evening .go");
        const count = (event) => (clicks++, event.stopImmediatePropagation());
        big.addEventListener("click", count, true);
    }""")
    big = page.locator("#evening .go")
    big.click()
    page.keyboard.press("Space")
    assert page.evaluate("clicks") == 1
    big.press("Tab")
    big.focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # The key is held, so the system repeats it.
    page.keyboard.up("Enter")
    assert page.evaluate("clicks") == 2


def _layers(page: Page, count: int) -> None:
    """Waits until the browser's history has this many layers above the page."""
    until(page, f"(history.state?.layer ?? 0) === {count}")


def test_back_closes_each_layer_and_then_leaves_the_page(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    device = Double(page)
    device.open(front)
    sheet, evening = page.locator("#panels"), page.locator("#evening")
    page.locator("#tab-device").click()
    _table(page)
    page.get_by_role("button", name="More", exact=True).click()
    _layers(page, 3)
    for layer, below in ((page.locator("#evening dialog"), evening), (evening, sheet)):
        page.go_back()
        expect(layer).to_be_hidden()
        expect(below).to_be_visible()
    page.go_back()
    expect(sheet).to_be_hidden()
    page.locator("#tab-bench").click()
    expect(page.locator("#panel-bench")).to_be_visible()
    # It was closed by a tap, so the Back button has no layer to close.
    page.locator("#close").click()
    expect(sheet).to_be_hidden()
    _layers(page, 0)
    page.locator("#tab-bench").click()
    page.route("**/images.json", lambda route: route.fulfill(json={"version": "", "images": []}))
    page.get_by_role("button", name="Put Pingblock on a new board").click()
    expect(page.locator("dialog.install")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.install")).to_be_hidden()
    _layers(page, 1)
    page.go_back()
    expect(sheet).to_be_hidden()
    page.go_back()
    expect(page).to_have_url(f"{front}empty.html")


def test_session_link_leaves_the_address_and_opens_elsewhere(
    browser: Browser, console: Console, front: str
) -> None:
    """A person who opens the link hears it after pressing Play, and then has a separate block."""
    with opened(browser, console, front) as (page, _):
        page.evaluate("pingblock.engine().session = () => ({version: 1, actions: []})")
        page.evaluate("pingblock.dispatch({kind: 'clock', nowMs: 13000, speed: 0.9})")
        before = page.url
        page.locator("#share").click()
        link = page.get_by_role("textbox", name="Link").input_value()
        assert "#engine=here&session=" in link
        assert page.url == before
        assert (
            unseen(page, "It works on this computer only, while the server of this page runs")
            == []
        )
        page.keyboard.press("Escape")
        other = page.context.new_page()
        console.listen(other)
        other.goto(link)
        expect(other.locator("#big")).to_have_text("A block from a friend")
        assert other.evaluate("window.double?.noted ?? []") == []
        other.get_by_role("button", name="Play", exact=True).click()
        expect(other.locator("#engine-name")).to_have_text("Virtual block")
        [played] = [each["replay"] for each in other.evaluate("double.noted") if "replay" in each]
        assert played["actions"] == []
        assert "session" not in other.url
        other.evaluate("double.tell({kind: 'ready', engine: 'here', firmware: '1', keeps: false})")
        other.get_by_role("button", name="Play my own block").click()
        expect(other.get_by_role("button", name="Play my own block")).to_be_hidden()
        assert other.evaluate("double.opened()") == 2


@pytest.mark.parametrize("locale", ["es-ES", seldom("pt-BR"), seldom("pl-PL")])
def test_visitor_with_a_partial_language_reads_english_and_may_choose(
    browser: Browser, console: Console, front: str, locale: str
) -> None:
    with opened(browser, console, front, locale=locale) as (page, _):
        expect(page.locator("#big")).to_have_text("Press the block")
        expect(page.locator("#lack")).to_be_hidden()
        language = page.get_by_label("Language of the page")
        expect(language.locator(f"option[value={locale[:2]}]")).to_contain_text("in part")
        language.select_option(locale[:2])
        expect(page.locator("#tongue")).to_have_text(locale[:2].upper())
        assert page.evaluate("document.documentElement.lang") == "en"
        expect(page.locator("#lack")).to_be_hidden()


REACHED = """(selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility()).map((each) => {
    each.scrollIntoView({block: "nearest", inline: "nearest"});
    const {x, y, width, height} = each.getBoundingClientRect();
    const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
    const right = Math.min(x + width, innerWidth), low = Math.min(y + height, innerHeight);
    const found = document.elementFromPoint((left + right) / 2, (top + low) / 2);
    const whole = right - left > width - 1 && (low - top > height - 1 || height > innerHeight);
    return whole && each.contains(found) ? "" : each.outerHTML.slice(0, 90);
}).filter(Boolean)"""


def test_focus_and_editor_never_scroll_the_page(page: Page, device: Double) -> None:
    """The bar and the tabs would be gone, because a person cannot scroll the page itself."""
    away = "document.scrollingElement.scrollTop"
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        for unseen_input in page.locator(f"#panel-{tab} .aloud").all():
            unseen_input.focus()
            assert page.evaluate(away) == 0
    page.locator("#tab-device").click()
    page.locator("#make-own").click()
    expect(page.locator(".tune")).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate(away) == 0
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") == 0
    expect(page.get_by_role("heading", name="Your own block")).to_be_in_viewport()


def test_players_and_buttons_are_reachable_on_every_screen(
    browser: Browser, console: Console, front: str
) -> None:
    with opened(browser, console, front) as (page, _):
        missed = {}
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            scene = page.evaluate(REACHED, "[data-hand=block], #big, .bar button, .tabs button")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            wide = [each for each in page.evaluate(TOO_WIDE) if "data-hand" not in each]
            missed[width, height, "scene"] = scene + wide
        for count in (3, 6):
            _table(page, count)
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(DRAWN)
                # After some time, a toast says that the double does not answer the table's
                # request.
                page.locator("#toasts").evaluate("list => list.replaceChildren()")
                found = page.evaluate(REACHED, "#evening :is(.player, .go, .moves button, .now)")
                found += page.evaluate(REACHED, "#evening .head button")
                missed[width, height, count] = found
            page.get_by_role("button", name="Back to the block").click()
        assert "\n".join(f"{screen} {found}" for screen, found in missed.items() if found) == ""
