"""For a port without a Pingblock of this version, the page names the cause and the solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from pingblock.connection import recovery

PROMPT = '\r\n>>> {"id":"hand1","do":"hello"}*0e1d2c3b'
MACHINE = "Raspberry Pi Pico W with RP2040"
HELLO = {"product": "pingblock", "protocol": 1, "version": "0.1.0"}
CALL = """async ([name, told]) => (await import("/engines/serial/who.js"))[name](told)"""

Said = Callable[[str, object], str]


@pytest.fixture(scope="module", params=["en"])
def said_by(request: pytest.FixtureRequest, browser: Browser, front: str) -> Iterator[Said]:
    """Calls a function of the module, in a language."""
    page = browser.new_page()
    page.goto(f"{front}empty.html?lang={request.param}")
    yield lambda function, told: page.evaluate(CALL, [function, told])
    page.close()


@pytest.mark.parametrize(
    ("said", "cause", "cure"),
    [
        ("", "does not answer", "let the page end the program on it"),
        (PROMPT, "did not say in time whether it starts Pingblock", "connect the board again"),
        (
            f"{PROMPT}\r\nmode: ; {MACHINE};\r\n>>> ",
            f"on this board ({MACHINE})",
            "does not start Pingblock",
        ),
        (f">>> \r\nmode: crash; {MACHINE};\r\n", "crashed three times in a row", "settings stay"),
        (
            ">>> mode: ; Other board with RP2040;",
            "which is “Other board with RP2040”",
            "runs on a Raspberry Pi Pico",
        ),
        ("tick 1\r\ntick \u202e2\r\n", "which says “tick \ufffd2”", "choose another board"),
    ],
)
def test_unexpected_reply_is_explained_with_a_cure(
    said_by: Said, said: str, cause: str, cure: str
) -> None:
    told = said_by("whoIs", said)
    assert cause in told
    assert cure in told
    assert told.endswith(".")


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        (HELLO, ""),
        ({**HELLO, "protocol": 2}, "load the page of a newer Pingblock"),
        ({**HELLO, "protocol": 0}, "install Pingblock on it"),
        ({"product": "toaster"}, "which says “toaster”"),
    ],
)
def test_other_product_or_protocol_is_reported(said_by: Said, hello: object, words: str) -> None:
    told = said_by("misfit", hello)
    assert words in told
    assert bool(told) == bool(words)


@pytest.mark.parametrize("said_by", ["de", "fr"], indirect=True)
def test_explanation_is_in_the_language_of_the_page(said_by: Said) -> None:
    told = said_by("whoIs", f"{PROMPT}\r\nmode: hang; {MACHINE};\r\n>>> ")
    assert "hing dreimal" in told or "bloqué trois fois" in told
    assert "pingblock install" in told


@pytest.mark.parametrize(
    ("facts", "ours"),
    [("; 0; 0", False), ("; 0; 1", True), ("; 1; 0", True), ("; 2; 0", True), ("; 2", False)],
)
def test_pico_is_recognised_if_it_starts_our_firmware(
    said_by: Said, facts: str, ours: bool
) -> None:
    """Its files, its frozen modules or its modules in place start the firmware: 0, 1 and 2."""
    assert said_by("startsOurs", f">>> mode: ; {MACHINE}{facts};") is ours
    assert not said_by("startsOurs", f">>> mode: crash; {MACHINE}{facts};")


def test_page_and_command_line_ask_prompts_alike(page: Page, front: str) -> None:
    page.goto(f"{front}empty.html")
    question = page.evaluate('async () => (await import("/engines/serial/who.js")).QUESTION')
    assert question == recovery.QUESTION.decode()
