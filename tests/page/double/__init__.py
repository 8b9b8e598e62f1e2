"""Runs the page with a double of the device, which acts only at a test's request."""

from __future__ import annotations

import json
import re
import shutil
from binascii import crc32
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pingblock.make_page.page import page_dir
from pingblock.make_page.page_data import data_files
from pingblock.make_page.page_device import device_data
from pingblock.make_page.policy import of_static_host

HERE = Path(__file__).parent
POLICY = of_static_host()
_VIRTUAL = re.compile("virtu[ae]l", re.IGNORECASE)  # the word "virtual" in each language
SETTINGS = {
    "volume": 6,
    "cap": 10,
    "chime": 4,
    "mute_lock": False,
    "cells": "3xaaa",
    "profile": "manual",
    "dice_rules": "two",
    "fortune_press": "card",
    "fortune_deck": "fortune35_guess",
    "action_weights": [2, 2, 1, 1],
}


def write(folder: Path) -> None:
    """Writes the page with the double instead of its engine. ``folder`` must not exist yet."""
    shutil.copytree(page_dir(), folder)
    shutil.copy(HERE / "here.js", folder / "engines")
    for name in ("socket.js", "serial.js"):
        shutil.copy(HERE / "none.js", folder / "engines" / name)
    for name, data in {**data_files(), **device_data()}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


class Double:
    """The device of an open page. Its events come from the test."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, url: str, hints: bool = False) -> None:
        """Opens the page, whose device sends hello. Without ``hints``, all hints count as used."""
        if not hints:
            kept = json.dumps({"version": 1, "hints": ["block", "lever", "tabs"]})
            self._page.add_init_script(f"localStorage.setItem('pingblock.page', '{kept}')")
        self._page.goto(url)
        self._page.locator("#engine-name", has_text=_VIRTUAL).wait_for()
        self.line({"event": "hello", "version": "0.1.0", "board": "rev_a"})
        self.game("block")
        self.tell(kind="clock", nowMs=12_400, speed=1.0)
        self.tell(kind="servo", atMs=0, deg=96, powered=True)

    def tell(self, **event: Any) -> None:
        """Sends an event of the engine to the page."""
        self._page.evaluate("event => double.tell(event)", event)

    def line(self, message: dict[str, Any]) -> None:
        """Sends a line of the device."""
        body = json.dumps(message).encode()
        line = f"{body.decode()}*{crc32(body):08x}\n"
        send = "text => double.tell({kind: 'serial', bytes: new TextEncoder().encode(text)})"
        self._page.evaluate(send, line)

    def game(self, name: str, **settings: Any) -> None:
        """Sends the device's settings and its game. The page can ask for them again."""
        status = {"settings": {**SETTINGS, **settings}, "game": name}
        self._page.evaluate("status => { double.status = status; }", status)
        self.line({"id": None, "ok": status})

    def light(self, red: int, green: int, blue: int) -> None:
        """Sets the power of the light, each channel 0..255."""
        self.tell(kind="light", atMs=0, red=red, green=green, blue=blue)

    def draw(self, notes: int = 0, **outcome: Any) -> None:
        """Sends a press's outcome. ``notes`` is the number of its notes that already sounded."""
        self.line({"event": "press", "button": "block"})
        self.line({"event": "outcome", **outcome})
        for _ in range(notes):
            self._page.evaluate("pingblock.dispatch({kind: 'onset', pageMs: performance.now()})")

    def hush(self) -> None:
        """Ends the sound of the outcome."""
        self._page.evaluate("pingblock.dispatch({kind: 'quiet', pageMs: performance.now() + 999})")

    @property
    def hands(self) -> list[str]:
        """Returns the hands' actions, as ``"lever true"``. The page must not ask a question."""
        return self._page.evaluate("double.hands")

    @property
    def noted(self) -> list[Any]:
        """Returns the other things that the page gave the device: its lines, and its cells."""
        return self._page.evaluate("double.noted")

    @property
    def typed(self) -> list[str]:
        """Returns the lines that a person typed."""
        return [line for line in self._lines() if line[0] != "{"]

    @property
    def asked(self) -> list[dict[str, Any]]:
        """Returns the page's requests, without those that it sends when it connects a device."""
        asked = [json.loads(line.split("*")[0]) for line in self._lines() if line[0] == "{"]
        return [
            {k: v for k, v in each.items() if k != "id"}
            for each in asked
            if each["do"] not in ("hello", "status", "odds")
        ]

    def _lines(self) -> list[str]:
        return [line for line in self.noted if isinstance(line, str)]
