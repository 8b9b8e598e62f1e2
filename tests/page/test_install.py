"""The page installs a new Pico: an emulated boot drive receives the image, and the chip boots."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests import boot_drive
from tests.page.conftest import SEVERE, TOO_SMALL, barriers
from tests.page.test_served import until
from tests.uf2_files import of_binary

from pingblock.make_page.page_images import image_files
from pingblock.virtual.chip.engine import ChipEngine
from pingblock.virtual.virtual_device import Bench

# A folder as File System Access gives it. A Pico's drive accepts blocks of UF2 at any place. It
# disappears as soon as it has the last one, before the file is closed. `fault` says what goes
# wrong: "gone" half way, "quits" with the last block, "stays", or the name of an error.
WELL = """{name: "RPI-RP2", id: "RPI-RP2", fault: "", bytes: [], gone: 0, none: 0, denied: 0}"""
DRIVE = """
    window.drive = WELL;
    const lost = (name) => new DOMException("-", name);
    const file = {createWritable: async () => ({
        write: async (part) => {
            if (drive.gone) throw lost("NotFoundError");
            if (drive.fault.endsWith("Error")) throw lost(drive.fault);
            drive.bytes.push(...part);
            const all = new DataView(new Uint8Array(drive.bytes.slice(-512)).buffer);
            const blocks = all.getUint32(24, true), last = all.getUint32(20, true) + 1 === blocks;
            if (drive.fault === "gone" && drive.bytes.length > 300_000) drive.gone = true;
            if (last && blocks > 2 && drive.fault !== "stays") drive.gone = true;
            if (drive.gone && drive.fault) throw lost("NetworkError");
        },
        close: async () => { if (drive.gone) throw lost("NotFoundError"); },
    })};
    const info = {getFile: async () => ({text: async () =>
        `UF2 Bootloader v3.0\\r\\nModel: Raspberry Pi\\r\\nBoard-ID: ${drive.id}\\r\\n`})};
    const folder = {
        get name() { return drive.name; },
        getFileHandle: async (name, how) => {
            if (drive.gone || (!drive.id && !how?.create)) throw lost("NotFoundError");
            return name === "INFO_UF2.TXT" ? info : file;
        },
    };
    window.showDirectoryPicker = async () => {
        if (drive.none) throw lost("AbortError");
        return Object.assign(folder, {
            queryPermission: async () => "prompt",
            requestPermission: async () => drive.denied ? "denied" : "granted",
        });
    };""".replace("WELL", WELL)
TAKEN = "btoa(drive.bytes.map((byte) => String.fromCharCode(byte)).join(''))"
STARTED = (
    "The whole file was written, and the drive has disappeared. Connect to the board to see that"
)


def _open(page: Page, url: str) -> None:
    page.goto(f"{url}#engine=none&install")
    expect(page.get_by_role("heading", name="3. Install Pingblock on it")).to_be_visible()


def _choose(page: Page, drive: str = "RPI-RP2") -> None:
    page.get_by_role("button", name=f"Choose the drive {drive}").click()


def _images(folder: Path) -> dict[str, Path]:
    """Returns the images of the page, or skips the test with a reason."""
    known = json.loads((folder / "data/firmware/images.json").read_text())["images"]
    found = {
        each["board"]: folder / "data/firmware" / each["file"] for each in known if each["file"]
    }
    if "pico" not in found:
        pytest.skip("There is no image here: 'make images' builds it, or names what is missing.")
    return found


def test_installed_image_boots_and_plays_on_a_new_pico(
    plain: str, page_folder: Path, page: Page
) -> None:
    image = _images(page_folder)["pico"].read_bytes()
    page.add_init_script(DRIVE)
    _open(page, plain)  # a Pico in BOOTSEL mode
    _choose(page)
    expect(page.locator(".isaid")).to_contain_text(STARTED)
    expect(page.get_by_role("button", name="Connect to the board")).to_be_visible()
    content = base64.b64decode(page.evaluate(TAKEN))
    assert content == image

    flash = boot_drive.dropped(content)
    with Bench(lambda sink: ChipEngine(sink, flash=flash)) as bench:
        bench.advance(1500)
        bench.press()
        bench.advance(1500)
        assert len(bench.events("outcome")) == 1
        assert bench.heard().onsets[-1].at_ms > 1500, "the press must be heard"


def test_each_failed_installation_is_explained(plain: str, page_folder: Path, page: Page) -> None:
    damaged = bytearray(_images(page_folder)["pico"].read_bytes())
    page.add_init_script(DRIVE)
    _open(page, plain)
    said = page.locator(".isaid")
    damaged[1000] ^= 1
    page.route("**/*.uf2", lambda route: route.fulfill(body=bytes(damaged)), times=1)
    _choose(page)
    expect(said).to_contain_text("The image is incomplete: try again")
    for fault, sentence in {
        "drive.none = true": "No drive was chosen, or the browser was not allowed to write",
        "drive.denied = true": "The browser cannot write to this drive",
        "drive.id = ''; drive.name = 'Music'": "Music is not the drive of a board: choose the",
        "drive.id = 'RP2350'": "but this is the drive of another board (Pico 2, Pico 2 W)",
        "drive.fault = 'gone'": "The drive went away after 262 of",
        "drive.fault = 'QuotaExceededError'": "The drive says that it is full",
        "drive.fault = 'NotAllowedError'": "The browser cannot write to this drive",
        "drive.fault = 'InvalidStateError'": "could not be written (InvalidStateError). Unplug",
    }.items():
        page.evaluate(f"void Object.assign(drive, {WELL}); {fault}")
        _choose(page)
        expect(said).to_contain_text(sentence)
        expect(page.get_by_role("button", name="Connect to the board")).to_be_hidden()
    page.evaluate(f"void Object.assign(drive, {WELL}); drive.fault = 'quits'")
    _choose(page)
    # The drive disappears with the last block, as the drive of a real Pico does.
    expect(said).to_contain_text(STARTED)


def test_pico_that_does_not_start_is_reported(plain: str, page_folder: Path, page: Page) -> None:
    _images(page_folder)
    page.add_init_script(DRIVE)
    page.clock.install()
    _open(page, plain)
    page.evaluate("drive.fault = 'stays'")
    _choose(page)
    until(page, "drive.bytes.length > 900_000")
    page.clock.run_for(16_000)
    expect(page.locator(".isaid")).to_contain_text(
        "did not start with it. Unplug the cable and remove"
    )


def test_browser_that_cannot_write_to_drives_downloads_the_file(
    plain: str, page_folder: Path, page: Page
) -> None:
    images = _images(page_folder)
    page.add_init_script("delete window.showDirectoryPicker")
    _open(page, plain)
    expect(page.get_by_role("button", name="Choose the drive")).to_have_count(0)
    expect(page.get_by_role("img", name="dragged onto the drive RPI-RP2")).to_be_visible()
    name = "pico2" if "pico2" in images else "pico"
    page.locator(f"#install-{name}").check()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file").click()
    assert download.value.suggested_filename == images[name].name
    assert download.value.path().read_bytes() == images[name].read_bytes()
    expect(page.locator(".isaid")).to_contain_text("When the drive has disappeared, connect")


def test_installer_without_an_image_takes_a_chosen_file(
    plain: str, page_folder: Path, page: Page, tmp_path: Path
) -> None:
    images = _images(page_folder)
    none = json.loads((page_folder / "data/firmware/images.json").read_text())
    for each in none["images"]:
        each["file"] = ""
    page.route("**/images.json", lambda route: route.fulfill(json=none))
    page.add_init_script(DRIVE)
    _open(page, plain)
    expect(page.get_by_text("'pingblock image --board pico' makes one")).to_be_visible()
    expect(page.get_by_role("button", name="Choose the drive RPI-RP2")).to_be_disabled()
    wrong = tmp_path / "part.uf2"
    whole = images["pico"].read_bytes()
    wrong.write_bytes(whole[: len(whole) // 1024 * 512])
    page.locator("#install-file").set_input_files(wrong)
    count = len(whole) // 512
    expect(page.locator(".isaid")).to_contain_text(f"has {count // 2} of {count} blocks. Fetch")
    for chip, drive in (("rp2350", "RP2350"), ("rp2040", "RPI-RP2")):
        own = tmp_path / f"{chip}.uf2"
        own.write_bytes(of_binary(bytes(100_000), chip))
        page.locator("#install-file").set_input_files(own)
        expect(page.get_by_text(f"Your file {chip}.uf2, for one of Pico")).to_be_visible()
        _choose(page, drive)
        told = "did not write the file" if chip == "rp2350" else STARTED
        expect(page.locator(".isaid")).to_contain_text(told)
    assert base64.b64decode(page.evaluate(TAKEN)) == own.read_bytes()
    wrong.write_bytes(b"no UF2")
    page.locator("#install-file").set_input_files(wrong)
    expect(page.locator(".isaid")).to_contain_text("This is not a UF2 file.")
    page.locator("#install-pico2").check()  # The file was for another Pico.
    expect(page.get_by_text("This page has no image for the Pico 2.")).to_be_visible()


def test_missing_image_is_explained_for_each_pico(plain: str, page: Page) -> None:
    listed = json.loads(image_files()["data/firmware/images.json"])
    for each in listed["images"]:
        each["file"] = ""
    page.route("**/images.json", lambda route: route.fulfill(json=listed))
    _open(page, plain)
    for board in ("pico", "pico2", "picow", "pico2w"):
        page.locator(f"#install-{board}").check()
        expect(page.locator(".isteps .note").first).to_contain_text(
            f"A release of Pingblock has one, and 'pingblock image --board {board}' makes one"
        )


def test_installer_shows_progress_until_its_list_is_loaded(plain: str, page: Page) -> None:
    """If the list does not come, or is not a list, the page shows a sentence."""
    waiting: list[Route] = []
    page.route("**/images.json", lambda route: waiting.append(route))
    page.clock.install()
    page.goto(f"{plain}#engine=none&install")
    busy = page.get_by_text("One moment: the page loads the list of its images.")
    expect(busy).to_be_visible()
    assert barriers(page, ".install") == []
    page.clock.run_for(21_000)
    gone = page.get_by_text("The list of this page's images could not be loaded")
    expect(gone).to_be_visible()
    expect(busy).to_be_hidden()
    waiting[0].continue_()
    page.unroute("**/images.json")
    for content in ("[", "{}", '{"images": []}'):
        page.route("**/images.json", _with(content))
        page.reload()
        expect(gone).to_be_visible()


def _with(content: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=content)


def test_installer_works_by_keyboard_and_fits_a_phone(plain: str, page: Page) -> None:
    page.goto(f"{plain}#engine=none")
    page.get_by_role("tab", name="Engines").click()
    page.get_by_role("button", name="Put Pingblock on a new board").press("Enter")
    board = page.get_by_role("radio", name="Pico", exact=True)
    board.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Pico 2", exact=True)).to_be_checked()
    expect(page.get_by_role("img", name="Then a drive RP2350 appears")).to_be_visible()
    assert barriers(page, ".install", (*SEVERE, "moderate", "minor")) == []
    wide = "(sheet) => sheet.scrollWidth - sheet.clientWidth"
    assert page.locator(".install").evaluate(wide) == 0
    assert page.evaluate(TOO_SMALL) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog.install")).to_be_hidden()
