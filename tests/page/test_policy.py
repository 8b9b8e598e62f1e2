"""A page on a static host, and its workers, load and run only their own files."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.page.conftest import Console
from tests.page.test_served import until

# Scripts that a stranger's text in the page can try. Each returns "done" or the refusal.
TRIES = {
    "inline script": """() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        return window.ran ? "done" : "refused";
    }""",
    "event in the markup": """() => {
        document.body.insertAdjacentHTML("beforeend", "<i onclick='window.ran = true'></i>");
        document.body.lastElementChild.click();
        return window.ran ? "done" : "refused";
    }""",
    # This case waits for a timer, because the browser's own test functions can evaluate any text.
    "eval": """() => new Promise((then) => setTimeout(() => {
        try {
            then(Function("return 'done'")());
        } catch {
            then("refused");
        }
    }))""",
    "fetch elsewhere": """() => fetch("ELSEWHERE").then(() => "done", () => "refused")""",
    "worker of a blob": """() => new Promise((then) => {
        const url = URL.createObjectURL(new Blob(["postMessage('done')"]));
        try {
            const worker = new Worker(url);
            worker.onmessage = ({data}) => then(data);
            worker.onerror = () => then("refused");
        } catch {
            then("refused");
        }
    })""",
    "style in the markup": """() => {
        document.body.insertAdjacentHTML("beforeend", "<i style='color: rgb(1, 2, 3)'></i>");
        const {color} = getComputedStyle(document.body.lastElementChild);
        return color === "rgb(1, 2, 3)" ? "done" : "refused";
    }""",
}
OF_A_WORKER = """() => new Promise((then) => {
    const worker = new Worker("probe.js");
    worker.onmessage = ({data}) => then(data);
})"""
PROBE = """
    let found = "refused";
    try { found = Function('return "done"')(); } catch {}
    fetch("ELSEWHERE").then(() => "done", () => "refused").then((f) => postMessage([found, f]));
"""


def test_static_page_refuses_scripts_and_files_from_elsewhere(
    page: Page, plain: str, console: Console
) -> None:
    elsewhere = plain.replace("127.0.0.1", "localhost") + "data/games.json"
    page.goto(plain)
    expect(page.locator("#engine-name")).to_have_text("Virtual block")
    assert console.errors == []
    for what, script in TRIES.items():
        assert page.evaluate(script.replace("ELSEWHERE", elsewhere)) == "refused", what
    console.errors.clear()


def test_workers_of_a_static_page_get_the_policy(
    page: Page, plain: str, page_folder: Path, console: Console
) -> None:
    """They get it from the service worker, which a shipped page has after it is stored."""
    elsewhere = plain.replace("127.0.0.1", "localhost") + "data/games.json"
    probe = page_folder / "probe.js"
    probe.write_text(PROBE.replace("ELSEWHERE", elsewhere))
    try:
        page.goto(plain)
        expect(page.locator("#engine-name")).to_have_text("Virtual block")
        page.evaluate("void navigator.serviceWorker.register('offline-worker.js')")
        until(page, "navigator.serviceWorker.controller")
        assert page.evaluate(OF_A_WORKER) == ["refused", "refused"]
    finally:
        probe.unlink()
    console.errors.clear()
