"""Takes pictures of the page in every scene: ``python -m tests.page.screenshots``.

All of them are written to build/screenshots. Those in README and docs are written there, too.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.page import double
from tests.page.conftest import CHROMIUM
from tests.page.double import Double
from tests.page.static_host import hosted

ROOT = Path(__file__).parents[2]
OUT = ROOT / "build" / "screenshots"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
THEMES = ("dark", "light")
QUALITY_PCT = 86
# The place in the docs for a scene, a size and a theme.
SHOWN = {
    ("coins", "desktop", "dark"): "docs/page_desktop.jpg",
    ("coins", "phone", "dark"): "docs/page_phone.jpg",
    ("card", "phone", "light"): "docs/page_phone_light.jpg",
}
# Random numbers that were drawn as the results of 240 presses.
CAME = [14, 11, 15, 12, 13, 17, 83, 36, 39]
FACES = ("gold", "diamond", "sorceress", "chest", "monkey", "sea4")
FACES += ("skull2", "storm", "truce", "zombie")
GOLD, WHITE, GREEN, RED = (255, 170, 0), (190, 190, 190), (0, 150, 25), (255, 0, 0)

Scene = Callable[[Page, Double], None]


def _drawn(light: tuple[int, int, int], notes: int, hush: bool = True, **outcome: object) -> Scene:
    def play(page: Page, device: Double) -> None:
        device.light(*light)
        device.draw(notes, **outcome)
        page.wait_for_timeout(700)  # until the last hop has ended
        if hush:
            device.hush()

    return play


def _of(game: str, scene: Scene) -> Scene:
    def play(page: Page, device: Double) -> None:
        device.game(game)
        page.wait_for_timeout(500)  # until the block has moved aside
        scene(page, device)

    return play


def _tab(name: str, down: int = 0) -> Scene:
    def play(page: Page, _device: Double) -> None:
        page.locator(f"#tab-{name}").click()
        panel = page.locator(f"#panel-{name}")
        panel.evaluate("(panel, down) => panel.scrollTo(0, down)", down)

    return play


def _worms(_page: Page, device: Double) -> None:
    device.line({"event": "run", "state": "started", "length_ms": 20_000})
    device.light(20, 88, 5)
    device.tell(kind="servo", atMs=0, deg=112, powered=True)


def _lever(page: Page, _device: Double) -> None:
    page.keyboard.down("l")


def _lost(_page: Page, device: Double) -> None:
    device.tell(kind="lost", reason="The server does not answer.", canRetry=False)


SCENES: dict[str, Scene] = {
    "first": lambda _page, _device: None,
    "coins": _drawn(GOLD, 4, outcome="coins", coins=4),
    "power_up": _drawn(GREEN, 3, hush=False, outcome="power_up", coins=0),
    "laugh": _drawn(RED, 3, hush=False, outcome="laugh", coins=0),
    "game_over": _drawn((0, 12, 50), 2, hush=False, outcome="game_over", coins=0),
    "lever": _lever,
    "worms": _worms,
    "lost": _lost,
    "dice": _of("dice", _drawn(WHITE, 9, outcome="roll", dice=[3, 6], bonus=False)),
    "dice_rolling": _of("dice", _drawn(WHITE, 2, hush=False, outcome="roll", dice=[3, 6])),
    "shot": _of("storm_dice", _drawn(RED, 4, outcome="roll", dice=[4], action="shot")),
    "hammer": _of("storm_dice", _drawn(GOLD, 4, outcome="roll", dice=[2], action="hammer")),
    "heal": _of("storm_dice", _drawn(GREEN, 4, outcome="roll", dice=[5], action="heal")),
    "storm": _of("storm_dice", _drawn((0, 40, 255), 2, outcome="storm", space=17)),
    "card": _of("fortune", _drawn(GOLD, 1, outcome="card", card="captain")),
    "card_back": _of("fortune", _drawn(GOLD, 1, hush=False, outcome="card", card="captain")),
    **{
        f"card_{card}": _of("fortune", _drawn(WHITE, 1, outcome="card", card=card))
        for card in FACES
    },
    "skulls": _of(
        "fortune",
        _drawn(RED, 2, outcome="skull", card="chest", skulls=2, state="rolling"),
    ),
    "table": _tab("table"),
    "cards": _tab("table", 520),
    "device": _tab("device"),
    "cells": _tab("device", 640),
    "page": _tab("device", 1250),
    "bench": _tab("bench"),
    "console": _tab("bench", 420),
}


def _prepared(page: Page, url: str, scene: str) -> Double:
    device = Double(page)
    device.open(url, hints=scene == "first")
    keys = [f"coins{number}" for number in range(1, 7)] + ["laugh", "power_up", "game_over"]
    counts = {"block": dict(zip(keys, CAME, strict=True))}
    page.evaluate("counts => pingblock.dispatch({kind: 'restore', counts})", counts)
    for i in range(120):
        sag_mv = 60 * (i % 23 == 4) + 25 * (i % 11 == 2) + i / 3
        cells = {"openMv": 1580, "ohm": 0.15, "count": 3}
        told = {"kind": "supply", "atMs": i * 500, "plugged": True, "powered": True}
        device.tell(**told, vsysMv=4200 - 12 * sag_mv, cells=cells)
    return device


def _take(browser: Browser, url: str, scene: str, size: str, theme: str) -> None:
    wide, high = SIZES[size]
    context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=theme)
    page = context.new_page()
    device = _prepared(page, url, scene)
    SCENES[scene](page, device)
    page.wait_for_timeout(500)  # until springs and turned cards do not move
    path = OUT / f"{scene}_{size}_{theme}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY_PCT)
    if (scene, size, theme) in SHOWN:
        shutil.copy(path, ROOT / SHOWN[scene, size, theme])
    context.close()


def main() -> None:
    """Takes all pictures, or those of the named scenes."""
    wanted = sys.argv[1:] or list(SCENES)
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        double.write(Path(place) / "page")
        headers = {"Content-Security-Policy": double.POLICY}
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        with hosted(Path(place) / "page", headers) as url:
            for scene in wanted:
                for size in SIZES:
                    for theme in THEMES:
                        _take(browser, url, scene, size, theme)
        browser.close()
    print(f"{OUT}: {len(wanted) * len(SIZES) * len(THEMES)} pictures")


if __name__ == "__main__":
    main()
