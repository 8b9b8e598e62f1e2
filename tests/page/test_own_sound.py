"""The page's block sounds a drawn tune as the command line renders it."""

from __future__ import annotations

import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from tests.page.numbers import packing, unpacked
from tests.page.test_own_block import TUNE, UP_MS, draw, editor_of, phone, ringtone_of
from tests.page.test_served import READY, until

__all__ = ["phone"]  # a fixture of pytest

# Records the samples of the page's block.
RECORD = """() => {
    self.recorded = [];
    const Thread = Worker;
    self.Worker = function (...made) {
        const worker = new Thread(...made);
        worker.addEventListener("message", ({data: {event}}) =>
            event?.kind === "sound" && recorded.push(event));
        return worker;
    };
}"""
RECORDED = packing("""() => {
    return recorded.map(({atSample, rateHz, samples}) => [atSample, rateHz, packed(samples)]);
}""")


@pytest.mark.long
def test_page_plays_a_drawn_tune_as_the_command_renders_it(
    phone: Page, plain: str, tmp_path: Path
) -> None:
    phone.add_init_script(f"({RECORD})()")
    phone.goto(plain)
    until(phone, READY)
    phone.locator("#loud").tap()
    phone.locator("#loud").tap()  # A tap was made before, so the browser lets the page sound.
    editor = editor_of(phone)
    draw(phone, TUNE)
    phone.evaluate("recorded.length = 0")
    editor.get_by_role("button", name="Put it on the block").tap()
    expect(editor.locator(".told")).to_contain_text("Your sound is on the block.")
    ringtone, rendered = tmp_path / "drawn.rtttl", tmp_path / "drawn.wav"
    ringtone.write_text(ringtone_of(TUNE, 150))
    command = [sys.executable, "-m", "pingblock", "sounds", "render", ringtone, rendered]
    subprocess.run([*command, "--as", "power_up"], check=True, capture_output=True)
    with wave.open(str(rendered)) as file:
        hz = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        wanted = np.trim_zeros(samples).astype(float)
    phone.wait_for_timeout(1000 * len(wanted) / hz + UP_MS)
    assert _likeness(phone.evaluate(RECORDED), wanted, hz) > 0.99


def _likeness(pieces: list[tuple[int, int, str]], wanted: np.ndarray, hz: int) -> float:
    """Returns the highest correlation of a sound with a recording, wherever it begins there."""
    rates = {rate for _at, rate, _samples in pieces}
    assert len(rates) == 1
    rate, first = rates.pop(), pieces[0][0]
    parts = [(at - first, unpacked(samples, np.int16)) for at, _rate, samples in pieces]
    heard = np.zeros(parts[-1][0] + len(parts[-1][1]))
    for at, samples in parts:
        heard[at : at + len(samples)] = samples
    at_s = np.arange(int(len(heard) * hz / rate)) / hz
    heard = np.interp(at_s, np.arange(len(heard)) / rate, heard)
    from_ = np.argmax(np.correlate(heard, wanted, "valid"))
    return float(np.corrcoef(heard[from_ : from_ + len(wanted)], wanted)[0, 1])
