"""Tests the first five minutes of each kind of user with only the files of a release.

``make walks`` runs them: see ``tests/walk.py``. They are skipped if dist/ does not have a release
of these sources.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect
from tests import boot_drive, environments, released
from tests.doors import DOORS, Computer, ways
from tests.page.conftest import playing
from tests.page.test_board import FAKE_PORT
from tests.page.test_board_care import DESKTOP
from tests.page.test_served import READY, SEED, until
from tests.walk import Walk

from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.virtual_device import Bench

pytestmark = pytest.mark.long  # They need a release, and packages from the index.
STEPS = "JSON.parse(localStorage['pingblock.tables']).games[0].steps"
INSTALLERS = {
    "pipx": (("install",), ("PIPX_HOME", "PIPX_BIN_DIR")),
    "uv": (("tool", "install"), ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR")),
}


def unpacked(ending: str, place: Path) -> Path:
    """Unpacks an archive of the release. Returns the folder in it."""
    archive = released.file(ending)
    zipfile.ZipFile(archive).extractall(place)
    return place / archive.stem


@contextmanager
def server(*command: object, where: Path, **more: str) -> Iterator[str]:
    """Runs a program while its page is used. Yields the first line that it prints."""
    words = [str(word) for word in command]
    process = subprocess.Popen(
        words,
        cwd=where,
        env=environments.clean(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def press(page: Page) -> None:
    """Presses the block with the space bar. The page must say the outcome."""
    until(page, f"typeof pingblock !== 'undefined' && {READY}")
    page.keyboard.down(" ")
    page.wait_for_timeout(80)
    page.keyboard.up(" ")
    expect(page.get_by_text("2 coins").first).to_be_visible()


def test_wheel_in_an_empty_environment_plays_in_the_browser(tmp_path: Path, page: Page) -> None:
    """The environment is empty, so compilers and Debian's programs are not found."""
    wheel = released.file(released.WHEEL)
    environments.called(sys.executable, "-m", "venv", "empty", where=tmp_path)
    programs = tmp_path / "empty" / "bin"
    alone = {"PATH": str(programs), "HOME": str(tmp_path)}
    with Walk("(a) a computer") as walk:
        walk.step("python3 -m venv .venv && .venv/bin/pip install pingblock-*.whl")
        environments.called(programs / "pip", "install", "--quiet", wheel, where=tmp_path, **alone)
        walk.step("pingblock play")
        options = ("--no-open", "--json", "--http", "0", "--seed", SEED)
        with server(programs / "pingblock", "play", *options, where=tmp_path, **alone) as said:
            page.goto(json.loads(said)["url"])
            walk.step("press")
            press(page)
            page.goto("about:blank")


def test_dragged_uf2_file_plays_at_the_first_press(tmp_path: Path) -> None:
    image, drive = released.file("pico-slots.uf2"), tmp_path / "RPI-RP2"
    drive.mkdir()
    with Walk("(b) a Pico") as walk:
        walk.step("hold BOOTSEL, plug it in")
        walk.step("drag the UF2 file onto the drive")
        shutil.copy(image, drive)
        flash = boot_drive.dropped((drive / image.name).read_bytes())
        with Bench(lambda sink: ChipEngine(sink, flash=flash)) as bench:
            bench.advance(1000)
            ping_ms = bench.heard().onsets[-1].at_ms
            walk.step("press")
            bench.press()
            bench.advance(5000)
            assert len(bench.events("outcome")) == 1
            assert bench.heard().onsets[-1].at_ms > ping_ms
            hello = bench.request("hello")["ok"]
    assert hello["version"] in image.name


def test_unpacked_page_archive_plays_and_leads_a_game(tmp_path: Path, page: Page) -> None:
    with Walk("(c) a static host") as walk:
        walk.step("unpack the page's archive, python -m http.server")
        folder = unpacked("page.zip", tmp_path)
        host = (sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1")
        with server(*host, where=folder) as said:
            url = said.split("(")[1].split(")")[0]
            page.goto(f"{url}#seed={SEED}")
            walk.step("press")
            press(page)
            walk.step("play a table")
            page.goto(f"{url}?table=worms&players=Ann,Ben&seed=3")
            until(page, "document.title.includes('Worms')")
            page.locator("#evening .go").click()
            until(page, "document.querySelector('#evening').ariaBusy === 'false'")
            assert page.evaluate(STEPS) == 1
            page.goto("about:blank")


def test_page_updates_a_pico_with_the_release_image(
    tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Pico is an emulated chip behind a fake port of the browser."""
    folder = unpacked("page.zip", tmp_path)
    monkeypatch.setenv("PINGBLOCK_UF2", str(released.file("pico-slots.uf2")))

    def fulfil(route: Route) -> None:
        name = urlsplit(route.request.url).path.lstrip("/") or "index.html"
        route.fulfill(path=folder / name)

    with playing("--engine", "chip", "--http", "0", "--seed", str(SEED)) as board:
        page.route(f"{board.url.partition('?')[0]}**", fulfil)
        page.add_init_script(path=FAKE_PORT)
        page.set_viewport_size(DESKTOP)  # Phones do not have serial ports.
        with Walk("(d) a board and the page") as walk:
            walk.step("open the page, plug the board in")
            page.goto(board.url.replace("engine=chip", "engine=none"))
            walk.step("Block, Connect a board")
            page.locator("#tab-device").click()
            page.get_by_role("button", name="Connect a board").click()
            until(page, "pingblock.state().engine.name === 'board' && " + READY)
            walk.step("Firmware, Update")
            page.locator("summary", has_text="Firmware").click()
            part = page.locator("details[open]")
            part.get_by_role("button", name="Update").click()
            expect(part.locator(".told")).to_contain_text(
                "from slot b and keeps it", timeout=120_000
            )
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Block: press").click()
        until(page, "pingblock.state().outcome.shown?.outcome === 'coins'")
        page.goto("about:blank")


def test_documented_commands_work_with_the_released_wheel(tmp_path: Path) -> None:
    """Like ``tests/scenarios/test_doors.py``, but with a real pip and an empty cache."""
    computer, wheel = Computer(tmp_path), released.file(released.WHEEL)
    shutil.copy(wheel, computer.here)
    for line in dict.fromkeys(line for door in DOORS for line in ways(door)[1]):
        computer.types(f"{line} || true" if line.endswith(" doctor") else line)


def test_documented_commands_work_in_a_new_checkout(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    listed = subprocess.check_output(("git", "ls-files"), cwd=environments.ROOT, text=True)
    for name in filter(lambda name: (environments.ROOT / name).exists(), listed.splitlines()):
        place = computer.here / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(environments.ROOT / name, place)
    quickly = {"make test": "make -n test"}  # The whole of it would start this test again.
    for line in dict.fromkeys(line for door in DOORS for line in ways(door)[0]):
        line = quickly.get(line, line)
        computer.types(f"{line} || true" if line.endswith(" doctor") else line)


@pytest.mark.parametrize("installer", INSTALLERS)
def test_pipx_and_uv_install_the_wheel_and_its_extras(tmp_path: Path, installer: str) -> None:
    wheel = released.file(released.WHEEL)
    environments.called(sys.executable, "-m", "venv", "tools", where=tmp_path)
    tools = tmp_path / "tools" / "bin"
    environments.called(tools / "pip", "install", "--quiet", installer, where=tmp_path)
    words, places = INSTALLERS[installer]
    home = dict(zip(places, (str(tmp_path / "home"), str(tmp_path / "bin")), strict=True))
    # Like pip, it must work behind a proxy with custom certificates.
    home["UV_SYSTEM_CERTS"] = "1"
    environments.called(tools / installer, *words, wheel, where=tmp_path, **home)
    pingblock = tmp_path / "bin" / "pingblock"
    said = environments.called(pingblock, "--version", where=tmp_path)
    assert said.split()[-1] in wheel.name
    pressed = environments.called(
        pingblock, "press", "--json", "--port", "virtual", where=tmp_path
    )
    assert json.loads(pressed)["outcome"]
    cards = [pingblock, "cards", "-g", "dice", "-l", "en", "-o", "cards.pdf"]
    env = environments.clean(**home) | {"PATH": f"{tools}:/usr/bin:/bin"}
    lacks = subprocess.run(cards, cwd=tmp_path, env=env, capture_output=True, text=True)
    command = lacks.stderr.partition("To add it, type: ")[2]
    assert command.startswith(installer)
    subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, env=env, check=True)
    environments.called(*cards, where=tmp_path)
    assert (tmp_path / "cards.pdf").is_file()
