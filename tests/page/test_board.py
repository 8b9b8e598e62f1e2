"""Tests a real Pico on the cable: Web Serial, with a fake port to the emulated chip."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Dialog, Page
from tests.left_by_editor import RUNNING, WAITING
from tests.page.conftest import playing
from tests.page.double import HERE
from tests.page.test_served import READY, SEED, until
from tests.seldom import seldom

from pingblock.care.doctor.findings import RULE, RULE_FILE

# `port` is this browser's only port. It carries the bytes of the server's device, unless it is
# silent or belongs to another Pico, which sends its own text.
FAKE_PORT = HERE / "serial.js"
REASON = "pingblock.state().engine.reason"
TOLD = "pingblock.state().log.some(({{text}}) => text.includes('{}'))"


@pytest.fixture(scope="module")
def chip() -> Iterator[str]:
    """The URL of a server whose device is an emulated chip."""
    with playing("--engine", "chip", "--http", "0", "--seed", str(SEED)) as server:
        yield server.url


def _choose_board(page: Page) -> None:
    page.get_by_role("button", name="A board on the cable", exact=True).click()


@pytest.fixture
def bench(chip: str, page: Page) -> Page:
    """The page with its Engines tab open, in a browser with one serial port."""
    page.add_init_script(path=FAKE_PORT)
    page.goto(chip.replace("engine=chip", "engine=none"))
    page.get_by_role("tab", name="Engines").click()
    return page


def test_page_press_reaches_the_pico_and_unplugging_is_reported(bench: Page) -> None:
    _choose_board(bench)
    until(bench, "pingblock.state().engine.name === 'board' && " + READY)
    bench.keyboard.press("Escape")
    bench.evaluate("port.damage()")
    bench.get_by_role("button", name="Block: press").click()
    until(bench, "pingblock.state().outcome.shown")  # Another test can have pressed before.
    assert not bench.evaluate(TOLD.format("has been unplugged"))
    bench.evaluate("port.none = true; port.pull()")  # The page cannot ask a person for the port.
    until(bench, TOLD.format("has been unplugged"))
    until(bench, READY)  # until the board is connected again


WELL = {"none": False, "fault": "", "deaf": False, "says": ""}
UNUSABLE: list[tuple[dict[str, object], Sequence[str]]] = [
    ({"none": True}, ["try another cable, because many only charge", "without holding BOOTSEL"]),
    (
        {"fault": "NetworkError"},
        ("close other programs", RULE_FILE, RULE, "sudo usermod -aG dialout $USER"),
    ),
    ({"fault": "InvalidStateError"}, ["close other programs and tabs"]),
    ({"deaf": True}, ["install Pingblock on it, with this page"]),
    ({"says": ">>> mode: ; Other board;"}, ["on a Raspberry Pi Pico, Pico W, Pico 2"]),
    ({"says": "It is 21 degrees.\n"}, ["another program, which says “It is 21 deg"]),
]


def test_unusable_pico_is_reported_with_its_cure(bench: Page) -> None:
    for faults, cures in UNUSABLE:
        bench.evaluate("faults => { Object.assign(port, faults); }", {**WELL, **faults})
        _choose_board(bench)
        for cure in cures:
            until(bench, f"{REASON}.includes({json.dumps(cure)})")


USUAL = ("raw prompt, half a program",)  # Only a loop keeps the emulated chip busy.
LEFT = [state if state in USUAL else seldom(state) for state in (*WAITING, *RUNNING)]


def _type(page: Page, keys: bytes) -> None:
    page.wait_for_timeout(400)
    page.evaluate("keys => port.send(new Uint8Array(keys))", [*keys])


@pytest.mark.parametrize("state", LEFT)
def test_pico_that_an_editor_left_plays_again(bench: Page, state: str) -> None:
    asked: list[str] = []
    answer = {"yes": False}

    def answered(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if answer["yes"]:
            dialog.accept()
        else:
            dialog.dismiss()

    bench.on("dialog", answered)
    runs = state in RUNNING
    _choose_board(bench)
    until(bench, "pingblock.state().engine.name === 'board' && " + READY)
    # A slow chip can miss the silence before Ctrl-C. Then it reads Ctrl-C as a part of a line.
    while bench.evaluate("pingblock.state().prompt") != ">>> ":
        _type(bench, b"\r\x03")
        bench.wait_for_timeout(1000)
    for keys in (RUNNING if runs else WAITING)[state]:
        _type(bench, keys)
    bench.wait_for_timeout(400)
    # The page searches for the port, and finds it again.
    bench.evaluate("port.none = false; port.pull()")
    if runs:
        until(bench, f"/let the page end the program|runs another program/.test({REASON})")
        answer["yes"] = True
        _choose_board(bench)
    said = "Another program ran on the board" if runs else "The board was at MicroPython’s prompt"
    until(bench, TOLD.format(said))
    until(bench, READY)
    assert len(asked) == 2 * runs
    bench.keyboard.press("Escape")
    draws = bench.evaluate("pingblock.state().log.length")
    bench.get_by_role("button", name="Block: press").click()
    until(bench, f"pingblock.state().log.length > {draws}")
    until(bench, "pingblock.state().outcome.shown")


def test_browser_without_serial_ports_does_not_offer_a_pico(chip: str, page: Page) -> None:
    page.add_init_script("delete Navigator.prototype.serial")
    page.goto(chip)
    page.get_by_role("tab", name="Engines").click()
    until(page, READY)
    assert page.get_by_role("button", name="A board on the cable").count() == 0
