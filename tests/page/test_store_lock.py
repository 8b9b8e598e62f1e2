"""Only one tab stores the device. The other tabs show a sentence about that."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

_NO_LOCKS = "delete Navigator.prototype.locks"  # A page on plain http has no locks.
# Opens a store. Then this page is busy for longer than another tab waits for it.
BUSY = """async () => {
    const {Store} = await import("./engines/here/store.js"), store = new Store();
    const opening = store.open(), endMs = performance.now() + 900;
    while (performance.now() < endMs);
    await opening;
    return store.keeps;
}"""
TWICE = """async (closes) => {
    const {Store} = await import("./engines/here/store.js"), store = new Store();
    const first = store.open().catch(() => {});
    if (closes) store.close();
    await store.open();
    await first;
    return store.keeps;
}"""
SLOW_ANSWER = """async () => {
    const {within} = await import("./limit.js");
    const pause = (ms) => new Promise((then) => setTimeout(then, ms));
    const answer = within(pause(20).then(() => pause(5)).then(() => "came"), 100);
    const endMs = performance.now() + 150;
    while (performance.now() < endMs);
    return [await answer, await within(new Promise(() => {}), 100).catch(String)];
}"""
KEEPS = """async () => {
    const {Store} = await import("./engines/here/store.js");
    window.store = new Store();
    await store.open();
    return store.keeps;
}"""


@pytest.fixture
def empty(page: Page, front: str) -> Page:
    page.goto(f"{front}empty.html")
    return page


def test_busy_page_recognises_its_own_lock(empty: Page) -> None:
    assert empty.evaluate(BUSY) is True


@pytest.mark.parametrize("closes", [False, True])
@pytest.mark.parametrize("script", ["", _NO_LOCKS])
def test_store_opened_twice_at_once_still_keeps(
    page: Page, front: str, closes: bool, script: str
) -> None:
    page.add_init_script(script)
    page.goto(f"{front}empty.html")
    assert page.evaluate(TWICE, closes) is True


def test_time_limit_ignores_the_time_of_a_busy_page(empty: Page) -> None:
    assert empty.evaluate(SLOW_ANSWER) == ["came", "Error: too late"]


TOGETHER = """async () => {
    const {Store} = await import("./engines/here/store.js");
    const stores = Array.from({length: 3}, () => new Store());
    await Promise.all(stores.map((store) => store.open()));
    return stores.filter(({keeps}) => keeps).length;
}"""


def test_only_one_of_several_stores_without_locks_keeps(page: Page, front: str) -> None:
    page.add_init_script(_NO_LOCKS)
    page.goto(f"{front}empty.html")
    assert page.evaluate(TOGETHER) == 1


@pytest.mark.parametrize("script", ["", _NO_LOCKS])
def test_second_tab_keeps_only_after_the_first_has_closed(
    browser: Browser, front: str, script: str
) -> None:
    context = browser.new_context()
    context.add_init_script(script)
    first, second = context.new_page(), context.new_page()
    for tab in (first, second):
        tab.goto(f"{front}empty.html")
    assert first.evaluate(KEEPS) is True
    assert second.evaluate(KEEPS) is False
    first.close()
    assert second.evaluate(KEEPS) is True
    context.close()


AGAIN = """async () => {
    const {Store} = await import("./engines/here/store.js"), store = new Store();
    const asked = [];
    new BroadcastChannel("pingblock device").onmessage = ({data}) => asked.push(data);
    await store.open();
    await store.open();
    return [store.keeps, asked.length];
}"""


def test_device_that_starts_again_keeps_its_lock(page: Page, front: str) -> None:
    """Over plain http each request waits 300 ms for other tabs."""
    page.add_init_script(_NO_LOCKS)
    page.goto(f"{front}empty.html")
    assert page.evaluate(AGAIN) == [True, 1]


# Fills one block of a device with a byte. Returns whether the store still works.
WRITES = """async (level) => {
    await store.write("x", new Map([[level, new Uint8Array(4096).fill(level)]]));
    return store.keeps;
}"""
STORED = """async () => {
    const {stored} = await import("./engines/here/store.js");
    return [...(await stored()).blocks.keys()];
}"""


def test_tab_that_slept_does_not_write_after_another_took_over(
    browser: Browser, front: str
) -> None:
    """Over plain http a sleeping tab cannot answer that it has the lock."""
    context = browser.new_context()
    context.add_init_script(_NO_LOCKS)
    first, second = context.new_page(), context.new_page()
    for tab in (first, second):
        tab.goto(f"{front}empty.html")
    assert first.evaluate(KEEPS) is True
    assert first.evaluate(WRITES, 1) is True
    first.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    assert second.evaluate(KEEPS) is True
    assert second.evaluate(WRITES, 2) is True
    assert first.evaluate(WRITES, 3) is False
    assert second.evaluate(WRITES, 4) is True
    assert second.evaluate(STORED) == [1, 2, 4]
    context.close()


# A write waits for a long transaction, and the page gives up. The browser makes this write later,
# after another write.
LATE = """async () => {
    const real = setTimeout, blocks = (level) => new Map([[level, new Uint8Array(4096)]]);
    const asked = indexedDB.open("pingblock", 1);
    await new Promise((then) => { asked.onsuccess = then; });
    const long = asked.result.transaction(["flash", "about"], "readwrite").objectStore("about");
    let lasts = true;
    const go = () => { if (lasts) long.get("id").onsuccess = go; };
    go();
    globalThis.setTimeout = (act, ms) => real(act, ms >= 1000 ? 0 : ms);
    const first = await store.write("x", blocks(1)).catch(String);
    globalThis.setTimeout = real;
    lasts = false;
    await store.write("x", blocks(2));
    const {stored} = await import("./engines/here/store.js");
    return [first, store.keeps, [...(await stored()).blocks.keys()]];
}"""


def test_late_write_of_a_tab_still_counts_as_its_own(empty: Page) -> None:
    assert empty.evaluate(KEEPS) is True
    assert empty.evaluate(LATE) == ["Error: too late", True, [1, 2]]
