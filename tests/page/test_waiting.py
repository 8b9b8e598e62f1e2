"""Waits within MicroPython's C code in node and in browsers, whose workers have small stacks."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import launched
from tests.page.in_node import evaluated
from tests.page.other_browsers import Driven, awaited, firefox, webkit
from tests.waiting import CASES, WAIT

RUNS = Path(__file__).with_name("waiting.js").read_text()
# A function starts in WebKit's interpreter. On a busy computer it is compiled later.
interpreting = partial(webkit, JSC_useBBQJIT="0", JSC_useOMGJIT="0")
SOURCES = {case.stem: case.read_text() for case in CASES}


def _started(url: str) -> str:
    """Returns an expression that starts all cases."""
    given = ", ".join(map(json.dumps, (url, WAIT, SOURCES)))
    return f"({{}}, eval({json.dumps(RUNS)}), runs({given}))"


def _passed(report: dict[str, tuple[str, int]]) -> None:
    assert {name: said for name, (said, _) in report.items() if said} == {}
    assert set(report) == set(SOURCES)
    assert min(waits for _, waits in report.values()) >= 2


def test_waiting_c_code_continues_in_chromium(browser: Browser, plain: str) -> None:
    # The frames of the optimising compiler are the largest. Chromium otherwise starts it only
    # after some time.
    with launched(browser.browser_type, "--js-flags=--no-liftoff") as optimising:
        page = optimising.new_page()
        page.goto(f"{plain}empty.html")
        page.evaluate(_started(plain))
        page.wait_for_function("globalThis.report")
        _passed(page.evaluate("report"))


def test_waiting_c_code_continues_in_node(page_folder: Path, tmp_path: Path) -> None:
    """Its stack is as small as the stack of Chromium's worker."""
    given = ", ".join(map(json.dumps, ("./", WAIT, SOURCES)))
    expression = f"(eval({json.dumps(RUNS)}), ran({given}))"
    flags = ("--stack-size=500", "--no-liftoff")
    _passed(evaluated(page_folder, expression, tmp_path, *flags))


@pytest.mark.long
@pytest.mark.parametrize("opened", [firefox, webkit, interpreting])
def test_waiting_c_code_continues_in_other_browsers(
    opened: Callable[[Path], AbstractContextManager[Driven]], plain: str, tmp_path: Path
) -> None:
    with opened(tmp_path / "home") as browser:
        browser.go(f"{plain}empty.html")
        browser.evaluate(_started(plain))
        awaited(browser, "!!globalThis.report")
        _passed(browser.evaluate("report"))
