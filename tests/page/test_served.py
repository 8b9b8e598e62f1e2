"""Tests the page of a server: engines, control of a device, and a server that restarts."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.conftest import PATIENT_MS, Console, playing
from tests.page.numbers import packing, unpacked
from tests.seldom import seldom

from pingblock.virtual.heard import FeatureFinder, Onset
from pingblock.virtual.virtual_device import open_bench

# With this seed the first press gives 2 coins: two pings, 350 ms apart.
SEED, PRESS_MS, END_MS = 10, 1000, 1800
HAND_MS = 2000  # On a busy computer a simulated press can be this much late.
SESSION = {
    "version": 1,
    "seed": SEED,
    "chance": 1,
    "files": {},
    "actions": [{"at_ms": PRESS_MS, "do": "press", "for_ms": 60}],
}
PLAY = """async ({module, name, endMs, pressMs, ...options}) => {
    const {create} = await import(`/engines/${module}.js`);
    const told = [];
    let text = "", nowMs = 0;
    const engine = create((event) => {
        if (event.kind === "ready") [text, nowMs, told.length] = ["", 0, 0];
        if (event.kind === "serial") text += new TextDecoder().decode(event.bytes);
        else if (event.kind === "clock") nowMs = event.nowMs;
        else told.push(event);
    }, name);
    await engine.open(options);
    const until = async (ms) => {
        while (nowMs < ms) await new Promise((then) => setTimeout(then, 20));
    };
    if (pressMs) {
        await until(pressMs);
        engine.hand("block", true);
        await until(pressMs + 60);
        engine.hand("block", false);
        endMs += nowMs - pressMs;
    }
    await until(endMs);
    await engine.close();
    self.told = told;
    const others = told.filter(({kind}) => kind !== "sound");
    return {told: others, text, session: engine.session()};
}"""
# Runs as fast as the computer can, so that a busy computer does not interrupt a note.
RENDER = packing("""async () => {
    const context = new OfflineAudioContext(1, 44100, 44100);
    await context.audioWorklet.addModule("/sound/worklet.js");
    const node = new AudioWorkletNode(context, "pingblock-player", {
        outputChannelCount: [1], processorOptions: {takenS: 0.01}});
    node.connect(context.destination);
    let started = null;
    node.port.onmessage = ({data}) => { if (data.kind === "started") started ??= data; };
    context.suspend(0.01).then(async () => {
        const sounds = told.filter((e) => e.kind === "sound" && e.atSample / e.rateHz > 0.9);
        const {atSample, rateHz} = sounds[0];
        const samples = new Int16Array(2 * rateHz);
        for (const each of sounds) {  // one message: what is rendered never waits for the next
            samples.set(each.samples, each.atSample - atSample);
            samples.fill(each.samples.at(-1), each.atSample - atSample + each.samples.length);
        }
        for (const gate of told.filter(({kind}) => kind === "amp")) node.port.postMessage(gate);
        node.port.postMessage({kind: "sound", atSample, rateHz, samples});
        await new Promise((then) => setTimeout(then, 100));
        context.resume();
    });
    const buffer = await context.startRendering();
    while (!started) await new Promise((then) => setTimeout(then, 10));
    const {rateHz} = told.find((event) => event.kind === "sound");
    const samples = packed(buffer.getChannelData(0));
    return {samples, rateHz, sampleRate: context.sampleRate, ...started};
}""")
READY = "pingblock.state().engine.status === 'ready' && pingblock.state().device.known"


def until(page: Page, holds: str) -> None:
    """Waits until an expression is true. The page's policy forbids Playwright's own wait."""
    page.evaluate(f"""async () => {{
        for (let tries = 0; !({holds}); tries++) {{
            if (tries > {PATIENT_MS / 20})
                throw new Error("This never came true: " + {json.dumps(holds)} + " with "
                    + JSON.stringify([pingblock.state().engine, pingblock.state().device]));
            await new Promise((then) => setTimeout(then, 20));
        }}
    }}""")


def _line(text: str, event: str) -> dict[str, object]:
    """Returns the first event of a kind from a device's text."""
    bodies = [line[: line.rindex("*")] for line in text.splitlines() if line.startswith("{")]
    return next(m for m in map(json.loads, bodies) if m.get("event") == event)


def _heard(page: Page) -> list[Onset]:
    """Returns the notes in an engine's events, by the same analysis as for the page's sound."""
    found = page.evaluate(RENDER)
    samples = unpacked(found["samples"], np.float32)
    began_ms = found["atSample"] / found["rateHz"] * 1000 - found["time"] * 1000
    listener = FeatureFinder(found["sampleRate"], began_ms)
    features = [*listener.feed(samples, np.ones(len(samples), bool)), *listener.finish()]
    return [each for each in features if isinstance(each, Onset) and each.at_ms > PRESS_MS]


@pytest.fixture
def url() -> Iterator[str]:
    """The page's URL. Request it before ``page``, which is then closed before its server."""
    with playing("--engine", "wasm", "--http", "0", "--seed", str(SEED)) as server:
        yield server.url


@pytest.fixture(scope="module")
def bare() -> Iterator[str]:
    """The URL of a server. Each test starts its device again by a replay."""
    with playing("--engine", "wasm", "--http", "0") as server:
        yield server.url


def _open_bare(page: Page, url: str) -> None:
    """Opens a page without an engine."""
    root, _, fragment = url.partition("#")
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{root}start.js#{fragment}")  # a file next to the page


@pytest.fixture(scope="module")
def bench_onsets() -> list[Onset]:
    """Makes the same press on a virtual device in Python. Returns its notes."""
    with open_bench("wasm", SEED) as bench:
        bench.press(PRESS_MS)
        bench.advance_to(END_MS)
        return [each for each in bench.heard().onsets if each.at_ms > PRESS_MS]


@pytest.mark.long
def test_press_with_one_seed_sounds_alike_on_all_engines(
    bare: str, page: Page, bench_onsets: list[Onset]
) -> None:
    """One seed gives the same outcome and notes, and a session that describes them."""
    assert len(bench_onsets) == 2
    _open_bare(page, bare)
    for name in ("here", "wasm", "desk", "chip"):
        module = "here" if name == "here" else "socket"
        # The desk's firmware can read files of this computer, so the desk does not play links. The
        # test presses its button.
        by_hand = name == "desk"
        how = {"seed": SEED, "pressMs": PRESS_MS} if by_hand else {"replay": SESSION}
        found = page.evaluate(PLAY, {"module": module, "name": name, "endMs": END_MS, **how})
        [ready] = [event for event in found["told"] if event["kind"] == "ready"]
        assert ready["engine"] == name
        outcome = _line(found["text"], "outcome")
        assert (outcome["outcome"], outcome["coins"]) == ("coins", 2)
        [pressed] = found["session"]["actions"]
        late_ms = pressed["at_ms"] - PRESS_MS
        assert late_ms == 0 or (by_hand and 0 < late_ms < HAND_MS)
        onsets = _heard(page)
        assert len(onsets) == 2, name
        for onset, same in zip(onsets, bench_onsets, strict=True):
            assert onset.at_ms - late_ms == pytest.approx(same.at_ms, abs=3)
            assert onset.hz == pytest.approx(same.hz, rel=0.005)
            assert onset.level_db == pytest.approx(same.level_db, abs=1)
        assert found["session"]["seed"] == SEED
        assert by_hand or [pressed] == SESSION["actions"]


CELLS_RUN_DOWN = [
    {"at_ms": 500, "do": "unplug"},
    {"at_ms": 500, "do": "battery", "preset": "flat"},
    {"at_ms": 700, "do": "check", "for_ms": 2300},
]


def test_empty_cells_show_a_red_light_and_low_voltage(bare: str, page: Page) -> None:
    """Without a cable only the light reports the outcome, so the test reads its colour."""
    _open_bare(page, bare)
    replay = SESSION | {"actions": CELLS_RUN_DOWN}
    options = {"module": "socket", "name": "wasm", "replay": replay, "endMs": 3400}
    told = page.evaluate(PLAY, options)["told"]
    lit = [e for e in told if e["kind"] == "light" and e["atMs"] > 2700 and e["red"]]
    assert lit
    # A red light means that the cells are empty.
    assert not any(event["green"] or event["blue"] for event in lit)
    supply = [event for event in told if event["kind"] == "supply"][-1]
    assert not supply["plugged"]
    assert supply["cells"] == {"openMv": 1000, "ohm": 3, "count": 3}
    assert 2000 < supply["vsysMv"] < 2700


def _open(page: Page, url: str) -> None:
    """Opens the page and waits until its device is ready, its power-on ping over."""
    page.goto(url)
    until(page, READY)
    until(page, "pingblock.state().nowMs > 900")


def test_press_shows_its_outcome_and_its_link_replays_it(url: str, page: Page) -> None:
    _open(page, url)
    page.get_by_role("button", name="Block: press").click()
    expect(page.locator("#big")).to_have_text("2 coins")
    sound = page.evaluate("pingblock.sound()")
    assert sound["out"] == "thread"
    assert len(sound["rendered"]) >= 1
    before = page.url
    page.locator("#share").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    assert "token" not in link  # The link must not contain the token.
    assert page.url == before
    page.goto("about:blank")
    page.goto(f"{url}&session={link.partition('session=')[2]}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#big")).to_have_text("2 coins")
    assert page.evaluate("pingblock.state().engine.name") == "wasm"


@pytest.mark.long
def test_settings_survive_a_change_of_engine(url: str, page: Page) -> None:
    _open(page, url)
    page.get_by_role("tab", name="Block").click()
    page.get_by_label("Volume", exact=False).first.fill("3")
    until(page, "pingblock.state().device.volume === 3")
    page.get_by_role("tab", name="Engines").click()
    page.get_by_role("button", name="Server: chip").click()
    until(page, "pingblock.state().engine.name === 'chip' && " + READY)
    until(page, "pingblock.state().device.volume === 3")


FITTED = """(({engine, supply}) => engine.name === 'desk' && engine.status === 'ready'
    && supply.cells.count === 2 && !supply.plugged)(pingblock.state())"""


# Checks both values at once, because the page tries again by itself and then has no reason.
GONE = """(({status, reason}) =>
    status === 'lost' && reason.includes('continues when it does'))(pingblock.state().engine)"""


def test_page_reconnects_when_its_killed_server_restarts(
    page: Page, console: Console, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with playing("--engine", "desk", "--http", port, state=tmp_path) as server:
        _open(page, server.url)
        page.evaluate("pingblock.engine().cells({openMv: 1250, ohm: 0.9, count: 2})")
        page.evaluate("pingblock.engine().plug(false)")
        until(page, FITTED)
        server.process.kill()
        until(page, GONE)
    with playing("--engine", "wasm", "--http", port, state=tmp_path) as server:
        until(page, FITTED)
        page.goto("about:blank")
    refused = "net::ERR_CONNECTION_REFUSED"
    console.errors[:] = [each for each in console.errors if refused not in each]


ENDED = """async (code) => {
    const {create} = await import("/engines/socket.js");
    self.Worker = class {
        postMessage() { setTimeout(() => this.onmessage({data: {code, reason: "why"}})); }
        terminate() {}
    };
    const engine = create(() => {}, "wasm");
    return engine.open().catch(({message, canRetry}) => ({message, canRetry}));
}"""


def test_page_may_retry_unless_the_server_refuses_it(url: str, page: Page) -> None:
    """A busy computer makes a page late, but that is not a refusal."""
    _open_bare(page, url)
    ended = {code: page.evaluate(ENDED, code) for code in (*range(4001, 4006), 1006)}
    assert [code for code, each in ended.items() if each["canRetry"]] == [4004, 4005, 1006]
    assert [code for code, each in ended.items() if each["message"] != "why"] == [4001, 1006]


def test_only_one_of_three_pages_controls_the_block(
    url: str, browser: Browser, page: Page, console: Console
) -> None:
    pages = [page, *(browser.new_context().new_page() for _ in range(2))]
    for each in pages:
        each.set_default_timeout(PATIENT_MS)
        console.listen(each)
        _open(each, url)
    control = [each.evaluate("pingblock.state().control.mine") for each in pages]
    assert control == [True, False, False]
    pages[1].evaluate("pingblock.engine().hand('block', true)")
    pages[1].evaluate("pingblock.engine().hand('block', false)")
    page.keyboard.press("Space")
    told = "pingblock.state().outcome"
    for each in pages:
        until(each, f"({told}.held ?? {told}.shown)?.draw === 1")
    pages[2].evaluate("pingblock.engine().askControl()")
    until(page, "pingblock.state().control.asked === 'Page 3'")
    page.get_by_role("tab", name="Engines").click()
    page.get_by_role("button", name="Hand it over").click()
    until(pages[2], "pingblock.state().control.mine")
    for each in pages[1:]:
        each.context.close()


TOLD = "pingblock.state().log.some(({{text}}) => text.includes('{}'))"
TYPE = """async (lines) => {
    for (const line of lines) {
        await new Promise((then) => setTimeout(then, 500));
        pingblock.engine().send(new TextEncoder().encode(line));
    }
    await new Promise((then) => setTimeout(then, 500));
}"""
RUNS = ["import time\r", "while True: time.sleep(1)\r\r\r"]


@pytest.mark.parametrize(
    ("typed", "yes", "said"),
    [
        seldom([], False, "The board was at MicroPython’s prompt"),
        (["if 1:\r"], False, "The board was at MicroPython’s prompt"),
        seldom(RUNS, True, "Another program ran on the board"),
        seldom(RUNS, False, "let the page end the program on it"),
    ],
)
def test_page_recovers_a_device_left_at_its_prompt_or_explains(
    url: str, page: Page, typed: list[str], yes: bool, said: str
) -> None:
    asked = []
    page.on(
        "dialog", lambda dialog: (asked.append(1), dialog.accept() if yes else dialog.dismiss())
    )
    _open(page, url)
    page.evaluate(TYPE, ["\r\x03"])
    until(page, "pingblock.state().prompt === '>>> '")
    page.evaluate(TYPE, typed)
    page.goto("about:blank")
    page.goto(url)
    until(page, TOLD.format(said))
    assert bool(asked) == (typed == RUNS)
    if yes or not asked:
        until(page, "pingblock.state().device.known")
        page.get_by_role("button", name="Block: press").click()
        expect(page.locator("#big")).to_have_text("2 coins")
