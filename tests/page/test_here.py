"""Tests the engine `here` in a page: button, lever, sound, stored files, hanging workers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page
from tests.page.numbers import packing, unpacked
from tests.page.test_here_samples import Watched

from pingblock.cli.virtual_run import run as run_scenario
from pingblock.virtual.runner import do
from pingblock.virtual.session_link import session_of
from pingblock.virtual.virtual_device import open_bench

# a session without events
EMPTY = {"version": 1, "seed": None, "chance": 1, "files": {}, "actions": []}
LANGUAGES = {"da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pl", "pt", "sv"}

# `begin(options)` opens an engine and collects its events in `told`, by kind.
BEGIN = """async ({awaits = "hello", ...options}) => {
    const {create, lacks} = await import("./engines/here.js");
    window.told = {};
    window.text = "";
    window.engine = create((event) => {
        event.realMs = performance.now();
        (told[event.kind] ??= []).push(event);
        if (event.kind === "serial") text += new TextDecoder().decode(event.bytes);
    });
    window.pause = (ms) => new Promise((then) => setTimeout(then, ms));
    window.until = async (holds) => {
        for (let wait = 0; !holds(); wait += 20) {
            if (wait > 60_000) throw new Error("nothing came: " + holds);
            await pause(20);
        }
    };
    window.press = async () => {
        engine.hand("block", true);
        await pause(60);
        engine.hand("block", false);
    };
    window.ask = async (line, answer) => {
        engine.send((await import("./link/lines.js")).sealed(line));
        await until(() => text.includes(answer));
    };
    await engine.open(options);
    await until(() => text.includes(awaits));
    return {lacks: lacks(), ready: told.ready[0]};
}"""
TOLD = packing("""() => {
    const {sound, clock, servo, light} = told, last = sound.at(-1);
    return {
        text, sound: sound.map(({samples}) => packed(samples)), end: clock.at(-1).nowMs,
        moved: servo.at(-1).deg, lit: light.length, nowMs: last.atSample / last.rateHz * 1000,
    };
}""")
LINK = """async () => {
    const {encode} = await import("./engines/session.js");
    return `${location.href}#session=${await encode(engine.session())}`;
}"""


def opened(page: Page, url: str, options: dict[str, object] | None = None) -> dict[str, object]:
    page.goto(f"{url}empty.html")
    return page.evaluate(BEGIN, options or {})


def test_session_link_replays_the_same_bytes_and_samples(page: Page, plain: str, capsys) -> None:
    """A session that Python opens gives the same bytes and the same samples."""
    begun = opened(page, plain)
    assert begun["lacks"] == ""
    assert begun["ready"]["keeps"] is True
    page.evaluate("""async () => {
        engine.hand("lever", true);
        await press();
        await until(() => text.includes('"outcome"') && told.sound?.length > 20);
        engine.hand("lever", false);
        await pause(2500);
        await press();
        engine.plug(false);
        engine.cells({openMv: 1450, ohm: 0.4, count: 3});
        await pause(1500);
    }""")
    told = page.evaluate(TOLD)
    assert told["lit"] > 10
    link = page.evaluate(LINK)

    session = session_of(link)
    assert session.seed is None
    assert [action.do for action in session.actions] == [
        *("pull_lever", "press", "release_lever", "press", "unplug", "battery")
    ]
    sinks: list[Watched] = []

    def in_front(parts):
        sinks.append(Watched(parts))
        return sinks[0]

    with open_bench(
        "wasm", None, session.files, in_front=in_front, entropy=session.chance
    ) as bench:
        for action in session.actions:
            bench.advance_to(action.at_ms)
            do(action, bench)
        bench.advance_to(told["end"])
    played = np.concatenate([unpacked(each, np.int16) for each in told["sound"]])
    expected = np.concatenate(sinks[0].levels)[: len(played)]
    assert len(played) > 20_000
    assert np.array_equal(played[: len(expected)], expected)
    assert bytes(byte for row in sinks[0].serial_rows for byte in row[1:]).decode() == told["text"]

    run_scenario(link, "wasm", None, None, None, None, None, False, True)
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    # A press during a long sound does not draw an outcome.
    outcomes = told["text"].count('"event":"outcome"')
    assert [event["kind"] for event in found].count("outcome") == outcomes >= 1


def test_held_press_in_a_session_lasts_until_the_link(page: Page, plain: str) -> None:
    """If a link is made while a finger is on the button, its press lasts up to that moment."""
    page.goto(f"{plain}empty.html")
    sessions = page.evaluate("""async () => {
        const {note, upTo} = await import("./engines/actions.js");
        const session = {version: 1, seed: 1, chance: 1, files: {}, actions: []};
        const at = (ms) => JSON.stringify(upTo(session, ms));
        note(session.actions, {at_ms: 100, do: "press"});
        note(session.actions, {at_ms: 150, do: "pull_lever"});
        const held = at(180);
        note(session.actions, {at_ms: 100, do: "press", for_ms: 70.5});
        note(session.actions, {at_ms: 300, do: "check"});
        return [held, at(290)].map(JSON.parse);
    }""")
    held, ended = ([(a["do"], a.get("for_ms")) for a in each["actions"]] for each in sessions)
    assert held == [("press", 80), ("pull_lever", None)]
    assert ended == [("press", 70.5), ("pull_lever", None), ("check", 40)]
    assert [each["until_ms"] for each in sessions] == [180, 340]


# Runs the worker's loop on an empty virtual device, with a clock that advances as it waits.
LOOP = """async () => {
    const {Live} = await import("./engines/here/live.js");
    const orders = [], shown = [];
    let clockMs = 0;
    performance.now = () => clockMs;
    const bench = {
        nowNs: 0, get nowUs() { return this.nowNs / 1000; }, servo: {deg: 90}, battery: {},
        vsysMv: () => 5000, contact() {}, handle: (act) => act(),
        *advanceTo(ns) { this.nowNs = Math.max(ns, this.nowNs); },
    };
    const tell = ({kind, down}) => kind === "hand" && shown.push(down);
    const replay = [100, 1500].map((at_ms) => ({at_ms, do: "press", for_ms: 60}));
    const live = new Live(bench, {take: () => orders.splice(0)}, tell, () => {}, replay);
    const program = live.run(() => {});
    const until = (ms) => {
        while (clockMs < ms) clockMs += program.next().value.sleepMs;
        return bench.nowNs / 1e6;
    };
    until(1000);
    orders.push({hand: "lever", down: true});
    const before = until(3000);
    clockMs += 3_600_000;
    return [shown, until(clockMs + 1000) - before];
}"""


def test_lever_ends_a_replay_and_slept_time_is_skipped(page: Page, plain: str) -> None:
    page.goto(f"{plain}empty.html")
    shown, passed_ms = page.evaluate(LOOP)
    assert shown == [True, False]
    assert passed_ms == pytest.approx(1000, abs=300)


# An hour passes between two presses. Between two checks for messages, time advances by one piece.
QUIET = """async () => {
    const {Live} = await import("./engines/here/live.js");
    const looks = [];
    const bench = {
        nowNs: 0, get nowUs() { return this.nowNs / 1000; }, servo: {deg: 90}, battery: {},
        vsysMv: () => 5000, contact() {}, handle: (act) => act(),
        *advanceTo(ns) { this.nowNs = Math.max(ns, this.nowNs); },
    };
    const take = () => (looks.push(bench.nowNs / 1e6), []);
    const replay = [100, 3_600_000].map((at_ms) => ({at_ms, do: "press", for_ms: 60}));
    const program = new Live(bench, {take}, () => {}, () => {}, replay).run(() => {});
    const ends = performance.now() + 30_000;
    while (bench.nowNs < 3_598_000e6 && performance.now() < ends) program.next();
    return [...new Set(looks)];
}"""


def test_worker_reports_at_least_every_five_seconds_while_idle(page: Page, plain: str) -> None:
    """Otherwise the page would see a hanging worker in a long stretch or a slow computer."""
    page.goto(f"{plain}empty.html")
    looks = page.evaluate(QUIET)
    assert looks[-1] > 3_590_000
    assert max(np.diff(looks)) <= 5001


# The computer needs 3 ms to compute one ms of the device, which always sounds. Returns the times
# of all sleeps.
BUSY = """async () => {
    const {Live} = await import("./engines/here/live.js");
    let clockMs = 0;
    performance.now = () => clockMs;
    const bench = {
        nowNs: 0, get nowUs() { return this.nowNs / 1000; }, servo: {deg: 90}, battery: {},
        busy: true, sounding: true, vsysMv: () => 5000,
        *advanceTo(ns) {
            clockMs += Math.max(0, ns - this.nowNs) * 3e-6;
            this.nowNs = Math.max(ns, this.nowNs);
            yield {batch: null};
        },
    };
    const program = new Live(bench, {take: () => []}, () => {}, () => {}, []).run(() => {});
    const sleeps = [0];
    while (clockMs < 2000) if ("sleepMs" in program.next().value) sleeps.push(clockMs);
    return sleeps;
}"""


def test_worker_that_is_always_late_still_pauses_for_messages(page: Page, plain: str) -> None:
    """Messages come only while it sleeps. Without sleeps a press would not come during a sound."""
    page.goto(f"{plain}empty.html")
    sleeps = page.evaluate(BUSY)
    assert max(np.diff([*sleeps, 2000])) < 120  # a step of 20 ms needs 60 ms


@pytest.mark.long
def test_linked_session_is_replayed_in_the_page(page: Page, plain: str) -> None:
    presses = [{"at_ms": ms, "do": "press", "for_ms": 60} for ms in (400, 600_000)]
    begun = opened(page, plain, {"replay": {**EMPTY, "seed": 3, "actions": presses}})
    assert begun["ready"]["keeps"] is False
    text = page.evaluate("""async () => {
        // The page asks for settings by itself: that takes nothing over.
        const asked = ask('{"id":9,"do":"status"}', '"id":9');
        await until(() => text.split('"outcome":').length > 2);
        const replayed = text;
        await asked;
        return replayed;
    }""")
    page.evaluate("until(() => told.hand.length === 4)")
    moves = page.evaluate("told.hand.map(({name, down}) => `${name} ${down}`)")
    assert moves == ["block true", "block false"] * 2
    with open_bench("wasm", 3) as bench:
        bench.press(400)
        bench.press(600_000)
        bench.advance_to(600_100)
        wanted = [event["outcome"] for event in bench.events("outcome")]
    lines = [json.loads(line[: line.rindex("*")]) for line in text.splitlines() if "*" in line]
    assert [line["outcome"] for line in lines if line.get("event") == "outcome"] == wanted


# Changes the stored flash, so that it belongs to other firmware.
OLDER = """async () => {
    await engine.close();
    const request = indexedDB.open("pingblock", 1);
    await new Promise((then) => (request.onsuccess = then));
    const writing = request.result.transaction("about", "readwrite");
    writing.objectStore("about").put("an older one", "id");
    await new Promise((then) => (writing.oncomplete = then));
    request.result.close();
}"""


# Loads the flash that this browser keeps.
TAKE_OVER = """async () => {
    const {saved, takeOver} = await import("./saved.js");
    return takeOver(new Blob([await saved()]), async () => {});
}"""


def test_settings_survive_a_reload_and_only_one_tab_stores_them(
    browser: Browser, plain: str
) -> None:
    context = browser.new_context()
    first = context.new_page()
    opened(first, plain)
    first.evaluate("""async () => {
        for (let id = 10; id < 30 && !text.includes('"unsaved":false'); id++) {
            await ask(`{"id":${id},"do":"volume","level":3}`, `"id":${id}`);
            await pause(500);
        }
        await pause(1500);
    }""")
    second = context.new_page()
    assert opened(second, plain)["ready"]["keeps"] is False
    said = second.evaluate(TAKE_OVER)
    assert said.startswith("Another tab holds the device")
    second.close()
    first.evaluate(OLDER)
    for _ in ("taken over by new firmware", "kept with it"):
        assert opened(first, plain)["ready"]["keeps"] is True
        first.evaluate("""() => ask('{"id":2,"do":"status"}', '"id":2')""")
        assert '"volume":3' in first.evaluate("text")
        first.evaluate("pause(1000)")
    assert opened(first, plain, {"seed": 3})["ready"]["keeps"] is False
    first.evaluate("""() => ask('{"id":2,"do":"status"}', '"id":2')""")
    assert '"volume":3' not in first.evaluate("text")
    context.close()


def test_engine_that_cannot_run_reports_the_reason_once(page: Page, console, plain: str) -> None:
    page.route("**/here.bin", lambda route: route.fulfill(status=404))
    page.goto(f"{plain}empty.html")
    told = page.evaluate("""async () => {
        const {create} = await import("./engines/here.js"), told = [];
        const engine = create(({kind}) => told.push(kind));
        const open = () => engine.open().catch((lack) => told.push(String(lack).slice(0, 53)));
        await open(), delete window.DecompressionStream, await open();
        return told.join("; ");
    }""")
    assert told == ("EngineError: The engine's file here.bin is missing: i; "
                    "EngineError: This browser is too old to run the firmw")  # fmt: skip
    console.errors.clear()  # These are errors about the missing file.


def test_reminder_cards_of_each_language_are_small(page_folder: Path) -> None:
    cards = list((page_folder / "data/cards").iterdir())
    assert {path.stem for path in cards} == LANGUAGES
    assert max(len(gzip.compress(path.read_bytes())) for path in cards) <= 3000


def test_embedded_page_takes_messages(page: Page, plain: str) -> None:
    """The embedding page is of another origin."""
    page.goto(f"{plain}empty.html")
    told = page.evaluate(
        """async (url) => {
        const told = [];
        addEventListener("message", ({data}) => data.pingblock === 1 && told.push(data));
        const frame = document.createElement("iframe");
        frame.src = `${url}index.html#embed=1&seed=3`;
        frame.allow = "autoplay";
        frame.width = 390;
        frame.height = 600;
        document.body.append(frame);
        const until = async (kind) => {
            for (let wait = 0; !told.some((one) => one.kind === kind); wait += 50) {
                if (wait > 12000) throw new Error(`no ${kind}:`);
                await new Promise((then) => setTimeout(then, 50));
            }
        };
        const say = (message) => frame.contentWindow.postMessage({pingblock: 1, ...message}, url);
        await until("ready");
        await new Promise((then) => setTimeout(then, 1000)); // it boots
        say({do: "ask", request: {do: "volume", level: 3}});
        say({do: "press", for_ms: 80});
        await until("outcome");
        say({do: "hand", name: "check", down: true});
        for (const wrong of [{name: "foot"}, {do: "ask", request: "status"}, {do: "dance"}])
            say({do: "hand", ...wrong});
        say({do: "session"});
        await until("session");
        return told;
    }""",
        plain.replace("127.0.0.1", "localhost"),
    )
    kinds = [one["kind"] for one in told]
    assert kinds.index("sound") < kinds.index("outcome")
    assert kinds.count("refused") == 3
    assert {"pingblock": 1, "kind": "hand", "name": "check", "down": True} in told
    link = next(one["link"] for one in told if one["kind"] == "session")
    actions = session_of(link).actions
    assert [action.do for action in actions].count("press") == 1
    sent = b"".join(each.options.get("base64", b"") for each in actions)
    assert b'"do":"volume","level":3' in sent
