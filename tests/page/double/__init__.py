"""The page with a device that only does what a test tells it."""

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
_VIRTUAL = re.compile("virtu[ae]l", re.IGNORECASE)  # in each language
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
    """Writes the page with the double in the place of its engine; ``folder`` is not there yet."""
    shutil.copytree(page_dir(), folder)
    shutil.copy(HERE / "here.js", folder / "engines")
    for name in ("socket.js", "serial.js"):
        shutil.copy(HERE / "none.js", folder / "engines" / name)
    for name, data in {**data_files(), **device_data()}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


class Double:
    """The device of an open page, whose events a test gives."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, url: str, hints: bool = False) -> None:
        """Opens the page, whose device says hello; without ``hints`` they were used before."""
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
        """Tells the page an event of the engine."""
        self._page.evaluate("event => double.tell(event)", event)

    def line(self, message: dict[str, Any]) -> None:
        """The device sends a line."""
        body = json.dumps(message).encode()
        line = f"{body.decode()}*{crc32(body):08x}\n"
        send = "text => double.tell({kind: 'serial', bytes: new TextEncoder().encode(text)})"
        self._page.evaluate(send, line)

    def game(self, name: str, **settings: Any) -> None:
        """The device tells its settings, and that it plays the game ``name``."""
        self.line({"id": None, "ok": {"settings": {**SETTINGS, **settings}, "game": name}})

    def light(self, red: int, green: int, blue: int) -> None:
        """The light takes a power, each 0..255."""
        self.tell(kind="light", atMs=0, red=red, green=green, blue=blue)

    def draw(self, notes: int = 0, **outcome: Any) -> None:
        """A press gives an outcome, of whose sound so many notes were heard by now."""
        self.line({"event": "press", "button": "block"})
        self.line({"event": "outcome", **outcome})
        for _ in range(notes):
            self._page.evaluate("pingblock.dispatch({kind: 'onset', pageMs: performance.now()})")

    def hush(self) -> None:
        """The sound has ended."""
        self._page.evaluate("pingblock.dispatch({kind: 'quiet', pageMs: performance.now() + 999})")

    @property
    def hands(self) -> list[str]:
        """What the hands did, each as ``"lever true"``: no question of the page comes between."""
        return self._page.evaluate("double.hands")

    @property
    def noted(self) -> list[Any]:
        """What else the page gave the device: its lines, and what the cells have."""
        return self._page.evaluate("double.noted")

    @property
    def typed(self) -> list[str]:
        """Lines that a person typed."""
        return [line for line in self._lines() if line[0] != "{"]

    @property
    def asked(self) -> list[dict[str, Any]]:
        """Requests of the page, without what it asks again by itself while nothing answers."""
        asked = [json.loads(line.split("*")[0]) for line in self._lines() if line[0] == "{"]
        return [
            {k: v for k, v in each.items() if k != "id"}
            for each in asked
            if each["do"] not in ("hello", "status")
        ]

    def _lines(self) -> list[str]:
        return [line for line in self.noted if isinstance(line, str)]
