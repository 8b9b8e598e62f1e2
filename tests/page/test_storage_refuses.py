"""The page loads a backup of any release, and reports when the browser refuses to store."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from tests import kept_files
from tests.page.conftest import Console
from tests.page.test_served import READY, until

BACKUP = {"version": 2, "storage": {"pingblock.page": '{"version": 1}'}, "device": None}
FULL = """(() => {
    const {put} = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => { throw new DOMException("-", "QuotaExceededError") };
    globalThis.makeRoom = () => void (IDBObjectStore.prototype.put = put);
})()"""


def test_refused_block_is_written_with_the_next(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    page.evaluate(FULL)
    kept = page.evaluate("""async () => {
        const {Store, stored} = await import("./engines/here/store.js"), store = new Store();
        await store.open();
        const block = (number, byte) => [number, new Uint8Array(4096).fill(byte)];
        const two = new Map([block(1, 1), block(2, 1)]);
        const refused = await store.write("x", two).catch(({name}) => name);
        makeRoom();
        await store.write("x", new Map([block(2, 2)]));
        return [refused, [...(await stored()).blocks].map(([number, [byte]]) => [number, byte])];
    }""")
    assert kept == ["QuotaExceededError", [[1, 1], [2, 2]]]


def test_mark_shows_while_changes_do_not_fit(page: Page, plain: str) -> None:
    page.goto(plain)
    until(page, READY)
    page.evaluate(FULL)
    page.locator("#tab-device").click()
    page.get_by_label("Cap: the loudest it can be").fill("4")
    expect(page.locator("#marks")).to_contain_text("storage is full or refuses. If you close")
    page.evaluate("makeRoom()")
    page.get_by_label("Cap: the loudest it can be").fill("3")
    expect(page.locator(".mark:visible")).to_have_count(0)


def test_refused_storage_is_explained_at_save_and_load(
    page: Page, front: str, console: Console
) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('-'); }})"
    )
    page.goto(front)
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    page.locator("#tab-device").click()
    page.get_by_role("button", name="Save all that the page keeps").click()
    expect(page.locator("#toasts")).to_contain_text("because this browser blocks its storage")
    opened = page.evaluate("double.opened()")
    content = json.dumps(BACKUP).encode()
    file = {"name": "kept.json", "mimeType": "application/json", "buffer": content}
    page.set_input_files("#load-state", file)  # type: ignore[arg-type]
    expect(page.locator("#toasts")).to_contain_text("storage is full or blocked")
    until(page, f"double.opened() === {opened + 1}")
    assert console.errors == []


@pytest.mark.parametrize("version", kept_files.names())
def test_backup_of_each_release_is_accepted(page: Page, front: str, version: str) -> None:
    page.goto(f"{front}empty.html")
    take = """async (text) => {
        const {takeOver} = await import("./saved.js");
        return takeOver(new Blob([text]), async () => {});
    }"""
    assert page.evaluate(take, kept_files.kept(version)["backup"]) == ""
    kept = json.loads(page.evaluate("localStorage['pingblock.page']"))
    assert (kept["theme"], kept["counts"]) == ("light", kept_files.COUNTS)
