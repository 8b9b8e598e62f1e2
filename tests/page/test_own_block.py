"""A person gives the block a drawn tune and two colours, on the block and as a link."""

from __future__ import annotations

import json
import random
import re
import subprocess
import wave
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.page.conftest import (
    CHROMIUM,
    ELSEWHERE,
    PHONE,
    TOO_SMALL,
    Console,
    barriers,
    launched,
)
from tests.page.other_browsers import Driven, awaited, firefox, webkit
from tests.page.seen import unseen
from tests.page.test_cues import NOTES
from tests.page.test_pure_modules import node_and_page
from tests.page.test_served import READY, until
from tests.seldom import seldom, seldom_but

from pingblock.make_page.page_device import device_data
from pingblock.sounds import hearing, sound
from pingblock.sounds.rules import OUTCOMES
from pingblock.sounds.sound_file import path_of, unpack
from pingblock.virtual.virtual_device import open_bench

PROGRAMS = """
Object.assign(globalThis, {document: {documentElement: {}}, location: {search: "", hash: ""}});
Object.defineProperty(globalThis, "navigator", {value: {languages: ["en"]}, configurable: true});
const {ownOf} = await import(process.argv[1] + "/own/form.js");
const {programOf, isLikeCoins} = await import(process.argv[1] + "/own/tune.js");
const {packed} = await import(process.argv[1] + "/board/own_sound.js");
let text = "";
for await (const chunk of process.stdin) text += chunk;
const {drawn, rules, blocks} = JSON.parse(text);
console.log(JSON.stringify(blocks.map((block) => {
    const own = ownOf(block), program = programOf(own, drawn, rules[own.sound]);
    const data = packed(program, new Uint16Array(0));
    return [Buffer.from(data).toString("base64"), isLikeCoins(own, drawn)];
})));
"""
LABELS = "pads => pads.map((pad) => pad.getAttribute('aria-label'))"
BODY = "stage => getComputedStyle(stage).getPropertyValue('--body-2')"
NAMES = dict(zip("cdefgabC-", ("c", "d", "e", "f", "g", "a", "b", "c6", "p"), strict=True))
TUNE = "ce-g--Cc"
UP_MS, LATE_MS = 1500, 100


def ringtone_of(notes: str, pace: int) -> str:
    return f"drawn:d=8,o=5,b={pace}:{','.join(NAMES[note] for note in notes)}"


def _file_of(folder: Path, notes: str, pace: int, name: str) -> bytes:
    path = folder / "drawn.rtttl"
    path.write_text(ringtone_of(notes, pace))
    return sound.of_file(path, name).data


def _made(folder: Path, cases: list[tuple[str, int, str]]) -> list[tuple[bytes, bool]]:
    """Returns each tune's file that the page makes, and whether the tune resembles coins."""
    node, page = node_and_page(folder)
    about = json.loads(device_data()["data/device.json"])
    asked = {
        "drawn": about["drawn"],
        "rules": {each["name"]: each for each in about["sounds"]},
        "blocks": [f"{name}.{pace}.{notes}.112233.aabbcc" for notes, pace, name in cases],
    }
    command = (node, "--input-type=module", "-e", PROGRAMS, str(page))
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [(b64decode(data), like_coins) for data, like_coins in json.loads(done.stdout)]


@pytest.mark.long
def test_drawn_tune_becomes_the_same_sound_as_its_ringtone(tmp_path: Path) -> None:
    chance = random.Random(3)
    tunes = [("c" + "".join(chance.choices("cdefgabC---", k=7)), "laugh") for _ in range(20)]
    cases = [
        (notes, pace, name)
        for notes, name in [(TUNE, "power_up"), ("-" * 7 + "C", "game_over"), *tunes]
        for pace in (100, 150, 240)
    ]
    for (notes, pace, name), (data, like_coins) in zip(cases, _made(tmp_path, cases), strict=True):
        assert not like_coins
        assert data == _file_of(tmp_path, notes, pace, name), (notes, pace)


def test_chip_pin_plays_a_drawn_tune_as_its_ringtone_renders(tmp_path: Path) -> None:
    [(data, _like_coins)] = _made(tmp_path, [(TUNE, 150, "power_up")])
    assert data == _file_of(tmp_path, TUNE, 150, "power_up")
    rendered = hearing.rendered(*unpack(data))
    with open_bench("chip", seed=1, files={path_of("power_up"): data}) as bench:
        bench.advance_to(UP_MS)
        bench.request("volume", level=10, cap=10)
        started_us = bench.now_ms * 1000
        assert bench.request("sounds", play="power_up")["ok"]["playing"]
        bench.advance(1000 * len(rendered) / hearing.RATE_HZ + LATE_MS)
        wave = bench.parts.sound.waveform(started_us)
    # There are four grids, because one of them can coincide with the steps of the pin.
    grid_hz, late = 4 * hearing.RATE_HZ, 4 * LATE_MS * hearing.RATE_HZ // 1000
    first = round(started_us / 1e6 * grid_hz)
    pin = wave.resampled(grid_hz, first, first + 4 * len(rendered) + late) - 0.5
    on = rendered != 0  # The pin's level changes while the amplifier is off.
    heard = (pin[at::4][: len(on)][on] for at in range(late))
    alike = max(np.corrcoef(each, rendered[on])[0, 1] for each in heard)
    assert alike > 0.99


def draw(page: Page, notes: str) -> None:
    for step, note in enumerate(notes, 1):
        if note != "-":
            name = "C’" if note == "C" else note.upper()
            page.get_by_role("button", name=f"Note {name}, step {step}", exact=True).tap()


def editor_of(page: Page) -> Locator:
    """Opens the editor in the Block tab."""
    page.locator("#tab-device").tap()
    page.get_by_role("button", name="Make it").tap()
    expect(page.get_by_label("Plays at")).to_have_value("power_up")
    return page.locator(".own-block")


def _drawn(page: Page) -> str:
    """Returns the notes that the fields show."""
    notes = ["-"] * len(TUNE)
    for label in page.locator(".tune-pad[aria-pressed=true]").evaluate_all(LABELS):
        name, step = re.fullmatch("Note (.’?), step ([0-9])", label).groups()
        notes[int(step) - 1] = "C" if name == "C’" else name.lower()
    return "".join(notes)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page, console = context.new_page(), Console()
    console.listen(page)
    yield page
    context.close()
    assert console.errors == []


def test_block_is_drawn_put_on_removed_and_sent(phone: Page, plain: str) -> None:
    phone.goto(plain)
    until(phone, READY)
    editor = editor_of(phone)
    assert phone.evaluate(TOO_SMALL) == []
    assert barriers(phone, "#panel-device") == []
    put = editor.get_by_role("button", name="Put it on the block")
    told = editor.locator(".told")
    put.tap()
    expect(told).to_have_text("There is no note yet: tap some of the fields.")
    draw(phone, TUNE)
    assert _drawn(phone) == TUNE
    editor.get_by_label("Colour of the body").fill("#b03a2e")
    editor.get_by_label("Colour of the button").fill("#7fd4a0")
    put.tap()
    expect(told).to_have_text("Your sound is on the block. The sound plays from now on.")
    editor.get_by_role("button", name="Take it off the block").tap()
    expect(told).to_have_text("The built-in sound plays again.")
    layers = phone.evaluate("history.state?.layer ?? 0")
    editor.get_by_role("button", name="Send it").tap()
    link = phone.get_by_role("dialog").get_by_label("Link").input_value()
    assert link.endswith(f"#own=power_up.150.{TUNE}.b03a2e.7fd4a0")
    phone.get_by_role("button", name="Close").last.tap()
    # Closing a layer goes back in the history, which would cancel the reload.
    until(phone, f"(history.state?.layer ?? 0) === {layers}")
    phone.reload()
    until(phone, READY)
    assert phone.locator("#stage").evaluate(BODY) == "#b03a2e"
    editor_of(phone)
    assert _drawn(phone) == TUNE


def test_sent_block_is_shown_heard_and_adopted(phone: Page, plain: str) -> None:
    phone.goto(f"{plain}#own=laugh.240.{TUNE}.102030.d0e0f0")
    until(phone, READY)
    assert phone.locator("#stage").evaluate(BODY) == "#102030"
    phone.evaluate(NOTES)
    phone.get_by_role("button", name="Hear it").tap()
    until(phone, f"notes.length === {len(TUNE.replace('-', ''))}")
    assert [round(hz) for hz in phone.evaluate("notes")] == [523, 659, 784, 1047, 523]
    phone.get_by_role("button", name="Make yours").tap()
    expect(phone.get_by_label("Plays at")).to_have_value("laugh")
    assert _drawn(phone) == TUNE
    phone.get_by_role("button", name="Begin a new one").tap()
    assert _drawn(phone) == "-" * len(TUNE)
    phone.get_by_role("button", name="Bring the last one back").tap()
    assert _drawn(phone) == TUNE
    phone.get_by_role("button", name="Begin a new one").tap()
    draw(phone, "c")
    expect(phone.get_by_role("button", name="Begin a new one")).to_be_visible()


def test_sent_block_does_not_replace_a_drawn_one(phone: Page, plain: str) -> None:
    phone.goto(plain)
    until(phone, READY)
    editor_of(phone)
    draw(phone, "c--e")
    phone.goto("about:blank")
    phone.goto(f"{plain}#own=laugh.240.{TUNE}.102030.d0e0f0")
    until(phone, READY)
    phone.get_by_role("button", name="Make yours").tap()
    expect(phone.get_by_label("Plays at")).to_have_value("power_up")
    assert _drawn(phone) == "c--e----"


def test_sent_block_replaces_only_sounds_of_outcomes(phone: Page, plain: str) -> None:
    phone.goto(f"{plain}#own=ping.240.{TUNE}.102030.d0e0f0")
    until(phone, READY)
    phone.get_by_role("button", name="Make yours").tap()
    expect(phone.get_by_label("Plays at")).not_to_have_value("")
    assert phone.get_by_label("Plays at").input_value() in OUTCOMES


@pytest.mark.parametrize(
    "around", seldom_but("{}%C2%BB", ["{}.", "{}),", "%20{}", "{}%0A", "{}%C2%BB"])
)
def test_link_of_a_block_may_have_punctuation_around_it(
    phone: Page, plain: str, around: str
) -> None:
    text = around.format(f"laugh.240.{TUNE}.102030.d0e0f0")
    phone.goto(f"{plain}#own={text}")
    expect(phone.locator("#marks")).to_contain_text("Somebody has sent you this block.")
    assert phone.locator("#stage").evaluate(BODY) == "#102030"


@pytest.mark.long
def test_small_phone_shows_the_answer_of_a_button(phone: Page, plain: str) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(plain)
    until(phone, READY)
    editor = editor_of(phone)
    draw(phone, "c--e")
    editor.get_by_role("button", name="Put it on the block").tap()
    said = "Your sound is on the block. The sound plays from now on."
    expect(editor.locator(".told")).to_have_text(said)
    assert unseen(phone, said) == []


def test_drawn_block_survives_refused_storage_until_the_page_closes(
    phone: Page, plain: str
) -> None:
    phone.goto(plain)
    until(phone, READY)
    phone.evaluate("void (Storage.prototype.setItem = () => { throw new DOMException('-'); })")
    editor = editor_of(phone)
    draw(phone, "c--e")
    editor.get_by_label("Colour of the body").fill("#b03a2e")
    expect(phone.locator("#toasts")).to_contain_text("storage is full or refuses")
    phone.locator("#loud").tap()  # This changes another stored value.
    assert phone.locator("#stage").evaluate(BODY) == "#b03a2e"
    editor.get_by_role("button", name="Send it").tap()
    link = phone.get_by_role("dialog").get_by_label("Link").input_value()
    assert link.endswith("#own=power_up.150.c--e----.b03a2e.f6efdc")


def test_damaged_link_of_a_block_is_refused(phone: Page, plain: str) -> None:
    phone.goto(f"{plain}#own=laugh.240.{TUNE}.102030")
    expect(phone.locator("#toasts")).to_contain_text("The address contains no block")
    assert phone.locator("#stage.painted").count() == 0


def test_hummed_tune_gives_notes_and_recording_is_put_on(
    browser: Browser, plain: str, tmp_path: Path
) -> None:
    voice = tmp_path / "voice.wav"
    _write_voice(voice, "ceg", 600)
    flags = "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={voice}"
    # The browser without a window's frame cannot give a page a microphone.
    with launched(browser.browser_type, *flags, programs=CHROMIUM) as chromium:
        context = chromium.new_context(viewport=PHONE, has_touch=True, permissions=["microphone"])
        page = context.new_page()
        page.goto(plain)
        until(page, READY)
        editor = editor_of(page)
        editor.get_by_label("Pace").select_option("slow")
        editor.get_by_role("button", name="Hum it").tap()
        expect(editor.locator(".told")).to_contain_text("These notes were heard.")
        # A busy computer records with gaps. own.test.mjs compares the notes.
        assert set(_drawn(page)) != {"-"}
        editor.get_by_role("button", name="Record it").tap()
        expect(editor.locator(".told")).to_contain_text("Your sound is on the block.")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "127.0.0.1",
            "The page cannot use a microphone. Connect one, and allow it for this page in the "
            "browser's settings.",
        ),
        seldom(ELSEWHERE, "This browser does not let this page use a microphone"),
    ],
)
def test_page_without_a_microphone_gives_the_reason(
    phone: Page, plain: str, name: str, reason: str
) -> None:
    phone.goto(plain.replace("127.0.0.1", name))
    until(phone, READY)
    editor = editor_of(phone)
    editor.get_by_role("button", name="Hum it").tap()
    expect(editor.locator(".told")).to_contain_text(reason)


DRAWN = """async (notes) => {
    const byText = (text) => [...document.querySelectorAll("button")].find(
        (each) => each.textContent === text);
    document.querySelector("#tab-device").click();
    byText("Make it").click();
    while (!document.querySelector(".own-block option[value=power_up]"))
        await new Promise((then) => setTimeout(then, 50));
    notes.forEach(([name, step]) =>
        document.querySelector(`[aria-label="Note ${name}, step ${step}"]`).click());
    byText("Put it on the block").click();
}"""


@pytest.mark.long
@pytest.mark.parametrize("opened", [firefox, webkit])
def test_drawn_tune_is_put_on_in_other_browsers(
    opened: Callable[[Path], AbstractContextManager[Driven]], plain: str, tmp_path: Path
) -> None:
    notes = json.dumps([["C", 1], ["E", 2], ["C’", 3]])
    with opened(tmp_path / "home") as browser:
        browser.go(plain)
        awaited(browser, "!!globalThis.pingblock?.engine()")
        awaited(browser, READY)
        browser.evaluate(f"void ({DRAWN})({notes})")
        said = "document.querySelector('.own-block .told')?.textContent"
        awaited(browser, f"{said}?.startsWith('Your sound is on the block.')")
        assert browser.evaluate("JSON.parse(localStorage['pingblock.page']).own").startswith(
            "power_up.150.ceC-----."
        )


def _write_voice(path: Path, notes: str, step_ms: int) -> None:
    """Writes a voice with overtones that sings these notes, each of them softer at its end."""
    rate_hz = 48_000
    at_s = np.arange(rate_hz * step_ms // 1000) / rate_hz
    fades = np.minimum(1, np.minimum(at_s, at_s[::-1]) / 0.04)
    semitones = {"c": 0, "e": 4, "g": 7}
    parts = [
        fades
        * sum(
            np.sin(2 * np.pi * n * 220 * 2 ** (semitones[note] / 12) * at_s) / n for n in (1, 2, 3)
        )
        for note in notes
    ]
    values = np.rint(8000 * np.concatenate(parts)).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate_hz, len(values), "NONE", ""))
        file.writeframes(values.tobytes())
