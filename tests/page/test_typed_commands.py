"""Commands of docs/commands.md are typed in a row while the page of the same block is open."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.page.conftest import PATIENT_MS, playing
from tests.page.test_served import READY, until

_DEVICE, _SET = "pingblock.state().device", "pingblock.state().device.settings"
_SHOWN = "pingblock.state().outcome.shown?"
_RUNS = "pingblock.state().run.on"
# The last sound on the page began after the command was typed.
_HEARD = "pingblock.state().sound.onsets.at(-1) > window.typedAtMs"
# Each command has an expression that must be true on the page after it.
TYPED = (
    ("volume 3", f"{_DEVICE}.volume === 3"),
    ("volume 5 --cap 6", f"{_DEVICE}.volume === 5 && {_DEVICE}.cap === 6"),
    ("mute on", f"{_DEVICE}.muted"),
    ("mute off", f"!{_DEVICE}.muted"),
    ("settings set chime=2", f"{_DEVICE}.chime === 2"),
    ("settings reset chime --yes", f"{_DEVICE}.chime === 4"),
    ("settings set cells=2xaaa", f"{_DEVICE}.cells === '2xaaa'"),
    ("odds junior", f"{_SET}.profile === 'junior' && {_DEVICE}.rules === 'junior'"),
    ("odds custom --weights 2,2,1,1", f"{_DEVICE}.rules === 'custom'"),
    ("settings set weights=0,1,0,0", f"{_SET}.weights.join() === '0,1,0,0'"),
    ("press", f"{_SHOWN}.outcome === 'laugh' && {_SHOWN}.draw === 1"),
    ("press --json", f"{_SHOWN}.outcome === 'laugh' && {_SHOWN}.draw === 2"),
    ("replay", _HEARD),
    ("sounds play ping", _HEARD),
    ("volume 2", f"{_DEVICE}.volume === 2"),
    ("worms start", _RUNS),
    ("settings set run_s=10,20 names=Ann,Bo", f"{_SET}.names.join() === 'Ann,Bo'"),
    ("settings set motion=fast", f"{_SET}.motion === 'fast'"),
    ("worms stop", f"!{_RUNS}"),
    ("settings set ticks=no", f"{_SET}.ticks === false"),
    ("settings reset motion --yes", f"{_SET}.motion === 'normal'"),
    ("settings set players=2", f"{_SET}.players === 2"),
    ("game dice", f"{_DEVICE}.game === 'dice'"),
    ("settings set dice_rules=one", f"{_DEVICE}.rules === 'one'"),
    ("press", f"{_SHOWN}.outcome === 'roll' && {_SHOWN}.dice.length === 1"),
    ("game storm_dice", f"{_DEVICE}.game === 'storm_dice'"),
    ("game fortune", f"{_DEVICE}.game === 'fortune'"),
    ("press", f"{_SHOWN}.outcome === 'card'"),
    ("game block", f"{_DEVICE}.game === 'block'"),
    ("press", f"{_SHOWN}.outcome === 'laugh'"),
)


@pytest.mark.long
def test_page_shows_the_effects_of_typed_commands(page: Page, tmp_path: Path) -> None:
    with playing("--engine", "wasm", "--http", "0", state=tmp_path) as served:
        page.goto(served.url)
        until(page, READY)
        until(page, f"{_DEVICE}.known")
        for line, seen in TYPED:
            page.evaluate("window.typedAtMs = performance.now()")
            _typed(line, tmp_path)
            until(page, seen)


def _typed(line: str, folder: Path) -> None:
    """Runs a command in a folder, on the user's block."""
    command = (sys.executable, "-m", "pingblock", *shlex.split(line), "--port", "virtual")
    subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "XDG_STATE_HOME": str(folder)},
        check=True,
        timeout=PATIENT_MS / 1000,
    )
