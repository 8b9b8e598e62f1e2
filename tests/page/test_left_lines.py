"""Keys for MicroPython's prompt can reach a firmware, which reads them as requests."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page

from pingware.shared import protocol

# Returns the messages that reach the page when the device sends each of the lines.
TOLD = """async ([lines, types]) => {
    const {DeviceLink} = await import("./device_link.js");
    const told = [];
    const dispatch = (event) => event.kind === "message" && told.push(event.message);
    const link = new DeviceLink(dispatch, () => {});
    link.keyboard = types ? {take() {}} : null;
    for (const line of lines) link.take(new TextEncoder().encode(line));
    return told.map(({id, error}) => `${id} ${error.code}`);
}"""
# Returns the keys that the page sends after a person lets a program continue, and whether the page
# still types.
TYPED = """async () => {
    const {DeviceLink} = await import("./device_link.js");
    const {startAgain} = await import("./link/later/silent.js");
    const typed = [];
    const link = new DeviceLink(() => {}, (bytes) => typed.push(new TextDecoder().decode(bytes)));
    window.confirm = () => false;
    await startAgain(link, true);
    return [typed, link.keyboard === null];
}"""

# Returns the page's sentence about a program that answers each key with a question like a prompt.
ASKS = """async () => {
    const {bringBack} = await import("./engines/serial/recovery.js");
    const keyboard = {type: async () => "Name? \\r\\n>>> "};
    return bringBack({keyboard, heard: "Name? \\r\\n>>> ", agrees: () => false});
}"""


def _errors(pairs: Iterable[tuple[object, str]]) -> list[str]:
    return [protocol.encode(protocol.error(name, code, "No.")).decode() for name, code in pairs]


@pytest.mark.parametrize(("types", "told"), [(False, ["null no_crc"]), (True, [])])
def test_refusal_of_lines_typed_at_a_prompt_is_hidden(
    page: Page, front: str, types: bool, told: list[str]
) -> None:
    page.goto(f"{front}empty.html")
    lines = _errors([(None, "bad_crc"), (None, "no_crc"), ("a-1", "bad_crc"), ("a-2", "busy")])
    assert page.evaluate(TOLD, [lines, types]) == [*told, "a-1 bad_crc", "a-2 busy"]


def test_page_ends_its_typed_line_before_asking_again(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    typed, is_over = page.evaluate(TYPED)
    assert len(typed) > 1
    assert "\x02" in typed, "this key would begin the next request"
    assert (typed[-1], is_over) == ("\r", True)


def test_program_that_prints_a_prompt_is_still_a_program(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    found = page.evaluate(ASKS)
    assert found["back"] is False
    assert found["say"].startswith("This board runs another program, which says “>>>”:")
