"""Controls browsers besides Chromium, each by its remote control, to click on the page.

Firefox speaks WebDriver BiDi. WebKitGTK's MiniBrowser is driven by WebKitWebDriver.
"""

from __future__ import annotations

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest
from websockets.sync.client import ClientConnection, connect

START_S, HELD_S = 60.0, 40.0  # limits for the browser's start, and for one expression
SHORT_MS = 80
HANDS = {"mouse": "mouse", "finger": "touch", "key": ""}
_PREFERENCES = 'user_pref("app.update.enabled", false);\n'
_SAID = "said.txt"
_LISTENS = re.compile(r"BiDi listening on (ws://\S+)")
_WEBKIT = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class Driven(Protocol):
    """A browser with a page in its latest tab."""

    def go(self, url: str) -> None:
        """Loads a page."""

    def tab(self) -> None:
        """Opens another tab. From now on everything acts on it."""

    def evaluate(self, expression: str) -> Any:
        """Returns the value of a JavaScript expression. JSON must be able to hold the value."""

    def press(self, hand: str, x: int, y: int, ms: int = SHORT_MS) -> None:
        """Presses at a place with one of ``HANDS``. A key acts on the focused element."""


def _needed(*programs: str) -> list[str]:
    found = [shutil.which(program) for program in programs]
    missing = [program for program, path in zip(programs, found, strict=True) if path is None]
    if missing:
        pytest.skip(
            f"{', '.join(missing)} not installed: 'make test' as root installs it (Debian)"
        )
    return [path for path in found if path]


class _BiDi:
    def __init__(self, line: ClientConnection, proxy: str) -> None:
        self._line = line
        self._ids = count(1)
        self._ask("session.new", capabilities={"alwaysMatch": _through(proxy)})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: object) -> Any:
        number = next(self._ids)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(timeout=START_S))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def tab(self) -> None:
        self._context = self._ask("browsingContext.create", type="tab")["context"]

    def evaluate(self, expression: str) -> Any:
        found = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=True,
        )
        return json.loads(found["result"].get("value", "null"))

    def press(self, hand: str, x: int, y: int, ms: int = SHORT_MS) -> None:
        actions = _pressed(hand, x, y, ms)
        self._ask("input.performActions", context=self._context, actions=actions)


class _WebDriver:
    def __init__(self, address: str, browser: str, proxy: str) -> None:
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options, **_through(proxy)}}
        found = _posted(f"{address}/session", {"capabilities": wanted})
        self._session = f"{address}/session/{found['sessionId']}"

    def go(self, url: str) -> None:
        _posted(f"{self._session}/url", {"url": url})

    def tab(self) -> None:
        made = _posted(f"{self._session}/window/new", {"type": "tab"})
        _posted(f"{self._session}/window", {"handle": made["handle"]})

    def evaluate(self, expression: str) -> Any:
        script = f"return JSON.stringify({expression}) ?? null"
        found = _posted(f"{self._session}/execute/sync", {"script": script, "args": []})
        return None if found is None else json.loads(found)

    def press(self, hand: str, x: int, y: int, ms: int = SHORT_MS) -> None:
        _posted(f"{self._session}/actions", {"actions": _pressed(hand, x, y, ms)})

    def close(self) -> None:
        _sent(urllib.request.Request(self._session, method="DELETE"))


def _through(proxy: str) -> dict[str, object]:
    return {"proxy": {"proxyType": "manual", "httpProxy": proxy}} if proxy else {}


def _pressed(hand: str, x: int, y: int, ms: int) -> list[dict[str, object]]:
    pause = {"type": "pause", "duration": ms}
    if hand == "key":
        keys = [{"type": "keyDown", "value": " "}, pause, {"type": "keyUp", "value": " "}]
        return [{"type": "key", "id": hand, "actions": keys}]
    moves = [
        {"type": "pointerMove", "x": x, "y": y},
        {"type": "pointerDown", "button": 0},
        pause,
        {"type": "pointerUp", "button": 0},
    ]
    kind = {"pointerType": HANDS[hand]}
    return [{"type": "pointer", "id": hand, "parameters": kind, "actions": moves}]


def _posted(url: str, body: object) -> Any:
    data, head = json.dumps(body).encode(), {"Content-Type": "application/json"}
    return _sent(urllib.request.Request(url, data, head, method="POST"))


def _sent(request: urllib.request.Request) -> Any:
    with urllib.request.urlopen(request, timeout=START_S) as answer:
        return json.load(answer)["value"]


@contextmanager
def firefox(profile: Path, proxy: str = "") -> Iterator[Driven]:
    """Runs Firefox without a window.

    Args:
        profile: a folder, which must not exist yet.
        proxy: ``host:port`` that gets all requests of plain http, or "" without a proxy.
    """
    (program,) = _needed("firefox-esr")
    profile.mkdir()
    (profile / "user.js").write_text(_PREFERENCES)
    command = (program, "--headless", "--no-remote", "--remote-debugging-port", "0")
    with _running(*command, "--profile", str(profile), home=profile):
        address = _polled(lambda: _LISTENS.search((profile / _SAID).read_text()))[1]
        with connect(f"{address}/session", max_size=None) as line:
            yield _BiDi(line, proxy)


@contextmanager
def webkit(home: Path, proxy: str = "", **settings: str) -> Iterator[Driven]:
    """Runs WebKitGTK's MiniBrowser (Safari's engine) on a separate display.

    Args:
        home: a folder, which must not exist yet.
        proxy: see ``firefox``.
        settings: environment variables.
    """
    display, driver = _needed("xvfb-run", "WebKitWebDriver")
    browsers = glob.glob(_WEBKIT)
    if not browsers:
        pytest.skip("MiniBrowser not installed: 'make test' as root installs it (Debian)")
    home.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = (display, "-a", driver, f"--port={port}")
    with _running(*command, home=home, **settings):
        _polled(lambda: _answers(port))
        driven = _WebDriver(f"http://127.0.0.1:{port}", browsers[-1], proxy)
        try:
            yield driven
        finally:
            driven.close()


@contextmanager
def _running(*command: str, home: Path, **settings: str) -> Iterator[None]:
    environment = os.environ | settings | {"HOME": str(home)}
    with (home / _SAID).open("w") as said:
        process = subprocess.Popen(
            command, env=environment, stdout=said, stderr=said, start_new_session=True
        )
        try:
            yield
        finally:
            # xvfb-run does not end the programs that it has started.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(START_S)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def awaited(browser: Driven, expression: str, limit_s: float = HELD_S) -> Any:
    """Waits until an expression is true in a browser. Returns its value."""
    return _polled(lambda: browser.evaluate(expression), limit_s, f"it never held: {expression}")


def _polled(
    found: Callable[[], Any], limit_s: float = START_S, lack: str = "The browser did not start."
) -> Any:
    end_s = time.monotonic() + limit_s
    while not (it := found()):
        assert time.monotonic() < end_s, lack
        time.sleep(0.05)
    return it
