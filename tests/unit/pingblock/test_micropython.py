"""Supported MicroPython versions and boards."""

from pathlib import Path

import pytest

from pingblock import micropython
from pingblock.errors import WrongDevice

PAGE = Path(__file__).parents[3] / "docs" / "pico.md"


@pytest.mark.parametrize(
    ("release", "tested"),
    [
        ("1.24.1", True),
        ("1.25.0", True),
        ("1.28.0", True),
        ("1.24.0", False),
        ("1.9.4", False),
        ("1.28.1", False),
        ("1.28.0-preview", False),
        ("2.0.0", False),
        ("of my own", False),
        ("", False),
    ],
)
def test_versions_from_1_24_1_to_1_28_0_are_supported(release, tested):
    assert micropython.is_supported(release) is tested


def test_page_names_the_supported_versions():
    assert micropython.SUPPORTED == "MicroPython 1.24.1 to 1.28.0"
    assert micropython.SUPPORTED in PAGE.read_text(encoding="utf-8")


def test_a_pico_and_a_pico_2_are_taken():
    assert micropython.pico_of("COM7", "Raspberry Pi Pico with RP2040").chip == "rp2040"
    assert micropython.pico_of("COM7", "Raspberry Pi Pico2 with RP2350").chip == "rp2350"


@pytest.mark.parametrize(
    ("mpy", "chip", "does"),
    [
        (6 | 3 << 8 | 4 << 10, "rp2040", True),  # as MicroPython 1.24 to 1.28 say on a Pico
        (6 | 3 << 8 | 7 << 10, "rp2350", True),  # on a Pico 2: ARMv7E-M with floating point
        (7 | 3 << 8 | 7 << 10, "rp2350", False),
        (6 | 3 << 8 | 11 << 10, "rp2350", False),  # its RISC-V cores
        (6 | 3 << 8 | 1 << 10, "rp2040", False),
    ],
)
def test_code_for_the_pico_runs_on_each_arm_of_the_same_version(mpy, chip, does):
    assert micropython.runs(mpy, 6 | 3 << 8 | 4 << 10) is does
    assert micropython.chip_that_runs(mpy) == chip


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        ("Raspberry Pi Pico W with RP2040", "its radio has GPIO 24 and GPIO 29"),
        ("Raspberry Pi Pico 2 W with RP2350", "its radio has GPIO 24"),
        ("Raspberry Pi Pico 2 with RP2350-RISCV", "another chip"),
        ("ESP32 module with ESP32", "another chip"),
        ("Pimoroni Tiny 2040 with RP2040", "whose pins may be others"),
    ],
)
def test_another_board_is_refused_with_the_reason(machine, why):
    with pytest.raises(WrongDevice, match=f"COM7 is a {machine}.*{why}"):
        micropython.pico_of("COM7", machine)


def test_chip_alone_is_asked_of_a_board_that_gets_any_uf2():
    micropython.check_chip("COM7", "Raspberry Pi Pico W with RP2040")
    with pytest.raises(WrongDevice, match=r"another chip.*Arm cores"):
        micropython.check_chip("COM7", "Raspberry Pi Pico2 with RP2350-RISCV")
