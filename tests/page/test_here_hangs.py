"""Hanging firmware and workers in the page are reported, and the engine plays again."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Page
from tests.page.test_here import EMPTY, opened

COUNTS = """
import machine
with open("n", "a") as file: file.write(str(machine.reset_cause()))
print("causes", open("n").read())
machine.WDT(timeout=300)
while True: pass
"""


@pytest.mark.parametrize(
    ("main", "told", "printed"),
    [("while True: pass", "lost", ""), (COUNTS, "reset", "causes 13")],
)
def test_firmware_in_an_endless_loop_resets_or_is_reported(
    page: Page, plain: str, main: str, told: str, printed: str
) -> None:
    """A watchdog restarts the device with its files. Without one, the engine reports the hang."""
    file = b64encode(f"{main}\n# {'-' * 2000}".encode()).decode()
    opened(page, plain, {"awaits": "", "replay": {**EMPTY, "files": {"/main.py": file}}})
    assert page.evaluate(
        """async ([kind, printed]) => {
        const count = kind === "reset" ? 2 : 1;
        await until(() => told[kind]?.length >= count && text.includes(printed));
        const last = told[kind].at(-1);
        engine.close();
        return last.reason ?? last.cause;
    }""",
        [told, printed],
    ) in ("watchdog", "The firmware does not respond any more: it is stuck in a loop that never"
          " asks for the time.")  # fmt: skip


def test_replayed_link_that_computes_too_long_is_stopped(page: Page, plain: str) -> None:
    """Its watchdog resets the device repeatedly. A fast computer stays within the usual limits."""
    page.route("**/here/pack.js", _with_little_time)
    spins = "import machine\nmachine.WDT(timeout=1)\nwhile True: pass\n"
    file = b64encode(spins.encode()).decode()
    opened(page, plain, {"awaits": "", "replay": {**EMPTY, "files": {"/main.py": file}}})
    page.evaluate("() => until(() => told.lost)")
    assert "its own time hardly passes" in page.evaluate("told.lost[0].reason")


def _with_little_time(route) -> None:
    answer = route.fetch()
    end = "return { about,"
    body = answer.text()
    assert end in body
    route.fulfill(
        response=answer, body=body.replace(end, f"about.compute = {{ms: 100, rate: 0.1}}; {end}")
    )


def test_hanging_worker_is_stopped_and_the_engine_plays_again(page: Page, plain: str) -> None:
    """Opened again, it plays."""
    page.route("**/here/hands.js", _hanging)
    opened(page, plain)
    page.evaluate("""async () => {
        await until(() => told.clock.at(-1).nowMs > 500);
        const before = performance.now();
        engine.plug(false);
        await until(() => told.lost);
        await engine.open();
        window.took = performance.now() - before;
        await press();
        await until(() => told.sound);
    }""")
    assert page.evaluate("took") < 20_000  # A computer without other work needs 0.8 s.
    assert "hung" in page.evaluate("told.lost[0].reason")


_FRAMED = """async (url) => {
    const told = [], frame = document.createElement("iframe");
    addEventListener("message", ({data}) => data.pingblock === 1 && told.push(data));
    frame.src = `${url}index.html#embed=1`;
    document.body.append(frame);
    const came = async (kind, count) => {
        while (told.filter((one) => one.kind === kind).length < count)
            await new Promise((then) => setTimeout(then, 20));
        return told.findLast((one) => one.kind === kind);
    };
    const say = (message) => frame.contentWindow.postMessage({pingblock: 1, ...message}, url);
    await came("ready", 1);
    await new Promise((then) => setTimeout(then, 1000)); // it boots
    say({do: "plug", on: false});
    const {reason} = await came("lost", 1);
    await came("ready", 2);
    await new Promise((then) => setTimeout(then, 1000));
    say({do: "press", for_ms: 80});
    await came("outcome", 1);
    return reason;
}"""


def test_embedded_page_plays_again_after_its_worker_hung(page: Page, plain: str) -> None:
    """The embedding page has another origin, and the visitor does not click in the frame."""
    page.route("**/here/hands.js", _hanging)
    page.goto(f"{plain}empty.html")
    other = plain.replace("127.0.0.1", "localhost")
    assert "hung" in page.evaluate(_FRAMED, other)


def _hanging(route) -> None:
    answer = route.fetch()
    body = answer.text().replace("#plug(plugged) {", "#plug(plugged) { for (;;);")
    route.fulfill(response=answer, body=body)
