"""Measures the page in a browser: delay of a press's sound, gaps in the sound, cost and size."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright
from tests.page.conftest import CHROMIUM, FLAGS, PHONE, playing
from tests.page.static_host import hosted
from tests.page_weight import HERE_KB, weighed
from tools.page_bundle import write

from benchmarks import one_file
from benchmarks.one_file import READY
from benchmarks.table import Row, clocked
from pingblock.make_page.page import write as write_plain
from pingblock.tables.page_table import PageTable

ENGINES = ("here", "wasm", "desk", "chip")
PRESSES, GAP_MS = 15, 4000.0  # 60 s of presses. By the next press, the longest sound is over.
REST_MS = 10_000
MEDIAN_MS, P90_MS = 20.0, 28.0
CHIP_MEDIAN_MS, CHIP_P90_MS = 25.0, 35.0
LOAD_MS, HERE_LOAD_MS = 1000.0, 2500.0
PAGE_KB = 95.0
FIRST_TABLE_MS, DRAWN_MS, STEPS = 6000.0, 50.0, 40
# Records mouse presses in the browser, by the clock of the page.
NOTE = """() => {
    window.clicks = [];
    addEventListener("pointerdown", (event) => clicks.push(event.timeStamp), {capture: true});
}"""
FOUND = """() => {
    const {rendered, underruns} = pingblock.sound();
    const waits = clicks.map((at) => rendered.find(({pageMs}) => pageMs >= at)?.pageMs - at);
    const {speed} = pingblock.state().engine;
    return {waits: waits.filter((ms) => ms < 500), underruns, speed};
}"""
TABLE = """async (steps) => {
    const seen = (holds) => new Promise((then, fail) => {
        setTimeout(() => fail(new Error("Nothing was drawn for a minute.")), 60_000);
        const look = () => holds() ? then(performance.now()) : requestAnimationFrame(look);
        look();
    });
    const evening = document.querySelector("#evening");
    const load = await seen(() => evening.querySelector(".picture") && !evening.hidden);
    const waits = [];
    for (let step = 0; step < steps; step++) {
        const [big, said] = [".go", ".said"].map((name) => evening.querySelector(name));
        const before = said.textContent, from = performance.now();
        if (big.textContent.endsWith("…")) break;  // it opens a list: no command
        big.click();
        await seen(() => said.textContent !== before);
        waits.push(performance.now() - from);
    }
    return {load, waits};
}"""
OF_BOTS = 5  # number of games that bots play
GAMES = """async (games) => {
    const {open} = await import("/tables/here.js");
    const {ask} = await open({table() {}, drives() {}, progress() {}, lost() {}});
    const players = ["Ann", "Ben", "Cleo"], bots = {Ann: "random", Ben: "random", Cleo: "random"};
    const from = performance.now();
    for (let seed = 1; seed <= games; seed++) {
        await ask({open: {game: "wasteland", players, bots, seed}});
        while (!(await ask({run: 1000})).over);
    }
    return games / (performance.now() - from) * 1000;
}"""


def tables() -> Iterator[Row]:
    """Measures tables on a page without a server: Python in the browser."""
    program = next(filter(None, map(shutil.which, CHROMIUM)))
    with TemporaryDirectory() as place, sync_playwright() as driver:
        shipped, plain = Path(place, "shipped"), Path(place, "plain")
        write(shipped)
        write_plain(plain)
        with hosted(shipped) as url, hosted(plain) as modules:
            browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
            page = browser.new_page(viewport=PHONE)
            page.goto(
                f"{url}?table=wasteland&players=Ann,Ben,Cleo&seed=5&opt.roll_off=off&opt.cards=none"
            )
            found = page.evaluate(TABLE, STEPS)
            # A document without a device, from which the tables' modules can be loaded.
            page.goto(f"{modules}start.js")
            a_second = page.evaluate(GAMES, OF_BOTS)
            browser.close()
    there = _by_cpython(OF_BOTS)
    yield clocked(
        "page, Python in the browser, load and first game", "ms", found["load"], FIRST_TABLE_MS
    )
    yield clocked("page, command to drawn result, median", "ms", median(found["waits"]), DRAWN_MS)
    of_bots = "page, Python in the browser, wasteland with random bots (peer: CPython)"
    yield clocked(of_bots, "games/s", a_second, peer=there)


def _by_cpython(games: int) -> float:
    """Returns how many of ``GAMES`` this Python plays per second, with the same requests."""
    table, names = PageTable(), ("Ann", "Ben", "Cleo")
    bots = dict.fromkeys(names, "random")

    def ask(request: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(table.answer(json.dumps(request))))
        return found

    since_s = time.perf_counter()
    for seed in range(1, games + 1):
        ask({"open": {"game": "wasteland", "players": names, "bots": bots, "seed": seed}})
        while not ask({"run": 1000})["over"]:
            pass
    return games / (time.perf_counter() - since_s)


def measured(engine: str, presses: int = PRESSES) -> dict[str, Any]:
    """Returns the results of one engine in Chromium.

    Waits in ms, underruns, speed, CPU, and loading times in ms.

    Args:
        engine: ``here``, or an engine of a server.
        presses: number of presses, one in each ``GAP_MS``.
    """
    of_server = "wasm" if engine == "here" else engine
    program = next(filter(None, map(shutil.which, CHROMIUM)))
    with playing("--engine", of_server, "--http", "0") as server, sync_playwright() as driver:
        url = server.url.replace(f"engine={of_server}", f"engine={engine}")
        browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_page(viewport=PHONE)
        loads = []
        for _ in range(2):
            page.goto("about:blank")
            page.goto(url)
            loads.append(page.evaluate(READY))
        page.locator("#big").click()
        page.wait_for_timeout(2000)  # By then, the ping of power-on is over.
        watched = browser.new_browser_cdp_session()
        rest_from_s = _browser_s(watched)
        page.wait_for_timeout(REST_MS)
        before_s, browser_before_s = _cpu_s(server.process.pid), _browser_s(watched)
        rest_pct = (browser_before_s - rest_from_s) / REST_MS * 1000 * 100
        page.evaluate(NOTE)
        page.get_by_role("button", name="Block: press").hover()
        for _ in range(presses):
            page.mouse.down()
            page.wait_for_timeout(60)
            page.mouse.up()
            page.wait_for_timeout(GAP_MS - 60)
        found = page.evaluate(FOUND)
        lasted_s = presses * GAP_MS / 1000
        cpu_pct = (_cpu_s(server.process.pid) - before_s) / lasted_s * 100
        browser_pct = (_browser_s(watched) - browser_before_s) / lasted_s * 100
        browser.close()
        cpu = {"cpu_pct": cpu_pct, "browser_pct": browser_pct, "rest_pct": rest_pct}
        return {**found, "loads": loads, **cpu}


def _cpu_s(pid: int) -> float:
    """Returns the CPU time of a process and its children in s."""
    tree = [pid, *_children(pid)]
    fields = (Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in tree)
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def _browser_s(watched: CDPSession) -> float:
    """Returns the CPU time of all processes of a browser in s."""
    processes = watched.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(process["cpuTime"] for process in processes)


def _children(pid: int) -> list[int]:
    of_threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for names in of_threads for child in names.read_text().split()]


def rows() -> list[Row]:
    """Measures all engines one after another. Returns no rows if there is no browser."""
    if not any(map(shutil.which, CHROMIUM)):
        return []
    return list(_all(ENGINES))


def _all(engines: Sequence[str]) -> Iterator[Row]:
    yield from (*_sizes(), *one_file.rows(), *tables())
    for engine in engines:
        yield from _of(engine)


def _of(engine: str) -> Iterator[Row]:
    found = measured(engine)
    goals = (CHIP_MEDIAN_MS, CHIP_P90_MS) if engine == "chip" else (MEDIAN_MS, P90_MS)
    named = f"page, engine {'in the browser' if engine == 'here' else engine},"
    waits = found["waits"]
    if len(waits) > 1:
        yield clocked(f"{named} press to rendered, median", "ms", median(waits), goals[0])
        yield clocked(
            f"{named} press to rendered, p90", "ms", quantiles(waits, n=10)[-1], goals[1]
        )
    yield clocked(f"{named} presses without a sound", f"of {PRESSES}", PRESSES - len(waits), 0)
    yield clocked(f"{named} underruns in 60 s", "", found["underruns"], 0)
    yield clocked(f"{named} speed", "s/s", found["speed"])
    first = HERE_LOAD_MS if engine == "here" else LOAD_MS
    yield clocked(f"{named} first load to ready", "ms", found["loads"][0], first)
    yield clocked(f"{named} second load to ready", "ms", found["loads"][1], LOAD_MS)
    yield clocked(f"{named} CPU of the browser", "%", found["browser_pct"])
    yield clocked(f"{named} CPU of the browser at rest", "%", found["rest_pct"])
    if engine != "here":
        yield clocked(f"{named} CPU of the server", "%", found["cpu_pct"])


def _sizes() -> list[Row]:
    """Measures the sizes of the files of `make page`."""
    with TemporaryDirectory() as place:
        folder = Path(place, "page")
        write(folder)
        kb, here_kb = weighed(folder)
    return [
        clocked("page, files except the engine, gzipped", "kB", kb, PAGE_KB),
        clocked("page, engine in the browser, gzipped", "kB", here_kb, HERE_KB),
    ]


def main(engines: Sequence[str]) -> None:
    """Prints only the rows of some engines: ``python -m benchmarks.page wasm chip``."""
    for row in _all(engines):
        beside = f"; {row.peer[0]:.1f}, {row.ratio[0]:.1f} times" if row.peer and row.ratio else ""
        print(f"{row.what:50} {row.ours[0]:8.1f} {row.unit}{beside}")


if __name__ == "__main__":
    main(sys.argv[1:] or ENGINES)
