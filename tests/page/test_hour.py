"""An hour with 720 presses has the same samples and lines in Python, node and three browsers."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page
from tests.page.in_node import evaluated
from tests.page.other_browsers import awaited, firefox, webkit
from tests.page.test_here_samples import watched

SEED, PRESSES, APART_MS, HELD_MS = 7, 720, 5000, 60
LIMIT_S = 1500
# Plays the hour as fast as possible. The page pauses after each minute, so that the test can read
# its state.
HOUR = """async ([seed, presses, apartMs, heldMs]) => {
    const from = (name) => import(`./engines/here/${name}.js`);
    const pack = await (await fetch("engines/here/here.bin")).arrayBuffer();
    const {about, module, simulation, flash} = await (await from("pack")).loadPack(pack);
    const {Runner} = await from("run");
    const rest = () => new Promise((then) => setTimeout(then));
    const runner = new Runner(module, simulation, flash, rest, false);
    (await from("files")).putFiles(runner, seed, {});
    const {Bench} = await from("bench");
    const samples = [], lines = [];
    const bench = new Bench(about, await Bench.chances(seed), 1, (event) => {
        if (event.kind === "sound") samples.push(event.samples.slice());
        if (event.kind === "serial") lines.push(Uint8Array.from(event.bytes));
    });
    const hands = new (await from("hands")).Hands(bench, () => {});
    await runner.run((function* () {
        for (let press = 1; press <= presses; press += 1) {
            yield* bench.advanceTo(press * apartMs * 1e6);
            hands.replay({do: "press", for_ms: heldMs});
            if (press % 12 === 0) yield {sleepMs: 0};
        }
        yield* bench.advanceTo((presses + 1) * apartMs * 1e6);
    })());
    const digest = async (parts) => {
        const whole = await new Blob(parts).arrayBuffer();
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
        const digits = [...hash].map((byte) => byte.toString(16).padStart(2, "0"));
        return [whole.byteLength, digits.join("")];
    };
    return [await digest(samples), await digest(lines)];
}"""
ARGUMENTS = json.dumps([SEED, PRESSES, APART_MS, HELD_MS])
HERE = f"({HOUR})({ARGUMENTS})"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def expected() -> list[list[object]]:
    """Plays the hour with the virtual device in Python."""
    with watched(SEED) as (bench, sink):
        for press in range(1, PRESSES + 1):
            bench.advance_to(press * APART_MS)
            bench.press(for_ms=HELD_MS)
        bench.advance_to((PRESSES + 1) * APART_MS)
    levels = np.concatenate(sink.levels).astype("<i2").tobytes()
    lines = b"".join(bytes(map(int, row[1:])) for row in sink.serial_rows)
    assert len(levels) > PRESSES * 20_000
    return [[len(each), hashlib.sha256(each).hexdigest()] for each in (levels, lines)]


def test_chromium_plays_an_hour_like_python(page: Page, plain: str, expected) -> None:
    page.goto(f"{plain}empty.html")
    assert page.evaluate(HERE) == expected


def test_node_plays_an_hour_like_python(page_folder: Path, tmp_path: Path, expected) -> None:
    assert evaluated(page_folder, HERE, tmp_path) == expected


@pytest.mark.parametrize("opened", [firefox, webkit])
def test_other_browsers_play_an_hour_like_python(
    opened, plain: str, tmp_path: Path, expected
) -> None:
    with opened(tmp_path / "browser") as browser:
        browser.go(f"{plain}empty.html")
        kept = "(hour) => { window.hour = hour; }"
        browser.evaluate(f"(({HERE}).then({kept}, {kept}), 0)")
        assert awaited(browser, "window.hour", LIMIT_S) == expected
