"""Firmware for each Pico: registers of its chip, pins that a radio uses, the rest the same.

Sources: RP2040 and RP2350 datasheets, 2.2 (addresses) and the chapters of the registers, also
8.1.7 and 8.6.5 of the latter (the PLL of USB is where the other chip has its watchdog).
"""

import re
from functools import cache

import pytest

from pingblock.boards.board import BOARD, chip_of, firmware_files, with_chip
from pingblock.common.firmware import firmware_dir
from pingblock.common.micropython import RELEASED
from pingblock.image import frozen
from pingblock.image.mpy import shipped
from pingblock.image.stages import firmware_sources

BOARDS = {pico.name: with_chip(BOARD, pico.chip) for pico in RELEASED}
PICO_2 = BOARDS["pico2"]
# Blocks of registers that have other addresses on the other chip: GPIO, PWM, watchdog, pacing
# timers.
MOVED = {
    "rp2040": ((0x40014000, 0x40018000), (0x40050000, 0x4005C000), (0x50000420, 0x50000430)),
    "rp2350": ((0x40028000, 0x4002C000), (0x400A8000, 0x400DC000), (0x50000440, 0x50000450)),
}


@cache
def text_of(pico) -> str:
    """Returns all compiled text for a kind of Pico."""
    board = BOARDS[pico]
    sources = firmware_sources({**shipped(firmware_dir()), **firmware_files(board)})
    start = [source.decode() for source in frozen.start_sources(firmware_dir(), board).values()]
    return "\n".join([*frozen.joined_texts(sources).values(), *start])


def numbers(pico) -> set[int]:
    """Returns every number in that text."""
    found = re.findall(r"\b(?:0x[0-9A-F]+|[1-9]\d*)\b", text_of(pico))
    return {int(number, 0) for number in found}


# Power of the USB controller's PLL, and the byte with its lock bit. Both chips have this block,
# but at different addresses, among other blocks that have moved.
USB_PLL = {
    "rp2040": {0x4002C003, 0x4002E004, 0x4002F004},
    "rp2350": {0x40058003, 0x4005A004, 0x4005B004},
}
GPIO_24_TO_31 = {"rp2040": 0x4001410C, "rp2350": 0x40028254}  # interrupts of the first core
FRAME_NUMBER = 0x50110048


@pytest.mark.parametrize("pico", BOARDS)
def test_firmware_names_only_registers_of_its_own_chip(pico):
    named, own = numbers(pico), chip_of(BOARDS[pico]).NAME
    for chip, blocks in MOVED.items():
        for least, end in blocks:
            found = [hex(each) for each in named - USB_PLL[own] if least <= each < end]
            assert bool(found) is (chip == own), (hex(least), found)
    assert {chip: numbers & named for chip, numbers in USB_PLL.items()} == {
        chip: numbers if chip == own else set() for chip, numbers in USB_PLL.items()
    }
    # The firmware does not use those of a Pico 2, because they differ between its versions.
    assert (GPIO_24_TO_31[own] in named) is (pico == "pico")
    assert FRAME_NUMBER in named


def test_pico_2_firmware_has_the_pads_and_clock_of_rp2350():
    """Pads (9.11.3), the first PWM request (12.6.4.1), and the clock that the drivers need."""
    pads = [number for number in numbers("pico2") if 0x40038000 <= number < 0x4003C000]
    assert pads == [0x40038004]
    chip = chip_of(PICO_2)
    assert (chip.PWM_WRAP_REQUEST, chip.CLOCK_HZ) == (32, 125_000_000)


def test_start_uses_the_watchdog_of_its_chip():
    base = frozen.base_modules(PICO_2)
    main = base["main.mpy"]
    assert (b"%d" % 0x400D8018 in main, b"%d" % 0x40058018 in main) == (True, False)
    assert b"%d" % 0x400DB000 in base["start/safe.mpy"]


def test_only_files_with_registers_differ_between_chips():
    pico, pico_2 = frozen.firmware_modules(), frozen.firmware_modules(PICO_2)
    differ = {name for name in pico if pico[name] != pico_2[name]}
    assert differ == {
        f"f/{name}.mpy"
        for name in ("app", "app_tasks", "ask_on_demand", "ask_cells", "app_other_pico")
    }


def test_firmware_names_no_module_of_the_radio():
    radio = re.findall(r"\b(network|bluetooth|socket|aioble|WL_GPIO\d)\b", text_of("pico"))
    assert radio == []
