"""Tests how people see, hear and use the page, with a device whose events the test sends."""

from __future__ import annotations

import json
from array import array
from base64 import b64encode
from itertools import pairwise, product

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from tests.page.conftest import TOO_SMALL, TOO_WIDE, barriers
from tests.page.double import Double
from tests.page.test_served import until

from pingblock.common.cells import USED
from pingblock.make_page.page_data import data_files
from pingblock.sounds import hearing, sound
from pingblock.virtual.heard import Onset, listen
from pingblock.virtual.parts.speaker import coupling, high_pass

THREE = {"outcome": "coins", "coins": 3}
RATE_HZ = 22_050
WIDE = {"width": 1280, "height": 800}


def _big(page: Page, text: str) -> None:
    expect(page.locator("#big")).to_have_text(text)


def test_outcome_is_announced_after_its_sound_or_at_once(page: Page, device: Double) -> None:
    """An outcome is announced after its sound, or at once if people want that."""
    device.draw(notes=2, **THREE)
    _big(page, "Listen")
    expect(page.locator(".coin:not([hidden])")).to_have_count(2)
    assert "coin" not in page.locator("#say").inner_text()
    device.hush()
    _big(page, "3 coins")
    expect(page.locator("#say")).to_contain_text("3 coins. Take 3 coins from the bank.")
    expect(page.locator(".coin:not([hidden])")).to_have_count(3)
    device.line({"event": "run", "state": "started", "length_ms": 20_000})
    _big(page, "Grab!")
    expect(page.locator("#sub")).to_have_text("The worms bob for 20 s.")
    device.draw(notes=2, **THREE)
    device.line({"event": "run", "state": "ended"})
    _big(page, "Listen")
    device.hush()
    _big(page, "3 coins")
    device.line({"event": "run", "state": "armed"})
    _big(page, "Let go")
    page.get_by_role("tab", name="Block").click()
    page.get_by_label("Show the outcome at once").check()
    device.draw(notes=1, outcome="laugh", coins=0)
    _big(page, "Villain's laugh")
    device.line({"event": "run", "state": "started"})
    _big(page, "Grab!")
    device.line({"event": "hello", "version": "0.1.0", "board": "rev_a"})  # after a reset
    _big(page, "Press the block")


# An outcome of each game, its title, and the keys under which it is counted.
SHOWN = {
    "dice": ({"outcome": "roll", "dice": [4, 6], "bonus": True}, "4 + 6 = 10", "face4 face6"),
    "storm_dice": ({"outcome": "roll", "dice": [5], "action": "heal"}, "5 and Heal", "face5 heal"),
    "fortune": ({"outcome": "card", "card": "sea3"}, "Sea Battle, 3 swords", "sea3"),
}


def test_each_game_shows_its_outcome_and_counts_it(page: Page, device: Double) -> None:
    """The card disappears when the game is changed or the next card sounds."""
    for game, (outcome, title, counted) in SHOWN.items():
        device.game(game)
        _big(page, "Draw a card" if game == "fortune" else "Roll the dice")
        expect(page.locator(".pieces:not([hidden])")).to_have_class(f"pieces pieces-{game}")
        pieces = page.locator(f".pieces-{game}").locator(".pip, .solid, .symbol > *")
        device.draw(notes=1, **outcome)
        assert pieces.count() == 0
        device.hush()
        _big(page, title)
        assert pieces.count() > 0
        assert set(page.evaluate("pingblock.state().counts")[game]) == set(counted.split())
    page.get_by_role("tab", name="Block").click()
    expect(page.get_by_role("listitem", name="2 swords: 0 times, 0")).to_have_count(1)
    expect(page.get_by_role("listitem", name="3 swords: 1 time, 100")).to_have_count(1)
    device.draw(outcome="card", card="gold")
    expect(page.locator(".pieces-fortune g:has(> .back):not([hidden])")).to_have_count(1)
    for rules, dice in (("one", 1), ("two", 2)):
        device.game("dice", dice_rules=rules)
        expect(page.locator(".pieces-dice .die:not([hidden])")).to_have_count(dice)


def test_game_without_translated_outcomes_is_offered_and_plays(page: Page, front: str) -> None:
    games = json.loads(data_files()["data/games.json"])
    games["press"]["coin_flip"] = "Press: one ring is heads, two are tails."
    page.route("**/data/games.json", lambda route: route.fulfill(json=games))
    device = Double(page)
    device.open(front)
    page.get_by_role("tab", name="Games").click()
    page.get_by_label("Coin flip").check()
    assert device.asked[-1] == {"do": "game", "name": "coin_flip"}
    device.game("coin_flip")
    device.draw(notes=1, outcome="one_ring")
    device.hush()
    _big(page, "one ring")
    page.get_by_role("tab", name="Block").click()
    expect(page.get_by_text("Statistics")).to_be_hidden()
    device.game("block")
    expect(page.get_by_text("Statistics")).to_be_visible()


def test_keyboard_works_the_block_the_tabs_and_the_console(page: Page, device: Double) -> None:
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.hand") == "block":
            break
    page.keyboard.down("Enter")
    assert device.hands == ["block true"]
    expect(page.locator(".cap.down")).to_have_count(1)
    page.keyboard.up("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.keyboard.down("l")
    _big(page, "Let go")
    page.keyboard.up("l")
    assert device.hands == [
        f"{hand} {down}"
        for hand in ("block", "check", "block", "lever")
        for down in ("true", "false")
    ]
    page.locator("#tab-table").focus()
    keys = ["Enter"] + 2 * ["ArrowRight"] + 3 * ["ArrowLeft"]
    tabs = ("table", "device", "bench", "device", "table", "bench")
    for key, tab in zip(keys, tabs, strict=True):
        page.keyboard.press(key)
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
    line = page.get_by_label("A line for the device")
    line.focus()
    for text in ("help", "c l status"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        assert device.typed[-1] == f"{text}\n"
    for text in ("c l status", "help"):
        page.keyboard.press("ArrowUp")
        expect(line).to_have_value(text)
    page.keyboard.press("Escape")
    expect(page.locator("#panel-bench")).to_be_hidden()
    expect(page.locator("#tab-bench")).to_be_focused()
    page.keyboard.press("Control+c")  # Ctrl-C copies.
    assert device.typed[-1] == "c l status\n"
    page.evaluate("document.activeElement.blur()")  # A focused tab can use letters.
    page.keyboard.down("c")
    page.evaluate("dispatchEvent(new Event('blur'))")  # Another window has the focus now.
    assert device.hands[-2:] == ["check true", "check false"]
    page.evaluate("document.querySelector('[data-hand=block]').click()")  # like a screen reader
    until(page, "double.hands.slice(-2).join() === 'block true,block false'")


def test_first_gesture_starts_sound_from_its_beginning(page: Page, device: Double) -> None:
    page.evaluate(_SOUND, [1000, 60, True])
    page.evaluate(_SOUND, [50_000, 10, False])
    page.keyboard.press("c")  # This is the first gesture. Only after it, the page can sound.
    page.evaluate(_SOUND, [50_000 + 10 * 220, 60, True])
    until(page, "pingblock.sound().rendered.length")
    assert page.evaluate("pingblock.sound().rendered.map((e) => e.atSample)") == [50_000]
    before = page.evaluate("pingblock.sound().underruns")
    # The rest of this sound is late, and the page waits for it.
    page.evaluate(_SOUND, [120_000, 10, False])
    until(page, f"pingblock.sound().underruns > {before}")


# Sends tones of 10 ms each.
_SOUND = """([from, count, ends, length = 220]) => {
    for (let at = from; at < from + count * length; at += length) {
        const samples = Int16Array.from({length}, (_, i) => 9000 * Math.sin((at + i) / 4));
        double.tell({kind: "sound", atSample: at, rateHz: 22050, samples});
    }
    if (ends) double.tell({kind: "silence", atSample: from + count * length});
}"""


# Keeps the page's node for loudness.
_GAIN = """
        const {prototype} = BaseAudioContext, {createGain} = prototype;
        prototype.createGain = function () { return (window.made = createGain.call(this)); };"""


def test_page_that_another_tab_muted_starts_muted(page: Page, device: Double) -> None:
    page.evaluate(
        """() => {
        GAIN
        localStorage.setItem("pingblock.page", '{"version": 1, "quiet": true}');
        dispatchEvent(new StorageEvent("storage", {key: "pingblock.page"}));
    }""".replace("GAIN", _GAIN)
    )
    page.keyboard.press("Shift")
    until(page, "pingblock.sound().out === 'thread'")
    assert page.evaluate("made.gain.value") == 0


def test_page_without_audio_thread_plays_the_same_levels(page: Page, front: str) -> None:
    """A page on plain http is like this, because it has no worklet."""
    page.add_init_script(
        """delete BaseAudioContext.prototype.audioWorklet;
        window.heard = [];
        const {createScriptProcessor} = BaseAudioContext.prototype;
        BaseAudioContext.prototype.createScriptProcessor = function (...sizes) {
            const node = createScriptProcessor.apply(this, sizes);
            const described = Object.getOwnPropertyDescriptor(
                ScriptProcessorNode.prototype, "onaudioprocess");
            Object.defineProperty(node, "onaudioprocess", {set(fill) {
                described.set.call(node, (event) => {
                    fill(event);
                    heard.push(...event.outputBuffer.getChannelData(0));
                });
            }});
            return node;
        };
        """
        + _GAIN
    )
    Double(page).open(front)
    page.keyboard.press("c")
    until(page, "pingblock.sound().out === 'page'")
    page.evaluate(_SOUND, [50_000, 1, True, 8800])  # at once, so that none is late
    until(page, "pingblock.state().sound.onsets.length")
    until(page, "pingblock.sound().rendered.length && !pingblock.sound().playing")
    heard = page.evaluate("heard")
    begins = next(place for place, level in enumerate(heard) if level)
    steps = [abs(after - before) for before, after in pairwise(heard[begins + 2000 :][:12_000])]
    assert max(heard) > 0.1
    step = 9000 / 32_768 / 4 * 22_050 / page.evaluate("made.context.sampleRate")
    assert 0.8 * step < max(steps) < 1.4 * step  # Larger steps would be clicks.
    assert page.evaluate("pingblock.sound().rendered[0].atSample") == 50_000
    for loud in (0, 1):
        page.get_by_role("button", name="Sound of the page").click()
        assert page.evaluate("made.gain.value") == loud


def test_lever_is_pulled_by_dragging_and_released(page: Page, device: Double) -> None:
    box = page.locator("[data-hand=lever]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # A finger that rests on the lever pulls it, too.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 20)
    assert device.hands == []
    page.mouse.move(x, y + 90)
    assert device.hands == ["lever true"]
    page.mouse.up()
    assert device.hands == ["lever true", "lever false"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.clock.run_for(200)
    assert device.hands[2:] == ["lever true"]
    page.mouse.up()
    assert device.hands[3:] == ["lever false"]


def test_worms_follow_the_servo(page: Page, device: Double) -> None:
    heights = """async (degs) => {
        const {height, WORMS} = await import("./scene/apple.js");
        return degs.map((deg) => WORMS.map(({phase}) => height(deg, phase)));
    }"""
    middle, turned, half = page.evaluate(heights, [90, 90 + 72, 90 + 36])
    assert len(middle) == 20
    assert turned == pytest.approx(middle)  # The cam has five lobes.
    assert all(9 <= height <= 36 for height in middle)
    assert [a + b for a, b in zip(middle, half, strict=True)] == pytest.approx([45] * 20)
    worm = page.locator("g[clip-path='url(#worm-hole)'] > g").first
    before = worm.get_attribute("transform")
    device.tell(kind="servo", atMs=20, deg=70, powered=True)
    expect(worm).not_to_have_attribute("transform", before or "")


def test_lost_engine_is_opened_again(page: Page, device: Double) -> None:
    """An engine that had run for a while restarts at once. The log gives the reason."""
    device.tell(kind="lost", reason="The worker hung.", canRetry=True)
    until(page, "double.opened() === 2")
    assert "The worker hung." in page.evaluate("pingblock.state().log.map(({text}) => text)")
    device.tell(kind="lost", reason="It cannot run.", canRetry=False)
    _big(page, "The device has stopped")
    expect(page.locator("#sub")).to_have_text("It cannot run.")
    page.get_by_role("button", name="Start it again").click()
    _big(page, "Press the block")
    assert page.evaluate("double.opened()") == 3
    device.tell(kind="lost", reason="The worker hung.", canRetry=True)  # The page waits 0.5 s.
    page.locator("#again").dispatch_event("click")
    page.wait_for_timeout(700)
    assert page.evaluate("double.opened()") == 4, "a person has opened the engine once"


def test_changed_settings_are_requested_from_the_device(page: Page, device: Double) -> None:
    """A slider keeps the dragged value while the device reports the old one."""
    page.get_by_role("tab", name="Block").click()
    slider = page.get_by_label("Volume", exact=True)
    slider.hover()  # The pointer is on the slider's middle.
    page.mouse.down()
    device.tell(kind="clock", nowMs=12_500, speed=1.0)
    page.evaluate("() => new Promise((then) => requestAnimationFrame(() => setTimeout(then)))")
    expect(slider).to_have_value("5")
    page.mouse.up()
    page.get_by_role("tab", name="Games").click()
    page.get_by_label("Fortune cards").click()
    assert device.asked[-2:] == [{"do": "volume", "level": 5}, {"do": "game", "name": "fortune"}]
    before = len(device.noted)
    device.line({"event": "game", "name": "dice"})  # A person chose this game on the device.
    assert '"do":"status"' in device.noted[before]
    until(page, "pingblock.state().console.at(-1).includes('dice_rules')")
    page.evaluate("""() => {
        const bytes = new TextEncoder().encode("Grüße\\n"); // one by one, letters are cut
        for (const byte of bytes) double.tell({kind: "serial", bytes: Uint8Array.of(byte)});
    }""")
    assert page.evaluate("pingblock.state().console.at(-1)") == "Grüße"
    device.game("dice", dice_rules="wasteland")
    expect(page.get_by_label("Rules")).to_have_value("wasteland")
    page.get_by_role("tab", name="Block").click()
    page.get_by_label("Charge").fill("50")
    cells = {"openMv": USED[50].open_mv, "ohm": USED[50].ohm, "count": 3}
    assert [each for each in device.noted if isinstance(each, dict)] == [pytest.approx(cells)]


def test_stored_page_state_survives_a_reload_and_ignores_damage(page: Page, front: str) -> None:
    for damage in ("{", '{"version":1,"hints":7,"loudness":"x"}'):
        page.goto(f"{front}empty.html")
        page.evaluate("text => localStorage.setItem('pingblock.page', text)", damage)
        Double(page).open(front, hints=True)
        expect(page.locator(".hint-cap")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator(".hint-cap")).to_be_hidden()
    device = Double(page)
    device.open(front, hints=True)
    expect(page.locator(".hint-cap")).to_be_hidden()
    expect(page.locator(".hint-lever")).to_be_visible()
    for outcome, counted in ((THREE, "coins3"), ({"outcome": "laugh"}, "laugh")):
        device.draw(**outcome)
        device.hush()
        until(page, f"localStorage['pingblock.page'].includes('{counted}')")


def test_reminder_cards_exist_in_twelve_languages(page: Page, device: Double) -> None:
    page.get_by_role("tab", name="Games").click()
    language = page.get_by_label("Language", exact=True)
    expect(language.locator("option")).to_have_count(12)
    language.select_option("de")
    expect(page.locator(".card[lang=de]")).to_contain_text("Münzklang")
    page.get_by_label("Card", exact=True).select_option("worms")
    expect(page.locator(".card dt")).to_have_count(10)
    page.route("**/cards/fr.json", lambda route: route.fulfill(body="cut"), times=1)
    language.select_option("fr")
    expect(page.locator(".card")).to_contain_text("Choose the language again to retry.")
    for code in ("de", "fr"):
        language.select_option(code)
        expect(page.locator(f".card[lang={code}]")).to_be_visible()


def test_controls_are_large_and_legible_in_each_tab(page: Page, device: Double) -> None:
    looks = [({"width": 360, "height": 640}, "light"), (WIDE, "dark")]
    for (size, theme), tab in product(looks, ("table", "device", "bench")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if not page.locator(f"#panel-{tab}").is_visible():
            page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        assert barriers(page) == []
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate(TOO_SMALL) == []


def test_page_detects_the_notes_that_the_host_detects(page: Page, front: str) -> None:
    tunes = [("ping", 1), ("ping", 6), ("laugh", 1), ("power_up", 1), ("game_over", 1)]
    page.goto(f"{front}empty.html")
    for name, times in tunes:
        played = hearing.rendered(sound.of_name(name).program, array("H"), times)
        at_ear = np.convolve(np.convolve(played, coupling(RATE_HZ)), high_pass(RATE_HZ))
        features = listen(at_ear[: len(played)], None, RATE_HZ)
        wanted = [each.at_ms for each in features if isinstance(each, Onset)]
        held = b64encode((played * 32767).astype("<i2").tobytes()).decode()
        for chunk in (64, 441):
            heard = page.evaluate(_HEAR, [held, chunk, RATE_HZ])
            # An ear hears one note if several begin within 50 ms.
            assert heard == pytest.approx(wanted, abs=50)


_HEAR = """async ([held, chunk, rateHz]) => {
    const bytes = Uint8Array.from(atob(held), (letter) => letter.charCodeAt(0));
    const samples = new Int16Array(bytes.buffer);
    const {Ear} = await import("./sound/ear.js");
    const ear = new Ear(0, rateHz), found = [];
    for (let at = 0; at < samples.length; at += chunk) {
        found.push(...ear.feed(at, samples.slice(at, at + chunk)));
    }
    return found.map((at) => at * 1000 / rateHz);
}"""
