"""Files that owners of each release can have: settings, a link, a block, and a page's backup.

Later programs must take them. ``python -m tests.kept_files 1.0.0`` writes them at a release.
"""

from __future__ import annotations

import json
import lzma
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.page.conftest import launched
from tests.page.static_host import hosted
from tests.page.test_served import READY, until
from tests.releases import FOLDER, GAME, SETTINGS, SOUND
from tests.scenarios.trials.own_sound_files import RISE, made
from tests.strangers import things

from pingblock.block.state import BlockState
from pingblock.care.owner import settings_file
from pingblock.make_page.page import write as write_page
from pingblock.sounds.sound_file import path_of
from pingblock.virtual.runner import run
from pingblock.virtual.session_link import session_of
from pingblock.virtual.virtual_device import open_bench

ENGINE = "wasm"
COUNTS = {"block": {"laugh": 7}}
_TOKEN = "kept-by-a-release"
_PRESSES_MS = (1000, 5000, 9000)
_STORED_MS = 6500.0
_ENDING = ".files.json.xz"


def names() -> list[str]:
    """Returns the releases whose files are stored here."""
    return sorted(path.name.removesuffix(_ENDING) for path in FOLDER.glob(f"*{_ENDING}"))


def kept(version: str) -> dict[str, Any]:
    """Returns the files of a release by name, with the outcomes of the link at that time."""
    held: dict[str, Any] = json.loads(lzma.decompress(_place(version).read_bytes()))
    return held


def outcomes_of(link: str) -> list[dict[str, Any]]:
    """Returns the outcomes of a link as the firmware of today plays it, without their times."""
    session = session_of(link)
    begin = {"files": session.files, "entropy": session.chance}
    with open_bench(ENGINE, session.seed, **begin) as bench:
        events = run(session.actions, bench)
    found = [dict(each) for each in events if each["kind"] == "outcome"]
    return [{name: each[name] for name in each if not name.endswith("ms")} for each in found]


def _block() -> tuple[str, BlockState]:
    """Returns an owner's settings file and block."""
    with open_bench(ENGINE, 1, files={path_of(SOUND): made(SOUND, RISE).data}) as bench:
        bench.advance(1000)
        for name, value in SETTINGS.items():
            assert bench.request("settings", set={name: value})["ok"]["reply"] == "done"
        assert bench.request("game", name=GAME)["ok"]["game"] == GAME
        bench.advance(_STORED_MS)
        settings = bench.request("settings")["ok"]["settings"]
        return settings_file.text_of(settings), BlockState().after(bench)


def _backup(folder: Path) -> str:
    """Returns what a page in a browser saves, without its device, which contains the firmware."""
    write_page(folder / "page")
    with sync_playwright() as driver, launched(driver.chromium) as browser:
        page = browser.new_page()
        with hosted(folder / "page") as url:
            page.goto(f"{url}index.html")
            until(page, READY)
            page.get_by_role("tab", name="Block").click()
            page.get_by_label("Light or dark").select_option("light")
            page.evaluate(f"pingblock.dispatch({{kind: 'restore', counts: {json.dumps(COUNTS)}}})")
            with page.expect_download() as download:
                page.get_by_role("button", name="Save all that the page keeps").click()
            saved = json.loads(Path(download.value.path()).read_text())
            return json.dumps({**saved, "device": None})


def _place(version: str) -> Path:
    return FOLDER / f"{version}{_ENDING}"


def keep(version: str) -> Path:
    """Writes the files of an owner who uses the current programs."""
    settings, block = _block()
    presses = ({"at_ms": at_ms, "do": "press"} for at_ms in _PRESSES_MS)
    link = things.link(things.session(dict(block.files), tuple(presses)))
    with tempfile.TemporaryDirectory() as folder:
        backup = _backup(Path(folder))
    held = {
        "settings": settings,
        "block": json.dumps({"token": _TOKEN, **block.fields()}),
        "link": link,
        "outcomes": outcomes_of(link),
        "backup": backup,
    }
    packed = lzma.compress(json.dumps(held, ensure_ascii=False).encode(), preset=9)
    _place(version).write_bytes(packed)
    return _place(version)


if __name__ == "__main__":
    print(keep(sys.argv[1]))
