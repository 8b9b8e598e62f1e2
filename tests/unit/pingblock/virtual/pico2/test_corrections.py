"""Faults of the emulated RP2350: its behaviour without and with corrections."""

import json
import subprocess
from pathlib import Path

import pytest

from pingblock.errors import Unavailable
from pingblock.virtual.pico2 import emulator

HERE = Path(__file__).parent
NODE = Path(emulator.__file__).parent / "node"
# Right results by the data sheet, see the cases in corrections.mjs.
RIGHT = {
    "paceDma": 90,
    "requestOncePerWrap": 7,
    "interruptFromEveryPin": [0xC, 0xC],
    "spareEdges": 0,
    "wakeMasked": False,
    "signalItself": False,
    "restartSecondCore": [1 << 24, True, False],
    "countMicroseconds": 7_900_000,
    "setPinsByCoprocessor": 1 << 5 | 3 << 6,
    "moveDoubles": [0x89ABCDEF, 0xFFFFFFFF] * 2,
    "startOnce": 0,
    "giveNumber": [0x4B000002, 0xE6611860],
    "keepFloats": [1.5, 0x89ABCDEF, 7],
    "addExactly": [0xFFFFFFFC, 0x4, 0x00400000, 8],
    "floatToPull": [True, True, False, False, True, False],
}


@pytest.fixture(scope="module")
def told():
    try:
        words = [emulator.node(), HERE / "corrections.mjs", emulator.emulator(), NODE / "life.mjs"]
    except Unavailable as lack:
        pytest.skip(str(lack))
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", RIGHT)
def test_only_corrected_chip_follows_data_sheet(told, name):
    alone, corrected = told[name]
    assert corrected == RIGHT[name]
    assert alone != RIGHT[name]


def test_each_correction_has_a_test_case(told):
    exported = {
        line.split("(")[0].removeprefix("export function ")
        for name in ("corrections.mjs", "flash_rom.mjs")
        for line in (NODE / name).read_text().splitlines()
        if line.startswith("export function ")
    }
    # The others replace missing parts, and every scenario needs them.
    assert exported - set(told) == {"apply", "asked", "flashRom"}
