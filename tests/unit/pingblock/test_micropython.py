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


def test_plain_pico_is_taken():
    micropython.check_board("COM7", "Raspberry Pi Pico with RP2040")


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        ("Raspberry Pi Pico W with RP2040", "its radio has GPIO 24 and GPIO 29"),
        ("Raspberry Pi Pico 2 with RP2350", "another chip.*not on a Pico 2"),
        ("Raspberry Pi Pico 2 W with RP2350", "another chip"),
        ("Raspberry Pi Pico 2 with RP2350-RISCV", "another chip"),
        ("ESP32 module with ESP32", "another chip"),
        ("Pimoroni Tiny 2040 with RP2040", "whose pins may be others"),
    ],
)
def test_another_board_is_refused_with_the_reason(machine, why):
    with pytest.raises(WrongDevice, match=f"COM7 is a {machine}.*{why}"):
        micropython.check_board("COM7", machine)


def test_chip_alone_is_asked_of_a_board_that_gets_any_uf2():
    micropython.check_chip("COM7", "Raspberry Pi Pico W with RP2040")
    with pytest.raises(WrongDevice, match="another chip"):
        micropython.check_chip("COM7", "Raspberry Pi Pico 2 with RP2350")
